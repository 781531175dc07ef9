package propertyreport

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// The grid of an appraiser: the home beside its references, a row a characteristic, with what each difference adjusts.

// gridRow is a row; the first cell is the home's.
type gridRow struct {
	Name  string
	Cells []gridCell
	Total bool // an amount that adjustments lead to
}

// gridCell is what a home has, and what the difference with the subject is worth.
type gridCell struct {
	Text, Adjustment string
	Same             bool // as the subject, without an adjustment
}

// gridOf lays out the references beside a home of a surface.
func gridOf(why *present.Why, surface *int, l words.Language) []gridRow {
	text, value := l.PropertyReport(), why.Valuation.WeightedValue
	row := func(name, home string, of func(*present.WhyReference) string) gridRow {
		row := gridRow{Name: name, Cells: []gridCell{{Text: home}}}
		for i := range why.References {
			row.Cells = append(row.Cells, gridCell{Text: of(&why.References[i])})
		}
		return row
	}
	rows := []gridRow{
		row(text.Price, "", func(r *present.WhyReference) string { return l.Euros(r.Price) }),
		row(text.Sold, "", func(r *present.WhyReference) string { return l.Date(r.Date) }),
		row(text.PerMetre, "", func(r *present.WhyReference) string { return l.PerMetre(r.Price, r.UseSurface) }),
		row(text.Indexed, "", func(r *present.WhyReference) string { return l.Euros(r.IndexedPrice) }),
		row(text.Distance, "", func(r *present.WhyReference) string { return l.Number(r.Distance, 0) + " m" }),
	}
	rows[3].Total = true
	rows = append(rows, differenceRows(why.References, l)...)
	adjusted := row(text.Adjusted, l.Euros(value), func(r *present.WhyReference) string { return l.Euros(r.Adjusted) })
	adjusted.Total = true
	return append(
		rows, adjusted,
		row(text.PerMetre, l.PerMetre(value, surface), func(r *present.WhyReference) string { return l.PerMetre(r.Adjusted, surface) }),
		row(text.Likeness, "", func(r *present.WhyReference) string { return l.Number(r.Equality, 0) + " %" }),
	)
}

// differenceRows returns a row for each difference that adjusts a price, or that is known of a home sold.
func differenceRows(sales []present.WhyReference, l words.Language) (rows []gridRow) {
	for _, name := range differenceNames(sales) {
		var row gridRow
		adjusts, known := false, false
		for i := range sales {
			at := slices.IndexFunc(sales[i].Differences, func(d present.WhyDifference) bool { return d.Name == name })
			if at < 0 {
				row.Cells = append(row.Cells, gridCell{})
				continue
			}
			d := &sales[i].Differences[at]
			if row.Name == "" {
				row = gridRow{Name: d.Label, Cells: append([]gridCell{{Text: textOf(name, d.Has)}}, row.Cells...)}
			}
			cell := gridCell{Text: textOf(name, d.Had)}
			if d.Euros != 0 {
				cell.Adjustment, adjusts = l.Signed(d.Euros), true
			}
			cell.Same = cell.Adjustment == "" && cell.Text == row.Cells[0].Text
			row.Cells, known = append(row.Cells, cell), known || d.Had != nil
		}
		if adjusts || known {
			rows = append(rows, row)
		}
	}
	return rows
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

// differenceNames returns the names of differences: gevel's own characteristics in their order, then place and market, then
// others.
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
