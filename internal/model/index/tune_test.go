package index

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
	"pgregory.net/rapid"
)

func TestTuneIsDeterministicAndForecastsBetterThanMostAndTheDefault(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	list := append(observe(rng, 300, 1, 1, course), observe(rng, 300, 2, 2, course)...)
	last := start + gevel.Month(months)
	got := Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: last, Ahead: 3, Season: UnknownSeason})
	if again := Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: last, Ahead: 3, Season: UnknownSeason}); !reflect.DeepEqual(again, got) {
		t.Errorf("tuned again %+v, want %+v", again, got)
	}
	got.Ahead = nil // learned from all these months
	tried := []Params{got, DefaultParams()}
	for _, whole := range wholePriors() {
		p := DefaultParams()
		p.Whole = whole
		tried = append(tried, p)
	}
	trial := tuner{ctx: t.Context(), observations: list, areas: twoAreas(), first: start, last: last, ahead: 3}
	losses := trial.total(len(tried), func(month gevel.Month) []float64 { return trial.losses(month, tried) })
	if losses[0] > losses[1] {
		t.Errorf("forecasts with tuned priors lose %v, with the default ones %v", losses[0], losses[1])
	}
	if middle, _ := stats.Median(losses[2:]); losses[0] >= middle {
		t.Errorf("forecasts with tuned priors lose %v, with those tried %v in the middle", losses[0], middle)
	}
}

func TestWhatForecastsBestIsChosen(t *testing.T) {
	persistence := func(level func(float64) float64) float64 {
		list := observe(rand.New(rand.NewPCG(4, 4)), 6000, 1, 1, level)
		return Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months), Ahead: 6, Season: UnknownSeason}).Whole.Persistence
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
	untuned := DefaultParams()
	untuned.Ahead = withoutForecasts()
	if got, want := Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: start + 3, Ahead: 6, Season: UnknownSeason}), untuned; !reflect.DeepEqual(got, want) {
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

func TestPriorsThatForecastAlikeCountAlike(t *testing.T) {
	tried := []Prior{{Persistence: 0.5, Growth: 0.001}, {Persistence: 0.9, Growth: 0.004, Season: 0.02}}
	trial := tuner{ctx: t.Context(), observations: observe(rand.New(rand.NewPCG(8, 1)), 600, 1, 1, course), first: start, last: start +
		gevel.Month(months), ahead: tuneStep}
	blended := func(losses ...float64) Prior { return blend(tried, trial.credence(losses)) }
	if got, want := blended(7, 7), (Prior{Persistence: 0.75, Growth: 0.002, Season: 0.01}); !near(got, want) {
		t.Errorf("the blend of two that forecast alike is %+v, want %+v", got, want)
	}
	if got := blended(7, 14); !near(got, tried[0]) {
		t.Errorf("the blend with one that forecasts worse by far is %+v, want %+v", got, tried[0])
	}
	rapid.Check(t, func(t *rapid.T) {
		losses := rapid.SliceOfN(rapid.Float64Range(1, 1.01), 2, 2).Draw(t, "losses")
		before := blended(losses...)
		losses[rapid.IntRange(0, 1).Draw(t, "which")] *= 1 + 1e-6
		if after := blended(losses...); math.Abs(after.Persistence/before.Persistence-1) > 1e-3 {
			t.Fatalf("a millionth of a loss moves the persistence from %v to %v", before.Persistence, after.Persistence)
		}
	})
}

func TestALossCountsMoreWithMoreSales(t *testing.T) {
	second := func(n int) float64 {
		list := observe(rand.New(rand.NewPCG(2, 8)), n, 1, 1, course)
		trial := tuner{ctx: t.Context(), observations: list, first: start, last: start + gevel.Month(months), ahead: tuneStep}
		return trial.credence([]float64{1, 1.02})[1]
	}
	if few, many := second(100), second(10_000); few < 0.4 || many > 0.1 {
		t.Errorf("a prior that loses 2 %% more counts %.3f with few sales, %.3f with many", few, many)
	}
}

func TestGrowthOfAreasIsTunedWithoutJumps(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	list := append(observe(rng, 150, 1, 1, course), observe(rng, 150, 2, 2, course)...)
	grown := func() Params {
		return Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months), Ahead: 2, Season: UnknownSeason})
	}
	before := grown()
	for i := range list {
		list[i].Value += 0.01 * rng.NormFloat64()
	}
	after := grown()
	for what, growth := range map[string][2]float64{
		"areas": {before.Area.Growth, after.Area.Growth}, "groups": {before.Group.Growth, after.Group.Growth},
	} {
		if moved := math.Abs(math.Log(growth[1] / growth[0])); moved == 0 || moved > 0.1 {
			t.Errorf("noise of a hundredth on prices takes the growth of %s from %v to %v", what, growth[0], growth[1])
		}
	}
}

// Estimates that were trained on the prices leave small residuals: an index that takes their size
// for the noise would follow every price.
func TestWhatIsLeftOfLearnedPricesIsNotTakenForTheNoise(t *testing.T) {
	list := observe(rand.New(rand.NewPCG(9, 2)), 600, 1, 1, course)
	learned := make([]Observation, len(list))
	for i, o := range list {
		level := 12 + course(o.Month-float64(start))
		learned[i] = o
		learned[i].Value = level + (o.Value-level)/3
	}
	roughness := func(observations []Observation, noise float64) float64 {
		params := DefaultParams()
		params.Noise = noise
		level, sum := Fit(observations, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) - 1}, params).Area[0], 0.0
		for m := 2; m < len(level); m++ {
			sum += math.Abs(float64(level[m] - 2*level[m-1] + level[m-2]))
		}
		return sum
	}
	if given, estimated := roughness(list, 0.1), roughness(list, 0); math.Abs(given/estimated-1) > 0.1 {
		t.Errorf("with the noise given an index bends by %.4f, with that of the prices by %.4f", given, estimated)
	}
	if given, estimated := roughness(learned, 0.1), roughness(learned, 0); given > 0.75*estimated {
		t.Errorf("of learned prices an index bends by %.4f with their noise given, by %.4f without", given, estimated)
	}
}

// near reports whether two priors are equal apart from rounding.
func near(a, b Prior) bool {
	return math.Abs(a.Persistence-b.Persistence) < 1e-9 && math.Abs(a.Growth-b.Growth) < 1e-9 &&
		math.Abs(a.Season-b.Season) < 1e-9
}

func TestHeldCountsTheSalesThatForecastsAreHeldAgainst(t *testing.T) {
	for history := tuneHistory + 1; history < 40; history++ {
		for ahead := 1; ahead <= 6; ahead++ {
			trial := tuner{first: start, last: start + gevel.Month(history), ahead: gevel.Month(ahead)}
			for m := range history + 1 { // a few days of the last month may be known
				for _, off := range []float64{-0.5, -0.3, 0.3} {
					trial.observations = append(trial.observations, Observation{Month: float64(start) + float64(m) + off})
				}
			}
			held := map[float64]bool{}
			for _, month := range trial.trials() {
				_, later := trial.parted(month)
				for _, o := range later {
					held[o.Month] = true
				}
			}
			if got := trial.held(); got != float64(len(held)) {
				t.Fatalf("%d months, %d ahead: %v sales held, want %d", history, ahead, got, len(held))
			}
		}
	}
}
