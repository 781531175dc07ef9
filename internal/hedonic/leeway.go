package hedonic

import (
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/stats"
)

// Leeway is the part of the linear model that is left to the trees: half of the slope of each
// column that must rise, between the sizes that the training sales have. Trees must rise in it
// too: added to the whole slope they could make it steeper where it is too flat, but nowhere
// flatter. Beyond these sizes, where trees are level, the whole slope counts.
type Leeway []span

// span is the values of a column between which the trees tell half of its slope.
type span struct{ Low, High float64 }

const (
	// leewayShare is the share of a slope that is left to the trees.
	leewayShare = 0.5
	// leewayTail is the share of the sales below and above a span.
	leewayTail = 0.01
)

// newLeeway returns the leeway that the sales in rows allow. All groups' slopes of the use
// surface have one span: the trees learn what they are to tell of all groups together.
func newLeeway(d *Design, s *edition.Sales, rows []int32) Leeway {
	values := map[int][]float64{}
	var h edition.Home
	var cells []cell
	for _, row := range rows {
		h = s.Home(int(row), h.Num, h.Cat)
		cells = d.cells(&h, cells[:0])
		for _, c := range cells {
			if d.Rising[c.column] {
				trait := risingTrait(c.column)
				values[trait] = append(values[trait], c.value)
			}
		}
	}
	leeway := make(Leeway, atMonument) // the rising columns lie before it
	for column := range leeway {
		if told := values[risingTrait(column)]; d.Rising[column] && len(told) > 0 {
			leeway[column].Low, _ = stats.QuantileInPlace(told, leewayTail)
			leeway[column].High, _ = stats.QuantileInPlace(told, 1-leewayTail)
		}
	}
	return leeway
}

// risingTrait returns the first of the columns that tell of the same characteristic.
func risingTrait(column int) int {
	if column >= atSurface && column < atNoSurface {
		return atSurface
	}
	return column
}

// of returns what of a column's value is left to the trees.
func (l Leeway) of(c cell) float64 {
	if c.column >= len(l) {
		return 0
	}
	return leewayShare * min(max(c.value, l[c.column].Low), l[c.column].High)
}

// less returns the linear model's estimate of a home's characteristics without what is left
// to the trees: what these are added to.
func (l Leeway) less(m *Linear, h *edition.Home) float64 {
	var room [fixedColumns]cell
	sum := 0.0
	for _, c := range m.Design.cells(h, room[:0]) {
		sum += (c.value - l.of(c)) * m.Coef[c.column]
	}
	return sum
}
