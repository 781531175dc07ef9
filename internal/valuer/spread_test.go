package valuer

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// randomScored invents reconciled errors whose size follows two features and the
// segment, with heavy tails.
func randomScored(rng *rand.Rand, n int) []scored {
	list := make([]scored, n)
	for i := range list {
		s := &list[i]
		s.features[noOwnSale] = 1
		s.features[fewComparables] = rng.Float64()
		s.features[approachesApart] = 0.2 * rng.Float64()
		s.segments[byGroup] = 1 + rng.IntN(3)
		s.weight = 1
		size := 0.05 * math.Exp(s.features[fewComparables]+2*s.features[approachesApart])
		if s.segments[byGroup] == 2 {
			size *= 1.6
		}
		s.err = size * heavy(rng)
	}
	return list
}

func TestIntervalsCoverWhatTheyPromise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	spread := fitSpread(randomScored(rng, 8000), 1)
	fresh := randomScored(rng, 40_000)
	for _, p := range []float64{0.5, withinDeviation, 0.8, 0.9} {
		inside := map[int]float64{}
		n := map[int]float64{}
		for _, o := range fresh {
			low, high := spread.interval(p, spread.size(&o.situation))
			for _, segment := range []int{0, o.segments[byGroup]} {
				n[segment]++
				if ratio := math.Exp(o.err); ratio >= low && ratio <= high {
					inside[segment]++
				}
			}
		}
		for segment := range n {
			allowed := 0.015
			if segment > 0 {
				allowed = 0.04
			}
			if got := inside[segment] / n[segment]; math.Abs(got-p) > allowed {
				t.Errorf("segment %d (0 is all): the %v interval holds %.3f", segment, p, got)
			}
		}
	}
}

// unruly invents errors that hang on no driver and no segment, with all drivers and
// segments there to be learned from.
func unruly(rng *rand.Rand, n int) []scored {
	list := make([]scored, n)
	for i := range list {
		s := &list[i]
		for f, expected := range expectedDrivers {
			s.features[f] = math.Max(0, expected.mean+expected.deviation*rng.NormFloat64())
		}
		for k, count := range segmentCounts(1) {
			s.segments[k] = rng.IntN(count)
		}
		s.weight, s.err = 1, 0.1*heavy(rng)
	}
	return list
}

func TestFewOutcomesKeepThePromise(t *testing.T) {
	const markets, outcomes, fresh = 400, 60, 100
	rng := rand.New(rand.NewPCG(15, 16))
	inside := 0.0
	for range markets {
		spread := fitSpread(unruly(rng, outcomes), 1)
		for _, o := range unruly(rng, fresh) {
			low, high := spread.interval(0.8, spread.size(&o.situation))
			if ratio := math.Exp(o.err); ratio >= low && ratio <= high {
				inside++
			}
		}
	}
	if got := inside / (markets * fresh); math.Abs(got-0.8) > 0.01 {
		t.Errorf("learned from %d outcomes, the 80 %% interval holds %.3f of other prices", outcomes, got)
	}
}

func TestAnErrorOfTheLevelMayGoEitherWay(t *testing.T) {
	const common = 0.1
	rng := rand.New(rand.NewPCG(9, 10))
	outcomes := randomScored(rng, 8000)
	for i := range outcomes {
		outcomes[i].err += common
	}
	spread := fitSpread(outcomes, 1)
	for _, p := range []float64{0.5, 0.8, 0.9} {
		low, high := spread.interval(p, 0.1)
		if down, up := -math.Log(low), math.Log(high); math.Abs(up-down) > 0.05*up {
			t.Errorf("the %v interval goes %.4f down and %.4f up", p, down, up)
		}
	}
	for _, level := range []float64{-common, common} {
		inside := 0.0
		fresh := randomScored(rng, 40_000)
		for _, o := range fresh {
			low, high := spread.interval(0.8, spread.size(&o.situation))
			if ratio := math.Exp(o.err + level); ratio >= low && ratio <= high {
				inside++
			}
		}
		if got := inside / float64(len(fresh)); math.Abs(got-0.8) > 0.02 {
			t.Errorf("with a level off by %v the 80 %% interval holds %.3f", level, got)
		}
	}
}

func TestAccuracyIsTheShareWithinTenPercent(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	spread := fitSpread(randomScored(rng, 8000), 1)
	promised, kept := 0.0, 0.0
	fresh := randomScored(rng, 40_000)
	for _, o := range fresh {
		promised += spread.within(0.10, spread.size(&o.situation))
		if math.Abs(math.Exp(o.err)-1) <= 0.10 {
			kept++
		}
	}
	if n := float64(len(fresh)); math.Abs(promised-kept)/n > 0.015 {
		t.Errorf("%.3f are promised within 10 %%, %.3f are", promised/n, kept/n)
	}
}

func TestSpreadWidensTogether(t *testing.T) {
	spreads := []Spread{
		fitSpread(nil, 1), fitSpread(randomScored(rand.New(rand.NewPCG(5, 6)), 40), 1), fitSpread(randomScored(rand.New(rand.NewPCG(7, 8)), 3000), 1),
	}
	rapid.Check(t, func(t *rapid.T) {
		s := spreads[rapid.IntRange(0, len(spreads)-1).Draw(t, "spread")]
		small := rapid.Float64Range(minSize, maxSize).Draw(t, "small")
		large := rapid.Float64Range(small, maxSize).Draw(t, "large")
		p := rapid.Float64Range(0.01, 0.98).Draw(t, "p")
		low, high := s.interval(p, small)
		if !(low > 0 && low <= 1 && high >= 1) {
			t.Fatalf("interval(%v, %v) = %v, %v, which does not hold the value", p, small, low, high)
		}
		for name, wider := range map[string][2]float64{"more of the prices": {p + 0.01, small}, "a larger error": {p, large}} {
			if l, h := s.interval(wider[0], wider[1]); l > low || h < high {
				t.Fatalf("%s: %v, %v does not hold %v, %v", name, l, h, low, high)
			}
		}
		if s.fsd(large) < s.fsd(small) {
			t.Fatalf("FSD falls from %v to %v as the error grows", s.fsd(small), s.fsd(large))
		}
		if s.class(large) > s.class(small) {
			t.Fatalf("class rises from %d to %d as the error grows", s.class(small), s.class(large))
		}
		if s.within(0.2, small) < s.within(0.1, small) || s.within(0.1, small) < s.within(0.1, large) {
			t.Fatalf("probabilities do not follow bound and size at %v, %v", small, large)
		}
	})
}

func TestQuantileAndShareBelowAreInverse(t *testing.T) {
	s := fitSpread(randomScored(rand.New(rand.NewPCG(9, 9)), 3000), 1)
	for p := 0.01; p < 0.99; p += 0.007 {
		if got := s.below(s.quantile(p)); math.Abs(got-p) > 1e-9 {
			t.Errorf("below(quantile(%v)) = %v", p, got)
		}
	}
}

func TestNoShareIsCertain(t *testing.T) {
	spreads := []Spread{fitSpread(nil, 1), fitSpread(randomScored(rand.New(rand.NewPCG(10, 10)), 3000), 1)}
	early := spreads[0] // all errors on one side
	early.Quantiles = make([]float64, spreadSteps)
	for k := range early.Quantiles {
		early.Quantiles[k] = 0.1 + float64(k)/spreadSteps
	}
	for i, s := range append(spreads, early) {
		last := 0.0
		for z := -40.0; z <= 40; z += 0.01 {
			got := s.below(z)
			if !(got > last && got < 1) {
				t.Fatalf("spread %d: below(%v) = %v, a step before %v", i, z, got, last)
			}
			last = got
		}
		low, high := s.Quantiles[0], s.Quantiles[spreadSteps-1]
		if low == s.Quantiles[1] {
			continue // of no outcomes the guessed ones alone, which are ten points
		}
		for _, c := range []struct{ z, want float64 }{{low, 0.5 / spreadSteps}, {high, 1 - 0.5/spreadSteps}} {
			for _, side := range []float64{-1e-12, 1e-12} {
				if got := s.below(c.z + side); math.Abs(got-c.want) > 1e-9 {
					t.Errorf("spread %d: below(%v) = %v at the outermost quantile, want %v", i, c.z+side, got, c.want)
				}
			}
		}
	}
}

func TestSpreadOfFewOutcomesIsAGuess(t *testing.T) {
	s := fitSpread(nil, 1)
	size := s.size(&situation{features: s.Mean})
	if math.Abs(size-guessSpread) > 0.01 {
		t.Errorf("size without outcomes = %v, want %v", size, guessSpread)
	}
	if fsd := s.fsd(size); fsd < 0.1 || fsd > 0.25 {
		t.Errorf("FSD without outcomes = %v", fsd)
	}
}

func TestErrorGrowsWithoutAnIndex(t *testing.T) {
	s := fitSpread(nil, 1)
	last := 0.0
	for months := range 40 {
		size := s.size(&situation{features: s.Mean, stale: float64(months)})
		if size <= last {
			t.Fatalf("size after %d months = %v, the month before %v", months, size, last)
		}
		last = size
	}
}

// misleading invents errors that grow as features fall.
func misleading(rng *rand.Rand, n int) []scored {
	list := make([]scored, n)
	for i := range list {
		s := &list[i]
		log := 0.0
		for f := range s.features {
			s.features[f] = rng.Float64()
			log -= s.features[f] / 4
		}
		s.weight, s.err = 1, 0.1*math.Exp(log)*heavy(rng)
	}
	return list
}

func TestMoreToFearNeverMakesTheErrorSmaller(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	spreads := []Spread{fitSpread(nil, 1), fitSpread(randomScored(rng, 3000), 1), fitSpread(misleading(rng, 3000), 1)}
	rapid.Check(t, func(t *rapid.T) {
		s := spreads[rapid.IntRange(0, len(spreads)-1).Draw(t, "spread")]
		var at situation
		for f := range at.features {
			at.features[f] = rapid.Float64Range(0, 3).Draw(t, "feature")
		}
		worse := at
		f := rapid.IntRange(0, spreadFeatures-1).Draw(t, "which")
		worse.features[f] += rapid.Float64Range(0, 3).Draw(t, "more")
		before, after := s.size(&at), s.size(&worse)
		if after < before || s.fsd(after) < s.fsd(before) || s.class(after) > s.class(before) {
			t.Fatalf("feature %d from %v to %v makes the error %v from %v", f, at.features[f], worse.features[f], after, before)
		}
	})
}

func TestWhatLiesBeyondAllSeenIsDoubted(t *testing.T) {
	s := fitSpread(misleading(rand.New(rand.NewPCG(13, 14)), 3000), 1) // taught that nothing does harm
	for _, d := range doubts {
		const beyond = 4
		at := situation{features: s.Mean}
		at.features[noOwnSale] = 1
		usual := s.size(&at)
		at.features[d.feature] = s.Widest[d.feature]
		if got := s.size(&at); got > 2*usual {
			t.Errorf("feature %d at its widest makes the error %v of %v", d.feature, got, usual)
		}
		at.features[d.feature] += beyond
		if got := s.size(&at); got < beyond*d.perUnit || got < 1.5*usual {
			t.Errorf("feature %d far beyond all seen leaves an error of %v, usual are %v", d.feature, got, usual)
		}
	}
}

func TestDoubtsCountByWhatTheOwnSaleLeaves(t *testing.T) {
	s := fitSpread(nil, 1)
	const share = 0.3
	added := func(noOwn float64, doubtful bool) float64 {
		at := situation{features: s.Mean}
		at.features[noOwnSale] = noOwn
		if doubtful {
			at.features[unlikeHomes] = s.Widest[unlikeHomes]
		}
		sure := s.size(&at)
		if doubtful {
			at.features[unlikeHomes] += 4
			sure *= s.effect([]int{unlikeHomes}, &at) // what the errors tell of it is no doubt
		} else {
			at.unlearned = unlearned{imputed: 0.01, unseen: 0.02}
		}
		return math.Sqrt(s.size(&at)*s.size(&at) - sure*sure)
	}
	for _, doubtful := range []bool{false, true} {
		whole, left := added(1, doubtful), added(share, doubtful)
		if whole == 0 || math.Abs(left/whole-share) > 1e-9 {
			t.Errorf("with %v of the weight left to it (of a feature: %v) doubt adds %v, whole %v", share, doubtful, left, whole)
		}
	}
}

func TestOlderErrorsCountLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	calm, wild := randomScored(rng, 2000), randomScored(rng, 2000)
	for i := range wild {
		wild[i].err *= 2
		calm[i].weight = 0.1
	}
	at := situation{features: fitSpread(nil, 1).Mean}
	recent, mixed := fitSpread(append(calm, wild...), 1), fitSpread(wild, 1)
	if got, want := recent.fsd(recent.size(&at)), mixed.fsd(mixed.size(&at)); math.Abs(got/want-1) > 0.1 {
		t.Errorf("FSD with many old, calm errors = %v, of the recent ones alone %v", got, want)
	}
}
