package propertyreport

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/present"
)

// The grid of an appraiser: the home beside its references, a row a characteristic, with what each difference adjusts.

// grid is the table of references.
type grid struct {
	document.Table
	*builder
}

// sold is a home that was sold.
type sold = *present.WhyReference

// references lays out the references beside the home.
func (b *builder) references() document.Section {
	text, value := b.text, b.leading()
	const ordinary, total = document.NoVerdict, document.Neutral
	g := grid{table("", text.Home), b}
	for i, r := range b.why.References {
		g.Columns = append(g.Columns, document.Column{Name: fmt.Sprintf("%d. %s", i+1, r.Name(text.NotKnown))})
	}
	g.each(ordinary, text.Price, "", func(r sold) string { return b.Euros(r.Price) })
	g.each(ordinary, text.Sold, "", func(r sold) string { return b.Date(r.Date) })
	g.each(ordinary, text.PerMetre, "", func(r sold) string { return b.PerMetre(r.Price, r.UseSurface) })
	g.each(total, text.Indexed, "", func(r sold) string { return b.Euros(r.IndexedPrice) })
	g.each(ordinary, text.Distance, "", func(r sold) string { return b.Number(r.Distance, 0) + " m" })
	for _, name := range differenceNames(b.why.References) {
		g.difference(name)
	}
	g.each(total, text.Adjusted, b.Euros(value), func(r sold) string { return b.Euros(r.Adjusted) })
	g.each(ordinary, text.PerMetre, b.PerMetre(value, b.surface),
		func(r sold) string { return b.PerMetre(r.Adjusted, b.surface) })
	g.each(ordinary, text.Likeness, "", func(r sold) string { return b.Number(r.Equality, 0) + " %" })
	return whole(text.References, aside(text.ReferencesNote), g.Table, paragraphs(b.why.Words.References),
		paragraphs(b.why.Notes.References...))
}

// each adds a row with a text of the home and of each reference.
func (g *grid) each(tone document.Tone, name, home string, of func(sold) string) {
	cells := []document.Cell{tone.Says(name), tone.Says(home)}
	for i := range g.why.References {
		cells = append(cells, tone.Says(of(&g.why.References[i])))
	}
	g.Add(cells)
}

// difference adds a row for a difference if it adjusts a price, or is known of a home sold.
func (g *grid) difference(name string) {
	var label, home string
	cells, shown := make([]document.Cell, len(g.why.References)), false
	for i := range g.why.References {
		differences := g.why.References[i].Differences
		at := slices.IndexFunc(differences, func(d present.WhyDifference) bool { return d.Name == name })
		if at < 0 {
			continue
		}
		d := &differences[at]
		label, home = d.Label, textOf(name, d.Has)
		cells[i].Text = textOf(name, d.Had)
		if d.Euros != 0 {
			cells[i].Note = g.Signed(d.Euros)
		} else if cells[i].Text == home {
			cells[i].Tone = document.Soft
		}
		shown = shown || d.Euros != 0 || d.Had != nil
	}
	if shown {
		row(&g.Table, label, home, cells)
	}
}

// around are the differences that are no characteristics: the place, and the levels of the market.
var around = []string{hedonic.Place, "index", hedonic.Time}

// textOf writes what a home has of a characteristic.
func textOf(name string, has *string) string {
	switch {
	case slices.Contains(around, name):
		return ""
	case has == nil:
		return unknown
	}
	return *has
}

// differenceNames returns the names of differences: gevel's own characteristics in their order, then place and market,
// then others.
func differenceNames(sales []present.WhyReference) (names []string) {
	var order []string
	for _, a := range gevel.Standard() {
		order = append(order, a.Name)
	}
	order = append(order, around...)
	for i := range sales {
		for _, d := range sales[i].Differences {
			if !slices.Contains(names, d.Name) {
				names = append(names, d.Name)
			}
		}
	}
	rank := func(name string) int {
		if at := slices.Index(order, name); at >= 0 {
			return at
		}
		return len(order)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names
}
