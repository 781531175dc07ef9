package index

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
	"pgregory.net/rapid"
)

func TestTuneIsDeterministicAndNoWorseThanTheDefault(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	list := append(observe(rng, 300, 1, 1, course), observe(rng, 300, 2, 2, course)...)
	last := start + gevel.Month(months)
	got := Tune(list, twoAreas(), start, last, 3)
	if again := Tune(list, twoAreas(), start, last, 3); again != got {
		t.Errorf("tuned again %+v, want %+v", again, got)
	}
	trial := tuner{observations: list, areas: twoAreas(), first: start, last: last, ahead: 3}
	if tuned, plain := trial.score(got), trial.score(DefaultParams()); tuned > plain {
		t.Errorf("tuned priors score %v, the default ones %v", tuned, plain)
	}
}

func TestWhatForetellsBestIsChosen(t *testing.T) {
	persistence := func(level func(float64) float64) float64 {
		list := observe(rand.New(rand.NewPCG(4, 4)), 6000, 1, 1, level)
		return Tune(list, twoAreas(), start, start+gevel.Month(months), 6).Whole.Persistence
	}
	waves := func(t float64) float64 { return 0.06 * math.Sin(2*math.Pi*t/18) }
	lasting := func(t float64) float64 { return 0.10 * math.Sin(2*math.Pi*t/90) }
	if short, long := persistence(waves), persistence(lasting); short > 0.8 || long < 0.94 {
		t.Errorf("growth is held to persist by %v where it turns each 9 months, by %v where it lasts for years", short, long)
	}
}

func TestWithoutATrialNothingIsTuned(t *testing.T) {
	list := observe(rand.New(rand.NewPCG(6, 2)), 100, 1, 1, course)
	for i := range list {
		list[i].Month = float64(start) + float64(i%3)
	}
	if got, want := Tune(list, twoAreas(), start, start+3, 6), DefaultParams(); got != want {
		t.Errorf("from three months of sales %+v is tuned, want %+v", got, want)
	}
}

func TestALongRiseIsNoSpread(t *testing.T) {
	list := observe(rand.New(rand.NewPCG(3, 9)), 5000, 1, 1, func(t float64) float64 { return 0.03 * t })
	f, all := newFitter(list, start, start+gevel.Month(months))
	f.robust(all, DefaultParams().Whole)
	if f.scale < 0.095 || f.scale > 0.105 {
		t.Errorf("sales that lie 0.1 about a steep path have a scale of %.3f", f.scale)
	}
}

func TestPriorsThatForetellAlikeCountAlike(t *testing.T) {
	tried := []Prior{{Persistence: 0.5, Growth: 0.001}, {Persistence: 0.9, Growth: 0.004, Season: 0.02}}
	alike := blend(tried, []float64{7, 7})
	if want := (Prior{Persistence: 0.75, Growth: 0.002, Season: 0.01}); !near(alike, want) {
		t.Errorf("the blend of two that foretell alike is %+v, want %+v", alike, want)
	}
	if got := blend(tried, []float64{7, 7.1}); !near(got, tried[0]) {
		t.Errorf("the blend with one that foretells worse by far is %+v, want %+v", got, tried[0])
	}
	rapid.Check(t, func(t *rapid.T) {
		losses := rapid.SliceOfN(rapid.Float64Range(1, 1.01), 2, 2).Draw(t, "losses")
		before := blend(tried, losses)
		losses[rapid.IntRange(0, 1).Draw(t, "which")] *= 1 + 1e-6
		if after := blend(tried, losses); math.Abs(after.Persistence/before.Persistence-1) > 1e-3 {
			t.Fatalf("a millionth of a loss moves the persistence from %v to %v", before.Persistence, after.Persistence)
		}
	})
}

// near reports whether two priors are the same but for rounding.
func near(a, b Prior) bool {
	return math.Abs(a.Persistence-b.Persistence) < 1e-9 && math.Abs(a.Growth-b.Growth) < 1e-9 && math.Abs(a.Season-b.Season) < 1e-9
}
