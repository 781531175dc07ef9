package hedonic

import (
	"math"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// Leeway is the part of the linear model that is left to the trees: half of the slopes of the
// columns that must rise, between the sizes of all but a hundredth of the training sales at
// either end. Trees must rise in these too: on top of the whole slope they could make it
// steeper where it is too flat, but nowhere flatter. Outside, where trees have few sales to
// step at, nothing of the slope is left to them. Per column: those that need not rise have the
// empty span, of which nothing is left to the trees. Nil leaves them nothing of any.
type Leeway []span

// span is between which values of a column half of its slope is left to the trees.
type span struct{ Low, High float64 }

const (
	// leewayShare is the share of a slope that is left to the trees.
	leewayShare = 0.5
	// leewayTail is the share of the sales below and above a span.
	leewayTail = 0.01
	// leewaySales is how many sales there must be: trees of fewer draw half a slope badly.
	leewaySales = 200
)

// newLeeway returns the leeway that the sales in rows allow.
func newLeeway(d *Design, s *market.Sales, rows []int32) Leeway {
	if len(rows) < leewaySales {
		return nil
	}
	l := make(Leeway, d.Columns)
	values := make([][]float64, len(d.laid))
	var h market.Home
	for _, row := range rows {
		h = s.Home(int(row), h.Extra)
		for i, b := range d.laid {
			if b.rising == 0 {
				continue
			}
			c, ok := b.cell(h.BuildType.Group(), b.attribute.Get(&h.Characteristics))
			if ok && c.column < b.at+b.rising {
				values[i] = append(values[i], c.value)
			}
		}
	}
	for i, b := range d.laid {
		if b.rising == 0 {
			continue
		}
		// All groups' slopes of the use surface have one span: what the trees learn of it they
		// learn of all groups together, and say to a group that was never sold, too.
		span := spanOf(values[i])
		for c := b.at; c < b.at+b.rising; c++ {
			l[c] = span
		}
	}
	return l
}

func spanOf(values []float64) span {
	low, _ := stats.QuantileInPlace(values, leewayTail)
	high, ok := stats.QuantileInPlace(values, 1-leewayTail)
	if !ok { // no sale tells
		return span{}
	}
	return span{low, high}
}

// of returns what of a column's value is left to the trees.
func (l Leeway) of(c cell) float64 {
	if c.column >= len(l) {
		return 0
	}
	return leewayShare * min(max(c.value, l[c.column].Low), l[c.column].High)
}

// takeOff takes what is left to the trees off a home's columns.
func (l Leeway) takeOff(cells []cell) []cell {
	for i, c := range cells {
		cells[i].value -= l.of(c)
	}
	return cells
}

// sound reports whether a leeway that was read from a file is none or one that makes sense.
func (l Leeway) sound(columns int) bool {
	for _, s := range l {
		if !(s.Low <= s.High) || math.IsInf(s.Low, 0) || math.IsInf(s.High, 0) {
			return false
		}
	}
	return l == nil || len(l) == columns
}
