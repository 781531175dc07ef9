package hedonic

import (
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/num/parallel"
)

// Linear is a ridge regression on the characteristics, and an effect of position by nested
// areas. Fields are exported for encoding only.
type Linear struct {
	Design *Design
	Coef   []float64 // one per column of the design, log euros
	Places *index.Areas
	Place  []float64 // effect of each area, including the areas around it
	Scale  float64   // robust standard deviation of the residuals, log euros
}

const (
	// linearRounds is the number of alternating fits of characteristics and position; more
	// rounds change the estimates by less than a tenth of a percent.
	linearRounds = 4
	// placeSize is the number of sales in the smallest areas.
	placeSize = 12
	// placeSales is the pseudo-count of sales at the level of the surrounding area.
	placeSales = 4
)

// LinearFit fits linear models of several targets to the same sales: areas and columns are computed once.
type LinearFit struct {
	design  *Design
	places  *index.Areas
	cells   *matrix // of each sale
	areaOf  []int32
	weights []float64 // of the sales, by their residuals in the round before, also of another target
	depths  [][]int32 // of areas: those around none but the whole, those around by one of these, and so on
}

// NewLinearFit prepares a fit of the sales in rows.
func NewLinearFit(s *market.Sales, rows []int32) *LinearFit {
	f := &LinearFit{
		design: newDesign(s, rows), areaOf: make([]int32, len(rows)), weights: slices.Repeat([]float64{1}, len(rows)),
	}
	f.places = index.NewAreas(pick(s.Place, rows), placeSize)
	f.cells = f.design.matrix(s, rows)
	for i, row := range rows {
		f.areaOf[i] = f.places.Of(s.Place[row])
	}
	f.depths = depthsOf(f.places)
	return f
}

// depthsOf returns by depth the area around each area, itself where it is not deeper.
func depthsOf(areas *index.Areas) (depths [][]int32) {
	depth, deepest := make([]int, areas.Len()), 0
	for a := 1; a < areas.Len(); a++ {
		depth[a] = depth[areas.Parent(int32(a))] + 1
		deepest = max(deepest, depth[a])
	}
	around := make([]int32, areas.Len())
	for a := range around {
		around[a] = int32(a)
	}
	depths = make([][]int32, deepest+1)
	for d := deepest; d >= 0; d-- {
		depths[d] = slices.Clone(around)
		for a, at := range around {
			if depth[at] == d && d > 0 {
				around[a] = areas.Parent(at)
			}
		}
	}
	return depths
}

// Fit learns the linear model of one target per sale: a robust ridge regression on the
// characteristics, with Huber's loss and no negative coefficient on rising columns, and an
// effect of place shrunk from each area to the areas within it.
func (f *LinearFit) Fit(ctx context.Context, target []float64) (*Linear, error) {
	m := &Linear{Design: f.design, Places: f.places, Place: make([]float64, f.places.Len())}
	residual := make([]float64, len(target))
	for round := range linearRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		gevel.Report(ctx, round, linearRounds)
		for i, y := range target {
			residual[i] = y - m.Place[f.areaOf[i]]
		}
		var err error
		if m.Coef, err = risingRidge(m.Design, f.cells, residual, f.weights); err != nil {
			return nil, err
		}
		residuals(residual, f.cells, target, m.Coef)
		m.Place = f.placeEffects(residual)
		for i := range residual {
			residual[i] -= m.Place[f.areaOf[i]]
		}
		m.Scale = setWeights(f.weights, residual)
	}
	return m, nil
}

// residuals sets to to the residuals of y.
func residuals(to []float64, rows *matrix, y, coef []float64) {
	parallel.Rows(len(y), func(from, end int) {
		for i := from; i < end; i++ {
			to[i] = y[i] - rows.dot(i, coef)
		}
	})
}

// placeEffects returns the effect of each area: the mean clipped residual of its sales, shrunk
// to the area around it. Each area sums its sales in their order.
func (f *LinearFit) placeEffects(residual []float64) []float64 {
	n := f.places.Len()
	effect, sums, counts := make([]float64, n), make([]float64, n), make([]int, n)
	for d, at := range f.depths[1:] { // the regression holds the level of the whole, area 0
		above := f.depths[d]
		for i, area := range f.areaOf {
			if a := at[area]; a != above[area] {
				sums[a] += clip(residual[i] - effect[above[area]])
				counts[a]++
			}
		}
		for a := range effect {
			if at[a] == int32(a) && above[a] != int32(a) { // of this depth
				effect[a] = effect[above[a]] + sums[a]/(float64(counts[a])+placeSales)
			}
		}
	}
	return effect
}

// clipResidual is the largest residual of a single sale that counts in full, log euros: about
// three standard deviations of what position explains.
const clipResidual = 0.5

func clip(x float64) float64 { return math.Max(-clipResidual, math.Min(clipResidual, x)) }

// Characteristics returns the value of a home's characteristics, log euros, without index and position.
func (m *Linear) Characteristics(h *market.Home) float64 { return m.less(nil, h) }

// less is Characteristics minus the share left to the trees, which are added to it.
func (m *Linear) less(l SlopeShare, h *market.Home) float64 {
	var room [cellRoom]cell
	return dot(l.takeOff(m.Design.cells(h, room[:0])), m.Coef)
}

// Estimate returns the log price of a home, less the index.
func (m *Linear) Estimate(h *market.Home) float64 {
	return m.Characteristics(h) + m.Place[m.Places.Of(h.Place)]
}
