package spread

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

// oneArea are the segments of homes of one index area.
var oneArea = Segments{Group: gevel.BuildGroups, Area: 1, BuildPeriod: gevel.BuildPeriods + 1, OwnSaleAge: 5}

// heavy draws from Student's distribution with four degrees of freedom.
func heavy(rng *rand.Rand) float64 {
	z, _ := stats.StudentQuantile(rng.Float64(), priorDegrees)
	return z
}

func classOf(m *Model, size float64) gevel.ConfidenceClass {
	return gevel.ClassOf(m.Within(0.10, size), m.Within(0.15, size), m.Within(0.20, size))
}

// randomHoldouts invents reconciled errors whose size follows two features and the
// segment, with heavy tails.
func randomHoldouts(rng *rand.Rand, n int) []Holdout {
	list := make([]Holdout, n)
	for i := range list {
		s := &list[i]
		s.Features[NoOwnSale] = 1
		s.Features[FewComparables] = rng.Float64()
		s.Features[ApproachesDiffer] = 0.2 * rng.Float64()
		s.Segments[Group] = 1 + rng.IntN(3)
		s.Weight = 1
		size := 0.05 * math.Exp(s.Features[FewComparables]+2*s.Features[ApproachesDiffer])
		if s.Segments[Group] == 2 {
			size *= 1.6
		}
		s.Error = size * heavy(rng)
	}
	return list
}

func TestIntervalsCoverWhatTheyPromise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	spread := Fit(randomHoldouts(rng, 8000), oneArea)
	fresh := randomHoldouts(rng, 40_000)
	for _, p := range []float64{0.5, withinDeviation, 0.8, 0.9} {
		inside := map[int]float64{}
		n := map[int]float64{}
		for _, o := range fresh {
			low, high := spread.Interval(p, spread.SizeOf(&o.Risk))
			for _, segment := range []int{0, o.Segments[Group]} {
				n[segment]++
				if ratio := math.Exp(o.Error); ratio >= low && ratio <= high {
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

// unruly invents errors that depend on no feature and no segment, though all features and
// segments vary.
func unruly(rng *rand.Rand, n int) []Holdout {
	list := make([]Holdout, n)
	for i := range list {
		s := &list[i]
		for f, expected := range priors {
			s.Features[f] = math.Max(0, expected.mean+expected.deviation*rng.NormFloat64())
		}
		for k, count := range oneArea {
			s.Segments[k] = rng.IntN(count)
		}
		s.Weight, s.Error = 1, 0.1*heavy(rng)
	}
	return list
}

func TestFewHoldoutsKeepThePromise(t *testing.T) {
	const markets, holdouts, fresh = 400, 60, 100
	rng := rand.New(rand.NewPCG(15, 16))
	inside := 0.0
	for range markets {
		spread := Fit(unruly(rng, holdouts), oneArea)
		for _, o := range unruly(rng, fresh) {
			low, high := spread.Interval(0.8, spread.SizeOf(&o.Risk))
			if ratio := math.Exp(o.Error); ratio >= low && ratio <= high {
				inside++
			}
		}
	}
	if got := inside / (markets * fresh); math.Abs(got-0.8) > 0.01 {
		t.Errorf("learned from %d holdouts, the 80 %% interval holds %.3f of other prices", holdouts, got)
	}
}

func TestAnErrorOfTheLevelMayGoEitherWay(t *testing.T) {
	const common = 0.1
	rng := rand.New(rand.NewPCG(9, 10))
	holdouts := randomHoldouts(rng, 8000)
	for i := range holdouts {
		holdouts[i].Error += common
	}
	spread := Fit(holdouts, oneArea)
	for _, p := range []float64{0.5, 0.8, 0.9} {
		low, high := spread.Interval(p, 0.1)
		if down, up := -math.Log(low), math.Log(high); math.Abs(up-down) > 0.05*up {
			t.Errorf("the %v interval goes %.4f down and %.4f up", p, down, up)
		}
	}
	for _, level := range []float64{-common, common} {
		inside := 0.0
		fresh := randomHoldouts(rng, 40_000)
		for _, o := range fresh {
			low, high := spread.Interval(0.8, spread.SizeOf(&o.Risk))
			if ratio := math.Exp(o.Error + level); ratio >= low && ratio <= high {
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
	spread := Fit(randomHoldouts(rng, 8000), oneArea)
	promised, kept := 0.0, 0.0
	fresh := randomHoldouts(rng, 40_000)
	for _, o := range fresh {
		promised += spread.Within(0.10, spread.SizeOf(&o.Risk))
		if math.Abs(math.Exp(o.Error)-1) <= 0.10 {
			kept++
		}
	}
	if n := float64(len(fresh)); math.Abs(promised-kept)/n > 0.015 {
		t.Errorf("%.3f are promised within 10 %%, %.3f are", promised/n, kept/n)
	}
}

func TestSpreadWidensTogether(t *testing.T) {
	spreads := []Model{
		Fit(nil, oneArea), Fit(randomHoldouts(rand.New(rand.NewPCG(5, 6)), 40), oneArea), Fit(randomHoldouts(rand.New(rand.NewPCG(7, 8)), 3000), oneArea),
	}
	rapid.Check(t, func(t *rapid.T) {
		s := spreads[rapid.IntRange(0, len(spreads)-1).Draw(t, "spread")]
		small := rapid.Float64Range(minSize, maxSize).Draw(t, "small")
		large := rapid.Float64Range(small, maxSize).Draw(t, "large")
		p := rapid.Float64Range(0.01, 0.98).Draw(t, "p")
		low, high := s.Interval(p, small)
		if !(low > 0 && low <= 1 && high >= 1) {
			t.Fatalf("interval(%v, %v) = %v, %v, which does not hold the value", p, small, low, high)
		}
		for name, wider := range map[string][2]float64{"more of the prices": {p + 0.01, small}, "a larger error": {p, large}} {
			if l, h := s.Interval(wider[0], wider[1]); l > low || h < high {
				t.Fatalf("%s: %v, %v does not hold %v, %v", name, l, h, low, high)
			}
		}
		if s.FSD(large) < s.FSD(small) {
			t.Fatalf("FSD falls from %v to %v as the error grows", s.FSD(small), s.FSD(large))
		}
		if classOf(&s, large) > classOf(&s, small) {
			t.Fatalf("class rises from %d to %d as the error grows", classOf(&s, small), classOf(&s, large))
		}
		if s.Within(0.2, small) < s.Within(0.1, small) || s.Within(0.1, small) < s.Within(0.1, large) {
			t.Fatalf("probabilities do not follow bound and size at %v, %v", small, large)
		}
	})
}

func TestQuantileAndShareBelowAreInverse(t *testing.T) {
	s := Fit(randomHoldouts(rand.New(rand.NewPCG(9, 9)), 3000), oneArea)
	for p := 0.01; p < 0.99; p += 0.007 {
		if got := s.below(s.quantile(p)); math.Abs(got-p) > 1e-9 {
			t.Errorf("below(quantile(%v)) = %v", p, got)
		}
	}
}

func TestNoShareIsCertain(t *testing.T) {
	spreads := []Model{Fit(nil, oneArea), Fit(randomHoldouts(rand.New(rand.NewPCG(10, 10)), 3000), oneArea)}
	early := spreads[0] // all errors on one side
	early.Quantiles = make([]float64, quantileSteps)
	for k := range early.Quantiles {
		early.Quantiles[k] = 0.1 + float64(k)/quantileSteps
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
		low, high := s.Quantiles[0], s.Quantiles[quantileSteps-1]
		if low == s.Quantiles[1] {
			continue // of no holdouts the guessed ones alone, which are ten points
		}
		for _, c := range []struct{ z, want float64 }{{low, 0.5 / quantileSteps}, {high, 1 - 0.5/quantileSteps}} {
			for _, side := range []float64{-1e-12, 1e-12} {
				if got := s.below(c.z + side); math.Abs(got-c.want) > 1e-9 {
					t.Errorf("spread %d: below(%v) = %v at the outermost quantile, want %v", i, c.z+side, got, c.want)
				}
			}
		}
	}
}

func TestSpreadOfFewHoldoutsIsThePrior(t *testing.T) {
	s := Fit(nil, oneArea)
	size := s.SizeOf(&Risk{Features: s.Mean})
	if math.Abs(size-priorSize) > 0.01 {
		t.Errorf("size without holdouts = %v, want %v", size, priorSize)
	}
	if fsd := s.FSD(size); fsd < 0.1 || fsd > 0.25 {
		t.Errorf("FSD without holdouts = %v", fsd)
	}
}

func TestTheLevelsErrorIsAddedInSquares(t *testing.T) {
	s := Fit(nil, oneArea)
	own := s.SizeOf(&Risk{Features: s.Mean})
	for _, deviation := range []float64{0.01, 0.05, 0.2} {
		got := s.SizeOf(&Risk{Features: s.Mean, Level: deviation * deviation})
		if want := math.Hypot(own, MeanOfNormal*deviation); math.Abs(got-want) > 1e-12 {
			t.Errorf("with a level known to within %v the size is %v, want %v", deviation, got, want)
		}
	}
}

// misleading invents errors that grow as features fall.
func misleading(rng *rand.Rand, n int) []Holdout {
	list := make([]Holdout, n)
	for i := range list {
		s := &list[i]
		log := 0.0
		for f := range s.Features {
			s.Features[f] = rng.Float64()
			log -= s.Features[f] / 4
		}
		s.Weight, s.Error = 1, 0.1*math.Exp(log)*heavy(rng)
	}
	return list
}

func TestMoreToFearNeverMakesTheErrorSmaller(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	spreads := []Model{Fit(nil, oneArea), Fit(randomHoldouts(rng, 3000), oneArea), Fit(misleading(rng, 3000), oneArea)}
	rapid.Check(t, func(t *rapid.T) {
		s := spreads[rapid.IntRange(0, len(spreads)-1).Draw(t, "spread")]
		var at Risk
		for f := range at.Features {
			at.Features[f] = rapid.Float64Range(0, 3).Draw(t, "feature")
		}
		worse := at
		f := rapid.IntRange(0, int(FeatureCount)-1).Draw(t, "which")
		worse.Features[f] += rapid.Float64Range(0, 3).Draw(t, "more")
		before, after := s.SizeOf(&at), s.SizeOf(&worse)
		if after < before || s.FSD(after) < s.FSD(before) || classOf(&s, after) > classOf(&s, before) {
			t.Fatalf("feature %d from %v to %v makes the error %v from %v", f, at.Features[f], worse.Features[f], after, before)
		}
	})
}

func TestDoubtsCountByWhatTheOwnSaleLeaves(t *testing.T) {
	s := Fit(nil, oneArea)
	const share = 0.3
	added := func(noOwn float64) float64 {
		at := Risk{Features: s.Mean}
		at.Features[NoOwnSale] = noOwn
		sure := s.SizeOf(&at)
		at.Imputed, at.Extrapolated = 0.01, 0.02
		return math.Sqrt(s.SizeOf(&at)*s.SizeOf(&at) - sure*sure)
	}
	if whole, left := added(1), added(share); whole == 0 || math.Abs(left/whole-share) > 1e-9 {
		t.Errorf("with %v of the weight left to it doubt adds %v, whole %v", share, left, whole)
	}
}

func TestOlderErrorsCountLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	calm, wild := randomHoldouts(rng, 2000), randomHoldouts(rng, 2000)
	for i := range wild {
		wild[i].Error *= 2
		calm[i].Weight = 0.1
	}
	at := Risk{Features: Fit(nil, oneArea).Mean}
	recent, mixed := Fit(append(calm, wild...), oneArea), Fit(wild, oneArea)
	if got, want := recent.FSD(recent.SizeOf(&at)), mixed.FSD(mixed.SizeOf(&at)); math.Abs(got/want-1) > 0.1 {
		t.Errorf("FSD with many old, calm errors = %v, of the recent ones alone %v", got, want)
	}
}

// TestHomesSoldAgainSoonHaveErrorsOfTheirOwn has a third of them sell far above their
// values, and the others closer to them than all other homes.
func TestHomesSoldAgainSoonHaveErrorsOfTheirOwn(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 2))
	markets := func(n int) []Holdout {
		list := make([]Holdout, n)
		for i := range list {
			h := &list[i]
			h.Weight, h.Error = 1, 0.1*rng.NormFloat64()
			if i%8 == 0 {
				h.Segments[OwnSaleAge] = SoonResold
				if h.Error = 0.05 * rng.NormFloat64(); i%24 == 0 {
					h.Error = 0.4 + 0.1*rng.NormFloat64()
				}
			}
		}
		return list
	}
	segments := oneArea
	segments[OwnSaleAge] = 5
	m := Fit(markets(8000), segments)
	inside, n := map[bool]float64{}, map[bool]float64{}
	for _, h := range markets(8000) {
		low, high := m.Of(&h.Risk).Interval(0.8, m.SizeOf(&h.Risk))
		n[h.IsResold()]++
		if ratio := math.Exp(h.Error); ratio >= low && ratio <= high {
			inside[h.IsResold()]++
		}
	}
	for resold, count := range n {
		if share := inside[resold] / count; share < 0.77 || share > 0.83 {
			t.Errorf("sold again soon %v: the 80 %% interval holds %.3f", resold, share)
		}
	}
}
