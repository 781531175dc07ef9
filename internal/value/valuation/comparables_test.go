package valuation

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/vintage"
)

func TestScatterUsesPricesAdjustedByBothEstimates(t *testing.T) {
	// By the hedonic estimates the prices are 12, 12.2 and 12.6, by the trends 12.5, 12.2 and 12.1.
	v := &vintage.Vintage{Kriging: vintage.Kriging{Trends: []float32{0, 0.25, 0.5}}}
	c := Comparables{Indication: comps.Indication{Value: 12.2}, Sales: []comps.Comparable{
		{Row: 0, Estimate: 0.5, Adjusted: 12, Weight: 0.5},
		{Row: 1, Estimate: 0.25, Adjusted: 12.2, Weight: 0.25},
		{Row: 2, Adjusted: 12.6, Weight: 0.25},
	}}
	by, weights := []float64{12.25, 12.2, 12.35}, []float64{0.5, 0.25, 0.25}
	mean, squares := 0.0, 0.0
	for i, w := range weights {
		mean += w * by[i]
	}
	for i, w := range weights {
		squares += w * (by[i] - mean) * (by[i] - mean)
	}
	if got, want := c.scatter(v), math.Sqrt(squares); math.Abs(got-want) > 1e-9 {
		t.Errorf("comparables scatter by %v, want %v", got, want)
	}
}
