package valuer

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
)

func TestOneWidthForAllHoldsItsShareOfTheErrors(t *testing.T) {
	var errors []scored
	for i := range 100 { // log errors from -0.50 to 0.49, of homes of 100 000 euros
		errors = append(errors, scored{price: 100_000, err: float64(i-50) / 100, weight: 1})
	}
	old := scored{price: 100_000, err: 3, weight: 0}
	got := fitConstant(append(errors, old))
	inside := 0
	for _, e := range errors {
		if value := e.price * math.Exp(-e.err); math.Abs(e.price-value) <= got.Euros {
			inside++
		}
	}
	if math.Abs(got.Low+0.405) > 1e-9 || math.Abs(got.High-0.395) > 1e-9 || inside != 80 {
		t.Errorf("fitConstant = %+v, which holds %d of 100 in euros; want -0.405 to 0.395, and 80", got, inside)
	}
	if none := fitConstant(nil); none != (Constant{}) {
		t.Errorf("without errors: %+v, want nothing", none)
	}
}

// TestErrorsInEurosAreMeasuredAtOneLevelOfTheMarket has a market that rises by 3 % a
// month, homes that would all cost 300 000 on the vintage's date, and errors of a tenth.
func TestErrorsInEurosAreMeasuredAtOneLevelOfTheMarket(t *testing.T) {
	const months, rise, price = 24, 0.03, 300_000.0
	asOf := gevel.NewDate(2020, 1, 1)
	v := &Vintage{AsOf: asOf, areas: index.NewAreas(nil, 1)}
	ix := &index.Index{First: asOf.Month() - months, Months: 2 * months, Areas: v.areas, Group: [][]float32{make([]float32, 2*months)}}
	level := make([]float32, 2*months)
	for m := range level {
		level[m] = float32(rise * float64(m))
	}
	ix.Area = [][]float32{level}
	v.Indexes = []Dated{{Known: asOf, Index: ix}}
	var outcomes []outcome
	for i := range 200 {
		day := asOf - 10 - gevel.Date(3*i)
		o := outcome{day: day, price: price * math.Exp(v.marketSince(index.MonthsSince(0, day), ix))}
		for k := range o.err {
			o.err[k] = 0.1 * float64(1-2*(i%2))
		}
		outcomes = append(outcomes, o)
	}
	v.calibrate(outcomes)
	if want := price * (math.Exp(0.1) - 1); math.Abs(v.OneWidth.Euros/want-1) > 1e-4 {
		t.Errorf("half the width is %.0f euros, want that of the values too high, %.0f", v.OneWidth.Euros, want)
	}
	f := Forecast{Value: price}
	f.setConstant(v.OneWidth, v.marketSince(index.MonthsSince(0, asOf)+6, ix))
	if got, want := (f.HighEuros80-f.LowEuros80)/2/v.OneWidth.Euros, math.Exp(6*rise); math.Abs(got/want-1) > 1e-4 {
		t.Errorf("after half a year the width is %.3f times as much, the market %.3f", got, want)
	}
}

func TestWithoutErrorsThereAreNoIntervalsOfOneWidth(t *testing.T) {
	f := Forecast{Value: 1}
	f.setConstant(Constant{}, 0)
	if f.HighLog80 != 0 || f.HighEuros80 != 0 {
		t.Errorf("intervals to %v and %v, want none", f.HighLog80, f.HighEuros80)
	}
}
