package propertyreport

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Desk gathers what reports say of homes of an edition. It is safe for concurrent use.
type Desk struct {
	valuer     *valuation.Valuer
	explainer  *explain.Explainer
	accuracies *accuracy.Book
}

// NewDesk returns the desk of a valuer, whose explanations and accuracies it shares.
func NewDesk(v *valuation.Valuer, x *explain.Explainer, a *accuracy.Book) *Desk {
	return &Desk{v, x, a}
}

// Case is what a report says of one home.
type Case struct {
	Explanation explain.Explanation
	Overrides   gevel.Characteristics // that the caller gave
	Paths       explain.Paths
	Accuracy    *accuracy.Page // nil where the edition holds none
	Near        accuracy.Near  // of it
	Streets     []Street
	Buildings   *footprint.Table // nil shows positions alone
	Sources     []Source
	Sales       int        // that the model learned from
	AsOf        gevel.Date // day before which they were known
}

// Source is a source of the edition.
type Source struct {
	Name string     // as the manifest has it
	AsOf gevel.Date // NoDate if it is not dated
}

// Of values a home and gathers the case. It fails as Valuer.Value does.
func (d *Desk) Of(q gevel.Inquiry) (Case, error) {
	t, err := d.valuer.Trace(q)
	if err != nil {
		return Case{}, err
	}
	return d.OfTrace(t, q.Overrides)
}

// OfTrace gathers the case of a trace that has its references; overrides are the characteristics that the caller gave.
func (d *Desk) OfTrace(t *valuation.Trace, overrides gevel.Characteristics) (Case, error) {
	e, err := d.explainer.ExplainTrace(t, overrides)
	if err != nil {
		return Case{}, err
	}
	c := Case{
		Explanation: e, Overrides: overrides, Paths: explain.PathsOf(t, nil),
		Accuracy:  d.accuracies.Of(d.valuer.Vintages()[len(d.valuer.Vintages())-1]),
		Buildings: d.valuer.Edition().Buildings(), Sources: d.sources(), Streets: d.streetsAround(e),
		Sales: len(t.Vintage.Sales().EvidenceBefore(t.Vintage.AsOf)), AsOf: t.Vintage.AsOf,
	}
	if c.Accuracy != nil && e.Valuation.Dwelling.At != (gevel.Point{}) {
		c.Near = c.Accuracy.Around(e.Valuation.Dwelling.At)
	}
	return c, nil
}

func (d *Desk) sources() (list []Source) {
	m := d.valuer.Edition().Manifest()
	for _, name := range slices.Sorted(maps.Keys(m.Read)) {
		s := Source{Name: name, AsOf: gevel.NoDate}
		if day, ok := m.AsOf[name]; ok {
			s.AsOf = day
		}
		list = append(list, s)
	}
	return list
}

// Street is a street, by the positions of its homes.
type Street struct {
	Name  string
	Homes []gevel.Point
}

// streetsAround returns the streets of the postal-code areas of a home and its references, those with the most homes
// first.
func (d *Desk) streetsAround(e explain.Explanation) []Street {
	codes, areas := []gevel.PostalCode{e.Valuation.Address.PostalCode}, map[string]bool{}
	for i := range e.References {
		codes = append(codes, e.References[i].Address.PostalCode)
	}
	for _, code := range codes {
		if code != "" {
			areas[code.PC4()] = true
		}
	}
	edition := d.valuer.Edition()
	rows := edition.AddressRows()
	homes := map[int][]gevel.Point{}
	for area := range areas {
		first, end := rows.WithPrefix(area)
		for row := first; row < end; row++ {
			home, ok := edition.Dwelling(rows.At(row).ObjectID)
			if ok && rows.Borne(row) && home.At != (gevel.Point{}) {
				homes[rows.Place(row)] = append(homes[rows.Place(row)], home.At)
			}
		}
	}
	var streets []Street
	for place, at := range homes {
		name, _, _, _ := rows.PlaceAt(place)
		streets = append(streets, Street{name, at})
	}
	slices.SortFunc(streets, func(a, b Street) int {
		return cmp.Or(len(b.Homes)-len(a.Homes), strings.Compare(a.Name, b.Name))
	})
	return streets
}

// tested are the measures of accuracy.
var tested = []ratio.Measure{ratio.HitRate, ratio.MedianRatio, ratio.MdAPE, ratio.MAPE, ratio.PE10, ratio.InInterval}

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
				cells[i].Text = strings.TrimSpace(b.Number(tested[i].Of(p.Summary).Value, tested[i].Decimals) + " " + tested[i].Unit)
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
	Client    Line `json:"client,omitempty" placeholder:"TEXT" help:"Who asked for the report."`
	Purpose   Line `json:"purpose,omitempty" placeholder:"TEXT" help:"What the report is for, such as a mortgage."`
	Reference Line `json:"reference,omitempty" placeholder:"TEXT" help:"The client's reference, on the report."`
	Issuer    Line `json:"issuer,omitempty" placeholder:"TEXT" help:"Who issues the report."`
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
