package ratio

import (
	"math"
	"slices"
	"testing"
)

func TestAFigureIsHeldAtMostToItsBar(t *testing.T) {
	f := known(1.5).within(1, 2)
	for bar, want := range map[float64]Outcome{2.5: Met, 2: Met, 1.5: Undecided, 1: Undecided, 0.5: NotMet} {
		if got := f.atMost(bar); got != want {
			t.Errorf("1 to 2 at most %v: %v, want %v", bar, got, want)
		}
	}
	if got := known(1).atMost(2); got != Undecided {
		t.Errorf("a figure without an interval is %v", got)
	}
}

func TestTheSlopeIsOfTheRowsThatWereDrawn(t *testing.T) {
	sold := func(prices ...float64) (all []*Observation) {
		for i, price := range prices {
			all = append(all, &Observation{Price: price, Value: price * (0.9 + 0.05*float64(i)), HasValue: true})
		}
		return all
	}
	three := newRatioSet(sold(100_000, 200_000, 400_000))
	four := newRatioSet(sold(100_000, 200_000, 400_000, 3_000_000))
	want := three.slope([]int32{1, 1, 1}, 0.95)
	if got := four.slope([]int32{1, 1, 1, 0}, 0.95); math.Abs(got-want) > 1e-12 || !(want > 0) {
		t.Errorf("%v without the row that was not drawn, want %v", got, want)
	}
	if got := four.slope([]int32{1, 1, 1, 1}, 0.95); math.Abs(got-want) < 1e-6 {
		t.Errorf("%v with it too", got)
	}
	alike := newRatioSet([]*Observation{
		{Price: 100_000, Value: 100_000, HasValue: true}, {Price: 100_000, Value: 100_000, HasValue: true},
	})
	if got := alike.slope([]int32{1, 1}, 1); !math.IsNaN(got) {
		t.Errorf("%v of equal homes", got)
	}
}

// printed are the measures by the decimals that every report gives them: of shares a tenth of a percent suffices, and
// the levels and slopes of ratios differ in the third.
var printed = map[int][]string{
	1: {"pe10", "pe15", "pe20", "pe5"},
	2: {"cod", "crps", "hitRate", "mape", "mdape", "vei"},
	3: {"meanRatio", "medianRatio", "mki", "prb", "prd", "r2", "weightedMeanRatio"},
}

func TestMeasuresArePrintedWithTheirDecimals(t *testing.T) {
	want := map[int][]string{}
	for i := range Table {
		m := &Table[i]
		want[m.Decimals] = append(want[m.Decimals], m.Key)
	}
	for decimals, keys := range printed {
		if !slices.Equal(slices.Sorted(slices.Values(want[decimals])), keys) {
			t.Errorf("with %d decimals %q, want %q", decimals, slices.Sorted(slices.Values(want[decimals])), keys)
		}
	}
}
