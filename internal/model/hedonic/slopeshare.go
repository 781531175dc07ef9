package hedonic

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
)

// SlopeShare is the part of the linear model that is left to the trees: half of the slope of each monotone column,
// between the 1st and 99th percentile of the training sales. Trees are monotone in these columns too: on top of the
// whole slope they could make it steeper where it is too flat, but never flatter. Outside the percentiles, where
// trees have few sales to split on, the linear model keeps all of its slope. There is a span per column, empty if
// the column is not monotone; a nil SlopeShare leaves nothing to the trees.
type SlopeShare []span

// span is the range of a column in which half of its slope is left to the trees.
type span struct{ Low, High float64 }

const (
	// leftToTrees is the share of a slope that is left to the trees.
	leftToTrees = 0.5
	// spanTail is the share of the sales below and above a span.
	spanTail = 0.01
	// spanSales is the fewest training sales: trees of fewer fit half a slope badly.
	spanSales = 200
)

// newSlopeShare returns the slope share for the sales in rows, nil if they are too few.
func newSlopeShare(d *Design, s *market.Sales, rows []int32) SlopeShare {
	if len(rows) < spanSales {
		return nil
	}
	l := make(SlopeShare, d.Columns)
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
		// All groups' slopes of the use surface have one span: the trees learn from all groups
		// together, and apply it also to a group without sales.
		span := spanOf(values[i])
		for c := b.at; c < b.at+b.rising; c++ {
			l[c] = span
		}
	}
	return l
}

func spanOf(values []float64) span {
	low, _ := stats.QuantileInPlace(values, spanTail)
	high, ok := stats.QuantileInPlace(values, 1-spanTail)
	if !ok { // not known of any sale
		return span{}
	}
	return span{low, high}
}

// of returns the part of a column's value that is left to the trees.
func (l SlopeShare) of(c cell) float64 {
	if c.column >= len(l) {
		return 0
	}
	return leftToTrees * min(max(c.value, l[c.column].Low), l[c.column].High)
}

// takeOff subtracts the part that is left to the trees from a home's columns.
func (l SlopeShare) takeOff(cells []cell) []cell {
	for i, c := range cells {
		cells[i].value -= l.of(c)
	}
	return cells
}

// valid reports whether a slope share from a file is nil or fits a number of columns.
func (l SlopeShare) valid(columns int) bool {
	for _, s := range l {
		if !(s.Low <= s.High) || math.IsInf(s.Low, 0) || math.IsInf(s.High, 0) {
			return false
		}
	}
	return l == nil || len(l) == columns
}

// The coefficients of the linear model in readable form.

// Coefficient is what one unit of a column of the linear model adds to the log price of a home.
type Coefficient struct {
	Name string  // of the characteristic, as Contribution.Name; intercept
	Of   string  // which value, house type group or period; "" if the column applies to all homes
	Unit string  // what counts as one
	Log  float64 // log euros
}

// Intercept is the name of the coefficient that all homes have.
const Intercept = "intercept"

// Coefficients returns the coefficients in the order of the columns, without position, whose effects are per area.
// Half of each rising slope is left to the trees, which may reduce it; see SlopeShare.
func (m *Linear) Coefficients() []Coefficient {
	list := make([]Coefficient, m.Design.Columns)
	list[intercept] = Coefficient{Name: Intercept, Unit: "home"}
	for i := range m.Design.laid {
		b := &m.Design.laid[i]
		for c := b.at; c < b.end; c++ {
			list[c].Name = b.attribute.Name
			list[c].Of, list[c].Unit = b.reads(c - b.at)
		}
	}
	for c := range list {
		list[c].Log = m.Coef[c]
	}
	return list
}

// notKnown names the column of homes with an unknown characteristic.
const notKnown = "unknown"

// reads returns which homes column k of the block applies to, and its unit.
func (b *block) reads(k int) (of, unit string) {
	last := k == b.end-b.at-1
	switch b.coding {
	case yes:
		return "", "yes"
	case open:
		for code := range int32(b.attribute.Names.Len()) {
			if int(b.names.of(code)) == k {
				return b.attribute.Names.Name(code), "home"
			}
		}
		return "", "home"
	case closed:
		if k == 0 {
			return notKnown, "home"
		}
		return b.attribute.Values[k-1], "home"
	}
	if last {
		return notKnown, "home"
	}
	switch b.coding {
	case periods:
		return gevel.BuildPeriodName(k), "home"
	case logPerGroup:
		if k == 0 {
			return "house type " + notKnown, b.inLog("")
		}
		return gevel.BuildGroup(k).String(), b.inLog("")
	case logarithm:
		return "", b.inLog("")
	case logOne:
		return "", b.inLog(" + 1")
	case steps:
		return "", "grade above " + b.attribute.Values[0]
	}
	return "", fmt.Sprintf("standard deviation of %.4g, from %.4g", b.standard.Deviation, b.standard.Mean)
}

// inLog is one unit of a logarithm: a factor e.
func (b *block) inLog(more string) string {
	what := "number"
	if b.attribute.Unit != "" {
		what = b.attribute.Unit
	}
	return fmt.Sprintf("log of (%s%s) / (%g%s)", what, more, b.middling, more)
}
