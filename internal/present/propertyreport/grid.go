package propertyreport

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
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

// index is the name of the difference between the price levels of two areas or house types; see explain.Difference.
const index = "index"

// grid lays out references.
type grid struct {
	words.Language
	home  explain.Explanation
	sales []explain.Reference
	moves []map[string]gevel.Euro // by reference: the euros of each difference
}

func gridOf(e explain.Explanation, l words.Language) []gridRow {
	g := grid{l, e, e.References, nil}
	for i := range g.sales {
		g.moves = append(g.moves, movesOf(&g.sales[i].AdjustedSale))
	}
	text, surface := l.PropertyReport(), e.Home.UseSurface
	rows := []gridRow{
		g.row(text.Price, "", func(r *explain.Reference) string { return l.Euros(r.Price) }),
		g.row(text.Sold, "", func(r *explain.Reference) string { return l.Date(r.Date) }),
		g.row(text.PerMetre, "", func(r *explain.Reference) string { return l.PerMetre(r.Price, r.UseSurface) }),
		g.row(text.Indexed, "", func(r *explain.Reference) string { return l.Euros(r.Indexed()) }),
		g.row(text.Distance, "", func(r *explain.Reference) string { return l.Number(r.Distance, 0) + " m" }),
	}
	rows[3].Total = true
	shown := []string{}
	table := gevel.Standard()
	for i := range table {
		a := &table[i]
		shown = append(shown, a.Name)
		value := func(c *gevel.Characteristics) string {
			if !a.Known(c) {
				return unknown
			}
			return l.Value(a.Text(a.Get(c)))
		}
		row := g.row(l.Characteristic(a), value(&e.Home), func(r *explain.Reference) string { return value(&r.Characteristics) })
		if g.adjust(&row, a.Name) || slices.ContainsFunc(row.Cells, func(c gridCell) bool { return c.Text != unknown }) {
			rows = append(rows, row)
		}
	}
	for _, d := range g.others(shown) {
		row := g.row(l.Difference(d), "", func(*explain.Reference) string { return "" })
		if g.adjust(&row, d.Name) {
			rows = append(rows, row)
		}
	}
	adjusted := g.row(text.Adjusted, l.Euros(e.Valuation.Weighted), func(r *explain.Reference) string { return l.Euros(r.Adjusted) })
	adjusted.Total = true
	return append(
		rows, adjusted,
		g.row(text.PerMetre, l.PerMetre(e.Valuation.Weighted, surface), func(r *explain.Reference) string { return l.PerMetre(r.Adjusted, surface) }),
		g.row(text.Likeness, "", func(r *explain.Reference) string { return l.Number(r.Equality, 0) + " %" }),
	)
}

func (g *grid) row(name, home string, of func(*explain.Reference) string) gridRow {
	row := gridRow{Name: name, Cells: []gridCell{{Text: home}}}
	for i := range g.sales {
		row.Cells = append(row.Cells, gridCell{Text: of(&g.sales[i])})
	}
	return row
}

// adjust adds what a difference is worth to a row, and reports whether it is worth anything.
func (g *grid) adjust(row *gridRow, name string) (adjusts bool) {
	for i, moves := range g.moves {
		cell := &row.Cells[i+1]
		if euros := moves[name]; euros != 0 {
			cell.Adjustment, adjusts = g.Signed(euros), true
		}
		cell.Same = cell.Adjustment == "" && cell.Text == row.Cells[0].Text
	}
	return adjusts
}

// others returns the differences whose names are not in but, the place and the market first.
func (g *grid) others(but []string) (list []explain.Difference) {
	for i := range g.sales {
		for _, d := range g.sales[i].Differences {
			known := slices.ContainsFunc(list, func(o explain.Difference) bool { return o.Name == d.Name })
			if !known && !slices.Contains(but, d.Name) {
				list = append(list, d)
			}
		}
	}
	first := []string{hedonic.Place, index, hedonic.Time}
	slices.SortStableFunc(list, func(a, b explain.Difference) int {
		rank := func(d explain.Difference) int {
			if at := slices.Index(first, d.Name); at >= 0 {
				return at
			}
			return len(first)
		}
		return rank(a) - rank(b)
	})
	return list
}

// movesOf returns the euros of each difference: with the indexed price they add up to the adjusted one.
func movesOf(s *explain.AdjustedSale) map[string]gevel.Euro {
	moves := map[string]gevel.Euro{}
	at, total := math.Log(float64(s.Price)*s.IndexFactor), s.Indexed()
	for i, d := range s.Differences {
		at += d.Log
		after := valuation.Euros(at)
		if i == len(s.Differences)-1 { // the last bits of the sum could turn a rounding
			after = s.Adjusted
		}
		moves[d.Name] = after - total
		total = after
	}
	return moves
}
