package index

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
)

// tiered invents sales whose level in month t is course(t), and higher by slope(t) for each log euro of the estimate.
func tiered(n int, slope func(t float64) float64) []Observation {
	rng := rand.New(rand.NewPCG(2, 49))
	list := observe(rng, n, 1, 1, course)
	for i := range list {
		o := &list[i]
		o.Known, o.Estimate = o.Month, 12+0.4*rng.NormFloat64()
		o.Value += slope(o.Month-float64(start)) * max(-1, min(1, o.Estimate-12))
	}
	return list
}

func falling(t float64) float64 { return -0.004 * t }

func tunedTo(t *testing.T, list []Observation) Params {
	return Tune(t.Context(), list, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months), Ahead: 2, Season: UnknownSeason})
}

func TestCheapHomesMayRiseMoreThanDearOnes(t *testing.T) {
	list := tiered(5000, falling)
	params := tunedTo(t, list)
	ix := Fit(list, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) - 1}, params)
	rise := func(estimate float64) float64 {
		return ix.LevelOf(1, 1, estimate, float64(start)+44) - ix.LevelOf(1, 1, estimate, float64(start)+4)
	}
	for _, tier := range []float64{-1, -0.3, 0, 0.5, 1} {
		want := course(44) - course(4) + tier*(falling(44)-falling(4))
		if got := rise(12 + tier); math.Abs(got-want) > 0.025 {
			t.Errorf("homes %v log euros above the middle rise by %.3f, want %.3f", tier, got, want)
		}
	}
	if far, most := rise(15), rise(ix.Tier.Middle+tierReach); far != most {
		t.Errorf("the dearest homes rise by %v, homes at the reach of a tier by %v", far, most)
	}
}

func TestWithoutATierHardlyAnyIsFound(t *testing.T) {
	without := tiered(3000, func(float64) float64 { return 0 })
	tuned := tunedTo(t, without)
	if got := Fit(without, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) - 1}, tuned).OfTier(13, float64(start)+40); math.Abs(got) > 0.02 {
		t.Errorf("a home of a market without a tier is moved by %v", got)
	}
	still := tuned.Tier.Growth
	if moving := tunedTo(t, tiered(3000, falling)).Tier.Growth; moving < 2*still {
		t.Errorf("the tier moves by %v a month where there is none, by %v where there is one", still, moving)
	}
	ix := fit(tiered(3000, falling))
	if got := ix.OfTier(13, float64(start)+40); got != 0 {
		t.Errorf("before it is tuned a tier moves levels by %v", got)
	}
}

// A slope of all residuals would turn the order of homes.
func TestABetterHomeIsNeverWorthLessByItsTier(t *testing.T) {
	params := DefaultParams()
	params.Tier = Prior{Persistence: 0.8, Growth: 1, Level: 10}
	ix := Fit(tiered(3000, func(t float64) float64 { return -0.2 * t }),
		Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) - 1}, params)
	for month := float64(start); month < float64(start)+60; month += 0.7 {
		before := math.Inf(-1)
		for estimate := 10.0; estimate < 14; estimate += 0.05 {
			value := estimate + ix.OfTier(estimate, month)
			if value < before-1e-9 {
				t.Fatalf("in month %v an estimate of %v is worth %v, a smaller one %v", month, estimate, value, before)
			}
			before = value
		}
	}
}

func TestATierThatCannotBeIsRefused(t *testing.T) {
	for name, tier := range map[string]Tier{
		"too few months": {Slope: make([]float32, 3)}, "a middle that is no number": {Middle: math.NaN()},
		"a slope that is no number": {Slope: []float32{0, float32(math.NaN())}}, "better is cheaper": {Slope: []float32{0, -1.5}},
	} {
		if err := tier.check(2); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	for _, tier := range []Tier{{}, {Slope: []float32{0.1, -0.2}, Middle: 12}} {
		if err := tier.check(2); err != nil {
			t.Error(err)
		}
	}
}
