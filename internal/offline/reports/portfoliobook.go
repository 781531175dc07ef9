package reports

// The book of a portfolio: what its homes would sell for together.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/value/book"
)

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
