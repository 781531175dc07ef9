package reports

// The book of a portfolio: what its homes would sell for together.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/value/book"
)

// bookSection has the figures of the book, today and after the shock; nothing without homes.
func (p *Portfolio) bookSection() document.Section {
	s := document.Section{Key: "book", Title: "The book together"}
	if p.Book == nil || p.Book.Homes == 0 {
		return s
	}
	t := document.Table{Key: "figures", Columns: []document.Column{
		{Key: "figure", Name: "the book"}, {Key: "mean", Name: "mean"}, {Key: "interval", Name: "80 % interval"}, {Key: "worst", Name: "worst 5 %"},
	}}
	t.Rows = append(bookRows("", p.Book), bookRows(fmt.Sprintf(", prices %s %%", document.Signed(100*p.ShockBy, 0)), p.BookShocked)...)
	s.Blocks = explained(t, fmt.Sprintf("What the valued homes would sell for, drawn %d times: values err together by the level of the market, "+
		"of the area and of the type, and each for itself. Loans beyond prices is the sum by which loans exceed the prices of their homes.",
		p.Book.Draws))
	return s
}

// bookRows are the figures of the book at some time.
func bookRows(when string, d *book.Distribution) [][]document.Cell {
	if d == nil {
		return nil
	}
	amounts := func(i book.Interval) document.Cell {
		return document.Cell{Text: euros(int64(i.Low80)) + " to " + euros(int64(i.High80)), Raw: i}
	}
	none := document.Cell{Text: document.None, Raw: []any(nil)}
	rows := [][]document.Cell{{
		document.Word("total" + when), euroCell(d.Total.Mean), amounts(d.Total.Interval),
		{Text: "below " + euros(int64(d.Total.Low95)), Raw: d.Total.Low95},
	}}
	if when == "" {
		rows = append(rows, []document.Cell{document.Word("– if homes erred alone"), euroCell(d.Total.Mean), amounts(d.Alone), none})
	}
	for i := range d.Above {
		a := &d.Above[i]
		rows = append(rows, []document.Cell{
			document.Word(fmt.Sprintf("exposure above %.0f %%%s", 100*a.LTV, when)), percentCell(&a.Mean),
			{Text: percent(&a.Low80) + " to " + percent(&a.High80), Raw: a.Interval}, {Text: "above " + percent(&a.High95), Raw: a.High95},
		})
	}
	return append(rows, []document.Cell{
		document.Word("loans beyond prices" + when), euroCell(d.Shortfall.Mean), none,
		{Text: "above " + euros(int64(d.Shortfall.High95)) + ", on average " + euros(int64(d.Shortfall.Expected95)), Raw: d.Shortfall},
	})
}

// bookParts are the parts of the book, a table for each way of dividing it.
func (p *Portfolio) bookParts() document.Section {
	s := document.Section{Key: "bookParts", Title: "Parts of the book"}
	if p.Book == nil {
		return s
	}
	var t document.Table
	for i := range p.Book.Segments {
		at := &p.Book.Segments[i]
		if at.By != t.Key {
			s.Blocks = append(s.Blocks, t)
			t = document.Table{
				Key: at.By, Title: "by " + at.By, Fold: document.Open, Short: groupsShown, Columns: []document.Column{
					{Key: "name"}, {Key: "homes", Name: "homes"}, {Key: "exposure", Name: "exposure"}, {Key: "values", Name: "values"},
					{Key: "interval", Name: "80 % interval of prices"}, {Key: "shortfall", Name: "loans beyond prices"},
				},
			}
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(at.Name), document.Whole(at.Homes), euroCell(at.Exposure), euroCell(at.Total.Values),
			{Text: euros(int64(at.Total.Low80)) + " to " + euros(int64(at.Total.High80)), Raw: at.Total.Interval}, euroCell(at.Shortfall),
		})
	}
	s.Blocks = append(s.Blocks, t)
	return s
}
