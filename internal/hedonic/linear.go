package hedonic

import (
	"context"
	"math"

	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/parallel"
)

// Linear is a ridge regression on the characteristics, and an effect of place that
// runs down nested areas. Fields are exported for encoding only.
type Linear struct {
	Design *Design
	Coef   []float64 // one per column of the design, log euros
	Places *index.Areas
	Place  []float64 // what each area adds, the areas around it included
	Scale  float64   // robust standard deviation of what is left over, log euros
}

const (
	// linearRounds is how often characteristics and place are fitted in turn; more
	// rounds change the estimates by less than a tenth of a percent.
	linearRounds = 4
	// placeSize is how many sales the smallest areas of the place effect hold.
	placeSize = 12
	// placeSales is how many sales an area needs for its own mean to count half.
	placeSales = 4
)

// LinearFit fits linear models of the same sales, whatever their targets: places and
// columns are worked out once.
type LinearFit struct {
	design *Design
	places *index.Areas
	cells  [][]cell // of each sale
	areaOf []int32
	within [][]int32 // per area the numbers of its sales; none of the whole
}

// NewLinearFit lays out the sales in rows.
func NewLinearFit(s *market.Sales, rows []int32) *LinearFit {
	f := &LinearFit{design: newDesign(s, rows), areaOf: make([]int32, len(rows))}
	f.places = index.NewAreas(pick(s.Place, rows), placeSize)
	f.cells = f.design.matrix(s, rows)
	for i, row := range rows {
		f.areaOf[i] = f.places.Of(s.Place[row])
	}
	f.within = make([][]int32, f.places.Len())
	for i, a := range f.areaOf {
		for ; a > 0; a = f.places.Parent(a) {
			f.within[a] = append(f.within[a], int32(i))
		}
	}
	return f
}

// Fit learns the linear model of a target per sale: a robust ridge regression on the
// characteristics and an effect of place shrunk from area to area within it.
func (f *LinearFit) Fit(ctx context.Context, target []float64) (*Linear, error) {
	m := &Linear{Design: f.design, Places: f.places, Place: make([]float64, f.places.Len())}
	residual := make([]float64, len(target))
	for range linearRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i, y := range target {
			residual[i] = y - m.Place[f.areaOf[i]]
		}
		coef, err := robustRidge(m.Design, f.cells, residual)
		if err != nil {
			return nil, err
		}
		m.Coef = coef
		residuals(residual, f.cells, target, coef)
		m.Place = placeEffects(m.Places, f.within, residual)
	}
	for i := range residual {
		residual[i] -= m.Place[f.areaOf[i]]
	}
	m.Scale = robustScale(residual)
	return m, nil
}

// residuals sets to to what the regression leaves of y.
func residuals(to []float64, rows [][]cell, y, coef []float64) {
	parallel.Rows(len(y), func(from, end int) {
		for i := from; i < end; i++ {
			to[i] = y[i] - dot(rows[i], coef)
		}
	})
}

// placeEffects returns what each area adds: the mean residual of its sales, shrunk
// to the area around it, single odd prices cut off.
func placeEffects(areas *index.Areas, within [][]int32, residual []float64) []float64 {
	effect := make([]float64, areas.Len())
	// The level of the whole, area 0, is the regression's.
	for a := 1; a < areas.Len(); a++ {
		around, sum := effect[areas.Parent(int32(a))], 0.0
		for _, i := range within[a] {
			sum += cutOff(residual[i] - around)
		}
		effect[a] = around + sum/(float64(len(within[a]))+placeSales)
	}
	return effect
}

// oddResidual is where the residual of a single sale stops to count in full, in
// log euros: about three standard deviations of what places explain.
const oddResidual = 0.5

func cutOff(x float64) float64 { return math.Max(-oddResidual, math.Min(oddResidual, x)) }

// Characteristics returns what the characteristics of a home are worth, log euros,
// less index and place.
func (m *Linear) Characteristics(h *market.Home) float64 { return m.less(nil, h) }

// less is Characteristics without what is left to the trees: what these are added to.
func (m *Linear) less(l Leeway, h *market.Home) float64 {
	var room [cellRoom]cell
	return dot(l.takeOff(m.Design.cells(h, room[:0])), m.Coef)
}

// Estimate returns the log price of a home, less the index.
func (m *Linear) Estimate(h *market.Home) float64 {
	return m.Characteristics(h) + m.Place[m.Places.Of(h.Place)]
}
