package valuation_test

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The trees fit prices from their training closer than later ones, so by adjusted prices
// comparables lie farther apart with a vintage a year older. The scatter must hardly rise.
func TestScatterHardlyHangsOnTheAgeOfTheVintage(t *testing.T) {
	town := smalltown.Shared(t)
	s, known := town.Sales(), smalltown.Dates[1]
	w := valuation.NewWorkspace(s)
	var adjusted, scatter, n float64
	for row, day := range s.Date {
		if day < known {
			continue
		}
		h := s.Home(row, nil)
		sign := 1.0
		for _, v := range town.Vintages() {
			var trace valuation.Trace
			if !w.Indicate(valuation.Query{Vintage: v, Home: &h, Day: day, Known: known, Holdout: true}, &trace) {
				t.Fatalf("sale %d has too few comparables", row)
			}
			adjusted += sign * math.Log(deviation(&trace.Comparables))
			scatter += sign * math.Log(trace.Comparables.Scatter)
			sign = -1
		}
		n++
	}
	if n < 50 || adjusted/n < 0.15 {
		t.Fatalf("of %v homes adjusted prices lie %+.3f farther apart by the older vintage: nothing to see", n, adjusted/n)
	}
	if math.Abs(scatter/n) > 0.13 {
		t.Errorf("comparables scatter by %+.3f more to the older vintage, adjusted prices by %+.3f", scatter/n, adjusted/n)
	}
}

// deviation returns the weighted standard deviation of the adjusted prices.
func deviation(c *valuation.Comparables) float64 {
	squares := 0.0
	for _, sale := range c.Sales {
		squares += sale.Weight * (sale.Adjusted - c.Indication.Value) * (sale.Adjusted - c.Indication.Value)
	}
	return math.Sqrt(squares)
}
