package reports

// The report of a portfolio of loans.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// Portfolio is a portfolio with the facts that a reader needs about its valuation.
type Portfolio struct {
	portfolio.Summary
	Name    string // of the file
	Edition string // its id
	Date    gevel.Date
	MadeBy  string
}

// Document is the report of the portfolio.
func (p *Portfolio) Document() *document.Document {
	above := p.Now.Above[len(p.Now.Above)-1]
	return &document.Document{
		Kind: "Revaluation of a portfolio", Title: p.Name,
		Lead: fmt.Sprintf("Homes that loans are secured by, valued on %s with edition %s.", p.Date, p.Edition),
		Blocks: []document.Block{
			document.Tiles{
				{Name: "Homes", Value: document.Count(p.Homes), Note: document.Count(p.Valued) + " valued"},
				{
					Name: "Exposure", Value: "€\u00a0" + document.Number(float64(p.Exposure)/1e6, 1), Unit: "million",
					Note: euros(p.Exposure-p.ExposureValued) + " of it on homes without a value",
				},
				{Name: "Loan to value", Value: percent(p.Now.LTV), Note: "mean, weighed by the loans"},
				{Name: "Above 100 %", Value: percent(&above.Share), Note: "of the exposure, " + document.Plural(above.Homes, "home")},
			},
			p.totals(), p.loanToValue(), bands(p.Views()), p.lendingBars(), p.bookSection(), p.bookParts(), p.inspect(), p.where(), p.refused(),
		},
		Footer: []document.Block{document.Paragraph{Text: "Made by " + p.MadeBy + "."}},
	}
}

// euros formats whole euros.
func euros(v int64) string { return words.English.Euros(gevel.Euro(v)) }

func euroCell[N int64 | float64](v N) document.Cell {
	return document.Cell{Text: euros(int64(v)), Raw: v}
}

// percent formats a fraction as a percentage, a dash where there is none.
func percent(v *float64) string {
	if v == nil {
		return document.None
	}
	return document.Number(100**v, 1) + " %"
}

func percentCell(v *float64) document.Cell { return document.Cell{Text: percent(v), Raw: v} }

// totals are the sums of the portfolio in sentences.
func (p *Portfolio) totals() document.Table {
	t := document.Table{Key: "totals", Facts: true, Columns: []document.Column{{Key: "of"}, {Key: "is", Style: document.Words}}}
	add := func(of, format string, values ...any) {
		t.Rows = append(t.Rows, []document.Cell{document.Word(of), document.Word(fmt.Sprintf(format, values...))})
	}
	if p.Part != "" {
		add("part", "%s of the rows: all totals are of this part alone", p.Part)
	}
	add("homes", "%d, of which %d valued", p.Homes, p.Valued)
	if p.FurtherLoans > 0 {
		add("one home", "%d rows are further loans on homes of other rows: values and the book have these homes once", p.FurtherLoans)
	}
	add("exposure", "%s, of which %s on homes without a value", euros(p.Exposure), euros(p.Exposure-p.ExposureValued))
	if p.Unread > 0 {
		add("not in it", "%d rows whose loan can't be read", p.Unread)
	}
	add("values", "%s", euros(p.Values))
	add("change", "%s in the median of %d homes with an earlier value", percent(p.Change), p.Compared)
	add("cap", "binds for %d homes; %d have none for want of values", p.CapBinds, p.Uncapped)
	return t
}

func (p *Portfolio) loanToValue() document.Section {
	t := document.Table{Key: "views", Columns: []document.Column{
		{Key: "view", Name: "values"}, {Key: "exposure", Name: "exposure"}, {Key: "mean", Name: "mean"},
		{Key: "whole", Name: "all loans to all values"},
	}}
	for _, a := range p.Now.Above {
		t.Columns = append(t.Columns, document.Column{Key: fmt.Sprintf("above%.0f", 100*a.LTV), Name: fmt.Sprintf("above %.0f %%", 100*a.LTV)})
	}
	for _, view := range p.Views() {
		row := []document.Cell{document.Word(view.Name), euroCell(view.Exposure), percentCell(view.LTV), percentCell(view.Whole)}
		for i := range view.Above {
			share := &view.Above[i].Share
			if view.LTV == nil { // of no loans
				share = nil
			}
			row = append(row, percentCell(share))
		}
		t.Rows = append(t.Rows, row)
	}
	return document.Section{Key: "loanToValue", Title: "Loan to value", Blocks: explained(t, "Capped: no value above the higher of its mean "+
		"over six years and the value at origination, after article 229(1)(e) of Regulation (EU) No 575/2013. Homes without a cap, for want "+
		"of values, are not in that row.")}
}

// bands are the loans by band of loan to value, relative to each kind of value.
func bands(views []portfolio.View) document.Section {
	s := document.Section{Key: "bands", Title: "Bands"}
	for i, view := range views {
		t := document.Table{Key: view.Name, Title: view.Name, Fold: document.Folded, Columns: []document.Column{
			{Key: "band"}, {Key: "homes", Name: "homes"}, {Key: "exposure", Name: "exposure"}, {Key: "share", Name: "share"},
		}}
		if i == 0 {
			t.Fold = document.Open
		}
		for _, b := range view.Bands {
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(b.Name()), document.Whole(b.Homes), euroCell(b.Exposure), percentCell(&b.Share),
			})
		}
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

func (p *Portfolio) lendingBars() document.Section {
	t := document.Table{Key: "bars", Columns: []document.Column{
		{Key: "bar", Name: "bar of lending"}, {Key: "homes", Name: "homes"}, {Key: "exposure", Name: "exposure"}, {Key: "kept", Name: "kept by"},
		{Key: "share", Name: "of exposure"}, {Key: "asked", Name: "asked", Style: document.Samples},
	}}
	for _, b := range p.Standards {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(b.Standard + ", " + b.For), document.Whole(b.Homes), euroCell(b.Exposure), document.Whole(b.Kept),
			percentCell(&b.Share), document.Word(b.Asked),
		})
	}
	return document.Section{Key: "lending", Title: "Bars of lending", Blocks: explained(t, "Loans by the bar that NRVT sets for their loan to "+
		"value, and those on homes whose confidence class promises as much. EAA levels and Freddie Mac bands, below, are of the FSD of each value.")}
}

// inspect names the homes whose inspection takes most uncertainty off the book.
func (p *Portfolio) inspect() document.Section {
	t := document.Table{Key: "homes", Columns: []document.Column{
		{Key: "line", Name: "inspect first"}, {Key: "home", Name: "home", Style: document.Words}, {Key: "value", Name: "value"},
		{Key: "fsd", Name: "FSD"}, {Key: "fsdAfter", Name: "FSD after"}, {Key: "takesOff", Name: "takes off"},
	}}
	for i := range p.Inspect {
		at := &p.Inspect[i]
		t.Rows = append(t.Rows, []document.Cell{
			{Text: fmt.Sprintf("line %d", at.Line), Raw: at.Line}, document.Word(gevel.Printable(at.Home)), euroCell(at.Value),
			percentCell(&at.FSD), percentCell(&at.FSDAfter), euroCell(at.Takes),
		})
	}
	return document.Section{Key: "inspect", Title: "Where to look next", Blocks: explained(t, "Inspecting these homes takes most "+
		"uncertainty off the book: the part of their error that comes of unknown characteristics and of those outside what the models were "+
		"trained on. Where all is known, the largest own errors come first.")}
}

// groupsShown is how many groups of a kind a terminal shows.
const groupsShown = 10

// where are the loans by region, house type and class.
func (p *Portfolio) where() document.Section {
	s := document.Section{Key: "where", Title: "Where"}
	for _, g := range p.Groups {
		t := document.Table{
			Key: g.By, Title: "by " + g.By, Note: document.Count(len(g.Items)), Fold: document.Open, Short: groupsShown,
			Columns: []document.Column{
				{Key: "name"}, {Key: "homes", Name: "homes"}, {Key: "exposure", Name: "exposure"}, {Key: "ltv", Name: "loan to value"},
				{Key: "above100", Name: "above 100 %"}, {Key: "compared", Name: "with an earlier value"}, {Key: "change", Name: "median change"},
			},
		}
		for i := range g.Items {
			at := &g.Items[i]
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(at.Name), document.Whole(at.Homes), euroCell(at.Exposure), percentCell(at.LTV), percentCell(&at.Above100),
				document.Whole(at.Compared), percentCell(at.Change),
			})
		}
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// refused are the homes without a value, by reason.
func (p *Portfolio) refused() document.Section {
	t := document.Table{Key: "reasons", Columns: []document.Column{
		{Key: "reason", Name: "without a value"}, {Key: "homes", Name: "homes"}, {Key: "exposure", Name: "exposure"},
		{Key: "sample", Name: "such as", Style: document.Samples},
	}}
	for _, r := range p.Refused {
		t.Rows = append(t.Rows, []document.Cell{document.Word(string(r.Reason)), document.Whole(r.Homes), euroCell(r.Exposure), document.Word(r.Sample)})
	}
	s := document.Section{Key: "refused", Title: "Without a value", Blocks: []document.Block{t}}
	if len(p.Refused) == 0 {
		s.Blocks = []document.Block{document.Paragraph{Text: "Every home was valued."}}
	}
	return s
}
