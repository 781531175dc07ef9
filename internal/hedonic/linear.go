package hedonic

import (
	"context"
	"math"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/index"
)

// Linear is a ridge regression on the characteristics, and an effect of place that
// runs down nested areas. Fields are exported for encoding only.
type Linear struct {
	Design Design
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

// FitLinear learns the linear model: a robust ridge regression on the
// characteristics and an effect of place shrunk from area to area within it.
func FitLinear(ctx context.Context, t Training) (*Linear, error) {
	m := &Linear{Design: newDesign(t.Sales, t.Rows)}
	m.Places = index.NewAreas(pick(t.Sales.At, t.Rows), placeSize)
	rows := m.Design.matrix(t.Sales, t.Rows)
	areaOf := make([]int32, len(t.Rows))
	for i, row := range t.Rows {
		areaOf[i] = m.Places.Of(t.Sales.At[row])
	}
	m.Place = make([]float64, m.Places.Len())
	residual := make([]float64, len(t.Rows))
	for range linearRounds {
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
	for i := range residual {
		residual[i] -= m.Place[areaOf[i]]
	}
	m.Scale = robustScale(residual)
	return m, nil
}

// placeEffects returns what each area adds: the mean residual of its sales, shrunk
// to the area around it, single odd prices cut off.
func placeEffects(areas *index.Areas, areaOf []int32, residual []float64) []float64 {
	effect := make([]float64, areas.Len())
	rows := make([][]int32, areas.Len())
	for i, a := range areaOf {
		for ; a > 0; a = areas.Parent(a) {
			rows[a] = append(rows[a], int32(i))
		}
	}
	// The level of the whole, area 0, is the regression's.
	for a := 1; a < areas.Len(); a++ {
		around, sum := effect[areas.Parent(int32(a))], 0.0
		for _, i := range rows[a] {
			sum += cutOff(residual[i] - around)
		}
		effect[a] = around + sum/(float64(len(rows[a]))+placeSales)
	}
	return effect
}

// oddResidual is where the residual of a single sale stops to count in full, in
// log euros: about three standard deviations of what places explain.
const oddResidual = 0.5

func cutOff(x float64) float64 { return math.Max(-oddResidual, math.Min(oddResidual, x)) }

// Characteristics returns what the characteristics of a home are worth, log euros,
// less index and place.
func (m *Linear) Characteristics(h *edition.Home) float64 { return m.Design.apply(h, m.Coef) }

// Estimate returns the log price of a home, less the index.
func (m *Linear) Estimate(h *edition.Home) float64 {
	return m.Characteristics(h) + m.Place[m.Places.Of(h.At)]
}
