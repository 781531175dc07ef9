package propertyreport

import (
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// tested are the measures of accuracy.
var tested = []ratio.Measure{ratio.MdAPE, ratio.PE10, ratio.PE15, ratio.InInterval}

// accuracy is how values stood to prices, near the home, of its house type and of all.
func (b *builder) accuracy() document.Section {
	if b.report.Accuracy == nil {
		return document.Section{}
	}
	t := table("", b.text.TestedSales)
	for i := range tested {
		t.Columns = append(t.Columns, document.Column{Name: capital(b.Measure(&tested[i]))})
	}
	add := func(name string, p accuracy.Part) {
		cells := make([]document.Cell, len(tested))
		for i := range tested {
			cells[i].Text = unknown
			few := tested[i].Key == ratio.InInterval.Key && p.Summary != nil && p.Summary.Coverage80.N < accuracy.Least
			if p.Summary != nil && !few {
				cells[i].Text = b.Number(tested[i].Of(p.Summary).Value, tested[i].Decimals) + " " + tested[i].Unit
			}
		}
		row(&t, name, b.Whole(int64(p.Sales)), cells)
	}
	if b.report.Near.Sales >= accuracy.Least {
		add(b.Around(b.report.Near.Metres), b.report.Near.Part)
	}
	own := b.report.Explanation.Home.BuildType.String()
	for _, p := range b.report.Accuracy.Parts(accuracy.ByType) {
		if p.Name == own && p.Summary != nil {
			add(b.Value(own), p)
		}
	}
	all := accuracy.Part{Sales: b.report.Accuracy.Measures.N}
	if all.Sales >= accuracy.Least {
		all.Summary = &b.report.Accuracy.Measures.Summary
	}
	add(b.Overall(), all)
	note := aside(b.text.AccuracyNote, b.TestedFrom(b.report.Accuracy.From, b.report.Accuracy.Until))
	v := b.report.Explanation.Valuation
	return whole(b.text.Accuracy, warning(b.OldRecord(v.Date, v.SalesUntil)), note, t, aside(b.Meanings(tested)))
}

// Order is who asked for a report and why, as lenders' files need it. What is empty is left out.
type Order struct {
	Client    Line `json:"client,omitempty"`    // who asked
	Purpose   Line `json:"purpose,omitempty"`   // what the value is for
	Reference Line `json:"reference,omitempty"` // the client's number
	Issuer    Line `json:"issuer,omitempty"`    // who issues the report
}

// Line is a line of text.
type Line string

// MostLetters is the most letters in a line.
const MostLetters = 120

// UnmarshalText reads a line. Error: gevel.Invalid for one that is too long, or more than a line of plain text.
func (l *Line) UnmarshalText(text []byte) error {
	given := strings.TrimSpace(string(text))
	switch {
	case gevel.Printable(given) != given:
		return gevel.Refusal("", "must be one line of text without control characters")
	case utf8.RuneCountInString(given) > MostLetters:
		return gevel.Refusal("", "must have at most %d letters", MostLetters)
	}
	*l = Line(given)
	return nil
}
