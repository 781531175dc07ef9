package kriging

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// town is invented sites with residuals.
type town struct {
	Observed
	homes []Site
}

// field invents sites with residuals that vary smoothly over place, with noise.
func field(rng *rand.Rand, n int, noise float64) *town {
	t := &town{homes: make([]Site, n)}
	for i := range t.homes {
		h := Site{X: 3000 * rng.Float64(), Y: 3000 * rng.Float64(), Month: float32(rng.IntN(60))}
		for range 3 { // in whole steps, as sites hold them
			h.Traits = append(h.Traits, float32(math.Round(traitSteps*rng.NormFloat64())/traitSteps))
		}
		h.Kinds = []int32{int32(rng.IntN(3))}
		t.homes[i] = h
		t.Residual = append(t.Residual, float32(0.15*math.Sin(h.X/500)*math.Cos(h.Y/600)+noise*rng.NormFloat64()))
		t.NoiseScales = append(t.NoiseScales, 1)
	}
	t.lay()
	return t
}

// lay puts the homes on the sites.
func (t *town) lay() {
	sites := NewSites(3, 1, len(t.homes))
	for i := range t.homes {
		sites.Add(&t.homes[i])
	}
	t.Source = sites
}

func testKernel() Kernel {
	return Kernel{
		Block:  Range{Variance: 0.002, Metres: 60, Months: 48},
		Near:   Range{Variance: 0.006, Metres: 800, Months: 48},
		Like:   Range{Variance: 0.02, Metres: 3000, Months: 60},
		Unlike: 0.3, Noise: 0.005,
	}
}

func allBut(n int, site int32) []int32 {
	var sites []int32
	for i := range int32(n) {
		if i != site {
			sites = append(sites, i)
		}
	}
	return sites
}

// dense predicts by the textbook: K (K + N)^-1, with exponentials as they are.
func dense(o *town, k *Kernel, site int32, from []int32) (weights []float64, variance float64) {
	rough := func(r Range, place, time float64) float64 {
		return r.Variance * math.Exp(-math.Sqrt(place/r.Metres/r.Metres+time/r.Months/r.Months))
	}
	covariance := func(i, j int32) float64 {
		a, b := &o.homes[i], &o.homes[j]
		place, time := math.Pow(a.X-b.X, 2)+math.Pow(a.Y-b.Y, 2), math.Pow(float64(a.Month-b.Month), 2)
		apart := place/k.Like.Metres/k.Like.Metres + time/k.Like.Months/k.Like.Months
		for d, z := range a.Traits {
			apart += math.Pow(k.Unlike*float64(z-b.Traits[d]), 2)
		}
		for d, kind := range a.Kinds {
			if kind != b.Kinds[d] {
				apart += k.Unlike * k.Unlike
			}
		}
		r := math.Sqrt(3 * apart)
		return rough(k.Block, place, time) + rough(k.Near, place, time) + k.Like.Variance*(1+r)*math.Exp(-r)
	}
	n := len(from)
	m, right := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for i, a := range from {
		right.SetVec(i, covariance(site, a))
		for j, b := range from {
			m.Set(i, j, covariance(a, b))
		}
		m.Set(i, i, m.At(i, i)+k.Noise*float64(o.NoiseScales[a]))
	}
	var w mat.VecDense
	if err := w.SolveVec(m, right); err != nil {
		panic(err)
	}
	return w.RawVector().Data, covariance(site, site) - mat.Dot(&w, right)
}

func TestSolverAgreesWithADenseReference(t *testing.T) {
	o := field(rand.New(rand.NewPCG(1, 2)), 60, 0.05)
	o.NoiseScales[7], o.NoiseScales[20] = 3, 10
	k := testKernel()
	solver := NewSolver(o.Source, &k, 100)
	for site := range int32(20) {
		from := allBut(60, site)
		want, wantVariance := dense(o, &k, site, from)
		got := solver.Solve(&o.homes[site], from, func(s int32) float64 { return float64(o.NoiseScales[s]) })
		if math.Abs(got.Variance-wantVariance) > 1e-7 {
			t.Errorf("site %d: variance %v, want %v", site, got.Variance, wantVariance)
		}
		for i, s := range got.Sites {
			if want := want[slices.Index(from, s)]; math.Abs(got.Weights[i]-want) > 1e-6 {
				t.Errorf("site %d: weight of %d is %v, want %v", site, s, got.Weights[i], want)
			}
		}
	}
}

func TestSolverConditionsOnTheClosest(t *testing.T) {
	o := field(rand.New(rand.NewPCG(3, 4)), 200, 0.05)
	k := testKernel()
	few := NewSolver(o.Source, &k, 30).Solve(&o.homes[0], allBut(200, 0), one)
	if len(few.Sites) != 30 {
		t.Fatalf("conditioned on %d sites, want 30", len(few.Sites))
	}
	fewVariance := few.Variance
	all := NewSolver(o.Source, &k, 200).Solve(&o.homes[0], allBut(200, 0), one)
	if all.Variance > fewVariance || fewVariance > k.Block.Variance+k.Near.Variance+k.Like.Variance {
		t.Errorf("variance with all sites %v, with 30 %v", all.Variance, fewVariance)
	}
}

func one(int32) float64 { return 1 }

func TestWithoutSitesThePriorStands(t *testing.T) {
	o := field(rand.New(rand.NewPCG(3, 4)), 2, 0.05)
	k := testKernel()
	got := NewSolver(o.Source, &k, 10).Solve(&o.homes[0], nil, one)
	want := k.Block.Variance + k.Near.Variance + k.Like.Variance
	if len(got.Sites) != 0 || math.Abs(got.Variance-want) > 1e-12 {
		t.Errorf("Solve without sites = %+v, want a variance of %v", got, want)
	}
}

func TestManyPricesAtOneSiteDoNotBreakTheSolver(t *testing.T) {
	o := field(rand.New(rand.NewPCG(5, 6)), 40, 0.05)
	for i := range 30 { // one block of flats, sold in one month
		o.homes[i] = Site{X: 100, Y: 100, Month: 6, Traits: make([]float32, 3), Kinds: []int32{0}}
	}
	o.lay()
	k := testKernel()
	got := NewSolver(o.Source, &k, 100).Solve(&o.homes[0], allBut(40, 0), one)
	sum := 0.0
	for _, w := range got.Weights {
		if math.IsNaN(w) {
			t.Fatal("a weight is no number")
		}
		sum += w
	}
	if sum < 0.8 || sum > 1.2 || got.Variance > k.Noise/10 {
		t.Errorf("weights sum to %v with variance %v", sum, got.Variance)
	}
	k.Noise = 0
	got = NewSolver(o.Source, &k, 100).Solve(&o.homes[0], allBut(40, 0), one)
	if math.IsNaN(got.Variance) || got.Variance < 0 {
		t.Errorf("without noise the variance is %v", got.Variance)
	}
}

func TestAnOutlyingPriceWeighsLess(t *testing.T) {
	o := field(rand.New(rand.NewPCG(7, 8)), 30, 0.05)
	k := testKernel()
	solver := NewSolver(o.Source, &k, 100)
	weight := func(noiseScale func(int32) float64) float64 {
		w := solver.Solve(&o.homes[0], allBut(30, 0), noiseScale)
		return w.Weights[slices.Index(w.Sites, 5)]
	}
	plain := weight(one)
	odd := weight(func(s int32) float64 {
		if s == 5 {
			return 50
		}
		return 1
	})
	if math.Abs(odd) > math.Abs(plain)/5 {
		t.Errorf("site 5 weighs %v when it is odd and %v when not", odd, plain)
	}
	trial := Trial{Site: 3, Candidates: allBut(30, 3)}
	ordinary := o.NoiseScale(solver, trial)
	o.Residual[3] += 1
	if got := o.NoiseScale(solver, trial); got < 5*ordinary {
		t.Errorf("noise scale %v after a price e times too high, %v before", got, ordinary)
	}
}

func TestFitImprovesTheTrials(t *testing.T) {
	o := field(rand.New(rand.NewPCG(9, 10)), 300, 0.05)
	var trials []Trial
	for site := range int32(60) {
		trials = append(trials, Trial{Site: site, Candidates: allBut(300, site)})
	}
	start := testKernel()
	start.Noise, start.Near.Metres = 0.1, 50
	before := score(o.Observed, &start, trials, 16)
	got, err := Fit(context.Background(), o.Observed, start, trials, 16)
	if err != nil {
		t.Fatal(err)
	}
	if after := score(o.Observed, &got, trials, 16); after < before+0.1 {
		t.Errorf("score %v, before fitting %v", after, before)
	}
	if got.Noise > 0.02 {
		t.Errorf("noise %v, want about 0.0025", got.Noise)
	}
	again, err := Fit(context.Background(), o.Observed, start, trials, 16)
	if err != nil {
		t.Fatal(err)
	}
	if again != got {
		t.Errorf("fitted again %+v, want %+v", again, got)
	}
}

func TestFitStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := field(rand.New(rand.NewPCG(9, 10)), 30, 0.05)
	if _, err := Fit(ctx, o.Observed, testKernel(), []Trial{{Site: 0, Candidates: allBut(30, 0)}}, 16); err == nil {
		t.Error("Fit goes on after its context ended")
	}
}

func TestTheOrderOfTheCandidatesChangesNoBit(t *testing.T) {
	o := field(rand.New(rand.NewPCG(11, 12)), 80, 0.05)
	k := testKernel()
	for _, most := range []int{30, 100} {
		solver, near := NewSolver(o.Source, &k, most), allBut(80, 0)
		w := solver.Solve(&o.homes[0], near, one)
		sites, weights, variance := slices.Clone(w.Sites), slices.Clone(w.Weights), w.Variance
		slices.Reverse(near)
		w = solver.Solve(&o.homes[0], near, one)
		if !slices.Equal(w.Sites, sites) || !slices.Equal(w.Weights, weights) || w.Variance != variance {
			t.Errorf("of at most %d: reversed, %v weigh %v, before %v %v", most, w.Sites, w.Weights, sites, weights)
		}
	}
}
