package valuer

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/comps"
)

func TestScatterIsThatOfPricesAdjustedByBothEstimates(t *testing.T) {
	// By the hedonic estimates the prices are 12, 12.2 and 12.6, by likeness' 12.5, 12.2 and 12.1.
	v := &Vintage{Base: []float32{0.5, 0.25, 0}, Likeness: Likeness{Bare: []float32{0, 0.25, 0.5}}}
	in := &indications{comps: comps.Indication{Value: 12.2}, found: []comps.Comparable{
		{Row: 0, Adjusted: 12, Weight: 0.5}, {Row: 1, Adjusted: 12.2, Weight: 0.25}, {Row: 2, Adjusted: 12.6, Weight: 0.25},
	}}
	by, weights := []float64{12.25, 12.2, 12.35}, []float64{0.5, 0.25, 0.25}
	mean, squares := 0.0, 0.0
	for i, w := range weights {
		mean += w * by[i]
	}
	for i, w := range weights {
		squares += w * (by[i] - mean) * (by[i] - mean)
	}
	if got, want := v.scatter(in), math.Sqrt(squares); math.Abs(got-want) > 1e-9 {
		t.Errorf("comparables scatter by %v, want %v", got, want)
	}
}

// The trees leave less of the prices that they have learned from than of later ones, so a
// vintage that is a year older takes them to lie farther apart: by what it is told of the
// error, by less than half as much as by adjusted prices.
func TestScatterHardlyHangsOnTheAgeOfTheVintage(t *testing.T) {
	town := newTown(t)
	g := newGround(town.edition.Sales())
	d, known := newDesk(g), townDates[1]
	var adjusted, scatter, n float64
	for row, day := range g.sales.Date {
		if day < known {
			continue
		}
		h := g.sales.Home(row, nil, nil)
		sign := 1.0
		for _, v := range town.vintages {
			q := question{home: &h, day: day, known: known}
			d.near(q)
			in := d.indicate(v, q)
			adjusted += sign * math.Log(deviation(&in))
			scatter += sign * math.Log(in.scatter)
			sign = -1
		}
		n++
	}
	if n < 50 || adjusted/n < 0.2 {
		t.Fatalf("of %v homes adjusted prices lie %+.3f farther apart by the older vintage: nothing to see", n, adjusted/n)
	}
	if math.Abs(scatter) > adjusted/2 {
		t.Errorf("comparables scatter by %+.3f more to the older vintage, adjusted prices by %+.3f", scatter/n, adjusted/n)
	}
}

// deviation returns the weighted standard deviation of the adjusted prices.
func deviation(in *indications) float64 {
	squares := 0.0
	for _, c := range in.found {
		squares += c.Weight * (c.Adjusted - in.comps.Value) * (c.Adjusted - in.comps.Value)
	}
	return math.Sqrt(squares)
}
