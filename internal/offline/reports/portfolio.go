package reports

// The report of a portfolio of loans, and of its book: what its homes would sell for together.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/book"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// Portfolio is a portfolio with the facts that a reader needs about its valuation.
type Portfolio struct {
	portfolio.Summary
	Name string // of the file
}

// Document is the report of the portfolio.
func (p *Portfolio) Document() *document.Document {
	above := p.Now.Above[len(p.Now.Above)-1]
	return &document.Document{
		Kind: "Revaluation of a portfolio", Title: p.Name,
		Lead: fmt.Sprintf("Homes that loans are secured by, valued on %s with edition %s.", p.ValuationDate, p.Edition),
		Blocks: document.Blocks{
			document.Tiles{
				{Name: "Homes", Value: document.Count(p.Homes), Note: document.Count(p.Valued) + " valued"},
				{
					Name: "Exposure", Value: "€\u00a0" + document.Number(float64(p.Exposure)/1e6, 1), Unit: "million",
					Note: euros(p.Exposure-p.ExposureValued) + " of it on homes without a value",
				},
				{Name: "Loan to value", Value: percent(p.Now.LTV), Note: "mean, weighed by the loans"},
				{
					Name: "Above 100 %", Value: percent(&above.Share),
					Note: "of the exposure, " + document.Plural(above.Homes, "home"),
				},
			},
			p.totals(), p.loanToValue(), bands(p.Views()), p.lendingBars(), p.bookSection(), p.bookParts(),
			p.inspect(), p.where(), p.refused(),
		},
		Footer: document.Blocks{document.Say(document.Plain, "Made by %s.", p.MadeBy)},
	}
}

// euros formats whole euros.
func euros[N int64 | float64](v N) string { return words.English.Euros(gevel.Euro(v)) }

// between formats the ends of an interval of euros.
func between(low, high float64) string { return euros(low) + " to " + euros(high) }

// percent formats a fraction as a percentage, a dash where there is none.
func percent(v *float64) string {
	if v == nil {
		return document.None
	}
	return document.Number(100**v, 1) + " %"
}

// totals are the sums of the portfolio in sentences.
func (p *Portfolio) totals() document.Table {
	t := facts()
	add := func(of, format string, values ...any) { t.Add(of, fmt.Sprintf(format, values...)) }
	if p.Part != "" {
		add("part", "%s of the rows: all totals are of this part alone", p.Part)
	}
	add("homes", "%d, %d of them valued", p.Homes, p.Valued)
	if p.FurtherLoans > 0 {
		add("one home", "%d rows are further loans on homes of other rows: values and the book have these homes once",
			p.FurtherLoans)
	}
	add("exposure", "%s, %s of it on homes without a value", euros(p.Exposure), euros(p.Exposure-p.ExposureValued))
	if p.TotalsRow != "" {
		add("left out", "%s: no home, and a sum or an average of other loans", p.TotalsRow)
	}
	if p.Unread > 0 {
		add("not in it", "%d rows whose loan can't be read", p.Unread)
	}
	add("values", "%s", euros(p.Values))
	add("change", "%s in the median of %d homes with an earlier value", percent(p.Change), p.Compared)
	if p.ChangeByModel != nil {
		add("change by new models", "%s up or down in the median of the homes whose earlier value is by this edition",
			percent(p.ChangeByModel))
	}
	add("cap", "binds for %d homes; %d homes have none, since too few values are known", p.CapBinds, p.Uncapped)
	return t
}

// facts is a table of long texts, each with its name.
func facts() document.Table {
	t := document.NewTable("", document.Words.Column(""))
	t.Facts = true
	return t
}

func (p *Portfolio) loanToValue() document.Section {
	t := document.NewTable("values", "exposure", "mean", "all loans to all values")
	for _, a := range p.Now.Above {
		t.Columns = append(t.Columns, document.Column{Name: fmt.Sprintf("above %.0f %%", 100*a.LTV)})
	}
	for _, view := range p.Views() {
		var above []document.Cell
		for i := range view.Above {
			share := &view.Above[i].Share
			if view.LTV == nil { // of no loans
				share = nil
			}
			above = append(above, document.Cell{Text: percent(share)})
		}
		t.Add(view.Name, euros(view.Exposure), percent(view.LTV), percent(view.Whole), above)
	}
	return document.Under("Loan to value", t.Explained("Capped: no value above the higher of its mean over six years and "+
		"the value at origination, after article 229(1)(e) of Regulation (EU) No 575/2013. Homes without a cap, for want of "+
		"values, are not in that row."))
}

// bands are the loans by band of loan to value, relative to each kind of value.
func bands(views []portfolio.View) document.Section {
	s := document.Under("Bands")
	for i, view := range views {
		t := document.NewTable("", "homes", "exposure", "share")
		t.Title, t.Fold = view.Name, document.OpenUpTo(0, i)
		for _, b := range view.Bands {
			t.Add(b.Name(), b.Homes, euros(b.Exposure), percent(&b.Share))
		}
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

func (p *Portfolio) lendingBars() document.Section {
	t := document.NewTable("bar of lending", "homes", "exposure", "kept by", "of exposure",
		document.Samples.Column("asked"))
	for _, b := range p.Standards {
		t.Add(b.Standard+", "+b.For, b.Homes, euros(b.Exposure), b.Kept, percent(&b.Share), b.Asked)
	}
	return document.Under("Bars of lending", t.Explained("Loans by the bar that NRVT sets for their loan to value, and "+
		"those on homes whose confidence class promises as much. EAA levels and Freddie Mac bands, below, are of the FSD of "+
		"each value."))
}

// inspect names the homes whose inspection takes most uncertainty off the book.
func (p *Portfolio) inspect() document.Section {
	t := document.NewTable("inspect first", document.Words.Column("home"), "value", "FSD", "FSD after", "takes off")
	for i := range p.Inspect {
		at := &p.Inspect[i]
		t.Add(fmt.Sprint("line ", at.Line), gevel.Printable(at.Home), euros(int64(at.Value)), percent(&at.FSD),
			percent(&at.FSDAfter), euros(at.Takes))
	}
	return document.Under("Where to look next", t.Explained("Inspecting these homes takes most uncertainty off the book: "+
		"the part of their error that comes of unknown characteristics and of those outside what the models were trained "+
		"on. Where all is known, the largest own errors come first."))
}

// groupsShown is how many groups of a kind a terminal shows.
const groupsShown = 10

// grouped is a table of groups of a kind.
func grouped(by string, columns ...any) document.Table {
	t := document.NewTable(columns...)
	t.Title, t.Fold, t.Short = "by "+by, document.Open, groupsShown
	return t
}

// where are the loans by region, house type and class.
func (p *Portfolio) where() document.Section {
	s := document.Under("Where")
	for _, g := range p.Groups {
		t := grouped(g.By, "", "homes", "exposure", "loan to value", "above 100 %", "with an earlier value", "median change")
		t.Note = document.Count(len(g.Items))
		for i := range g.Items {
			at := &g.Items[i]
			t.Add(at.Name, at.Homes, euros(at.Exposure), percent(at.LTV), percent(&at.Above100), at.Compared, percent(at.Change))
		}
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// refused are the homes without a value, by reason.
func (p *Portfolio) refused() document.Section {
	if len(p.Refused) == 0 {
		return document.Under("Without a value", document.Paragraph{Text: "Every home was valued."})
	}
	t := document.NewTable("without a value", "homes", "exposure", document.Samples.Column("such as"))
	for _, r := range p.Refused {
		t.Add(r.Reason, r.Homes, euros(r.Exposure), r.Sample)
	}
	return document.Under("Without a value", t)
}

// bookSection has the figures of the book, today and after the shock; nothing without homes.
func (p *Portfolio) bookSection() document.Section {
	s := document.Under("The book together")
	if p.Book == nil || p.Book.Homes == 0 {
		return s
	}
	t := document.NewTable("the book", "mean", "80 % interval", "worst 5 %")
	addBook(&t, "", p.Book)
	if p.BookShocked != nil {
		addBook(&t, fmt.Sprintf(", prices %s %%", document.Signed(100*p.ShockBy, 0)), p.BookShocked)
	}
	s.Blocks = t.Explained("What the valued homes would sell for, drawn %d times: values err together by the level of "+
		"the market, of the area and of the type, and each for itself. Loans beyond prices is the sum by which loans exceed "+
		"the prices of their homes.", p.Book.Draws)
	return s
}

// addBook adds the figures of the book at some time.
func addBook(t *document.Table, when string, d *book.Distribution) {
	mean := euros(d.Total.Mean)
	t.Add("total"+when, mean, between(d.Total.Low80, d.Total.High80), "below "+euros(d.Total.Low95))
	if when == "" {
		t.Add("– if homes erred alone", mean, between(d.Alone.Low80, d.Alone.High80), document.None)
	}
	for i := range d.Above {
		a := &d.Above[i]
		t.Add(fmt.Sprintf("exposure above %.0f %%%s", 100*a.LTV, when), percent(&a.Mean),
			percent(&a.Low80)+" to "+percent(&a.High80), "above "+percent(&a.High95))
	}
	t.Add("loans beyond prices"+when, euros(d.Shortfall.Mean), document.None,
		"above "+euros(d.Shortfall.High95)+", on average "+euros(d.Shortfall.Expected95))
}

// bookParts are the parts of the book, a table for each way of dividing it.
func (p *Portfolio) bookParts() document.Section {
	s := document.Under("Parts of the book")
	if p.Book == nil {
		return s
	}
	var t document.Table
	for i := range p.Book.Segments {
		at := &p.Book.Segments[i]
		if i == 0 || at.By != p.Book.Segments[i-1].By {
			s.Blocks = append(s.Blocks, t)
			t = grouped(at.By, "", "homes", "exposure", "values", "80 % interval of prices", "loans beyond prices")
		}
		t.Add(at.Name, at.Homes, euros(at.Exposure), euros(at.Total.Values), between(at.Total.Low80, at.Total.High80),
			euros(at.Shortfall))
	}
	s.Blocks = append(s.Blocks, t)
	return s
}
