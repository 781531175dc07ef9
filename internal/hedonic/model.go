// Package hedonic is the price model of a dwelling: what its characteristics and
// its place are worth, in log euros, apart from the price level of the day, which
// is the index's.
package hedonic

import (
	"context"
	"math"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/index"
)

// Model estimates log prices. It is safe for concurrent use. Fields are exported
// for encoding only.
type Model struct {
	Design Design
	Coef   []float64 // one per column of the design, log euros
	Places *index.Areas
	Place  []float64 // what each area adds, the areas around it included
}

// Training is what a model learns from.
type Training struct {
	Sales  *edition.Sales
	Rows   []int32   // of the sales to learn from
	Target []float64 // log price less the index on the day of sale, one per row
}

const (
	// fitRounds is how often characteristics and place are fitted in turn; three
	// rounds leave less than a tenth of a percent to gain.
	fitRounds = 4
	// placeSize is how many sales the smallest areas of the place effect hold.
	placeSize = 12
	// placeSales is how many sales an area needs for its own mean to count half.
	placeSales = 4
)

// Fit learns a model: a robust ridge regression on the characteristics, and an
// effect of place that runs down nested areas, each shrunk to the one around it.
func Fit(ctx context.Context, t Training) (*Model, error) {
	m := &Model{Design: newDesign(t.Sales, t.Rows)}
	m.Places = index.NewAreas(pick(t.Sales.At, t.Rows), placeSize)
	rows := m.Design.matrix(t.Sales, t.Rows)
	areaOf := make([]int32, len(t.Rows))
	for i, row := range t.Rows {
		areaOf[i] = m.Places.Of(t.Sales.At[row])
	}
	m.Place = make([]float64, m.Places.Len())
	residual := make([]float64, len(t.Rows))
	for range fitRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i, y := range t.Target {
			residual[i] = y - m.Place[areaOf[i]]
		}
		coef, err := robustRidge(m.Design, rows, residual)
		if err != nil {
			return nil, err
		}
		m.Coef = coef
		for i, y := range t.Target {
			residual[i] = y - dot(rows[i], coef)
		}
		m.Place = placeEffects(m.Places, areaOf, residual)
	}
	return m, nil
}

func pick[T any](all []T, rows []int32) []T {
	picked := make([]T, len(rows))
	for i, row := range rows {
		picked[i] = all[row]
	}
	return picked
}

// placeEffects returns what each area adds: the mean residual of its sales, shrunk
// to the area around it, robust against single odd prices.
func placeEffects(areas *index.Areas, areaOf []int32, residual []float64) []float64 {
	sum, count := make([]float64, areas.Len()), make([]float64, areas.Len())
	effect := make([]float64, areas.Len())
	rows := make([][]int32, areas.Len())
	for i, a := range areaOf {
		for ; a >= 0; a = areas.Parent(a) {
			rows[a] = append(rows[a], int32(i))
		}
	}
	for a := range areas.Len() {
		around := 0.0
		if parent := areas.Parent(int32(a)); parent >= 0 {
			around = effect[parent]
		}
		for _, i := range rows[a] {
			sum[a] += clip(residual[i] - around)
			count[a]++
		}
		effect[a] = around + sum[a]/(count[a]+placeSales)
		if a == 0 {
			effect[a] = 0 // the level of the whole is the regression's
		}
	}
	return effect
}

// oddResidual is where the residual of a single sale stops to count in full, in
// log euros: about three standard deviations of what places explain.
const oddResidual = 0.5

func clip(x float64) float64 { return math.Max(-oddResidual, math.Min(oddResidual, x)) }

// Estimate returns the log price of a home, less the index.
func (m *Model) Estimate(h *edition.Home) float64 {
	return m.Design.apply(h, m.Coef) + m.Place[m.Places.Of(h.At)]
}
