package kriging

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// field invents sites with residuals that vary smoothly over place, with noise.
func field(rng *rand.Rand, n int, noise float64) Observed {
	o := Observed{Sites: &Sites{}}
	for range n {
		x, y := 3000*rng.Float64(), 3000*rng.Float64()
		o.X, o.Y = append(o.X, x), append(o.Y, y)
		o.Month = append(o.Month, float32(rng.IntN(60)))
		o.Traits = append(o.Traits, float32(rng.NormFloat64()), float32(rng.NormFloat64()))
		o.Kinds = append(o.Kinds, int32(rng.IntN(3)))
		o.Residual = append(o.Residual, float32(0.15*math.Sin(x/500)*math.Cos(y/600)+noise*rng.NormFloat64()))
		o.Odd = append(o.Odd, 1)
	}
	return o
}

func testKernel() Kernel {
	return Kernel{
		Block: Range{Variance: 0.002, Metres: 60, Months: 48},
		Near:  Range{Variance: 0.006, Metres: 800, Months: 48},
		Like:  Range{Variance: 0.02, Metres: 3000, Months: 60},
		Noise: 0.005, Trait: []float64{0.3, 0.1}, Kind: []float64{0.4},
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
func dense(o Observed, k *Kernel, site int32, from []int32) (weights []float64, variance float64) {
	rough := func(r Range, place, time float64) float64 {
		return r.Variance * math.Exp(-math.Sqrt(place/r.Metres/r.Metres+time/r.Months/r.Months))
	}
	covariance := func(i, j int32) float64 {
		a, b := o.At(i, k), o.At(j, k)
		place, time := math.Pow(a.X-b.X, 2)+math.Pow(a.Y-b.Y, 2), math.Pow(float64(a.Month-b.Month), 2)
		apart := place/k.Like.Metres/k.Like.Metres + time/k.Like.Months/k.Like.Months
		for d, inverse := range k.Trait {
			apart += math.Pow(inverse*float64(a.Traits[d]-b.Traits[d]), 2)
		}
		for d, far := range k.Kind {
			if a.Kinds[d] != b.Kinds[d] {
				apart += far * far
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
		m.Set(i, i, m.At(i, i)+k.Noise*float64(o.Odd[a]))
	}
	var w mat.VecDense
	if err := w.SolveVec(m, right); err != nil {
		panic(err)
	}
	return w.RawVector().Data, covariance(site, site) - mat.Dot(&w, right)
}

func TestSolverAgreesWithADenseReference(t *testing.T) {
	o := field(rand.New(rand.NewPCG(1, 2)), 60, 0.05)
	o.Odd[7], o.Odd[20] = 3, 10
	k := testKernel()
	solver := NewSolver(o.Sites, &k, 100)
	for site := range int32(20) {
		from := allBut(60, site)
		want, wantVariance := dense(o, &k, site, from)
		subject := o.At(site, &k)
		got := solver.Weigh(&subject, from, func(s int32) float64 { return float64(o.Odd[s]) })
		if math.Abs(got.Variance-wantVariance) > 1e-7 {
			t.Errorf("site %d: variance %v, want %v", site, got.Variance, wantVariance)
		}
		for i, s := range got.Sites {
			if s != from[i] || math.Abs(got.Weights[i]-want[i]) > 1e-6 {
				t.Errorf("site %d: weight of %d is %v, want %v of %d", site, s, got.Weights[i], want[i], from[i])
			}
		}
	}
}

func TestSolverConditionsOnTheClosest(t *testing.T) {
	o := field(rand.New(rand.NewPCG(3, 4)), 200, 0.05)
	k := testKernel()
	subject := o.At(0, &k)
	few := NewSolver(o.Sites, &k, 30).Weigh(&subject, allBut(200, 0), one)
	if len(few.Sites) != 30 {
		t.Fatalf("conditioned on %d sites, want 30", len(few.Sites))
	}
	fewVariance := few.Variance
	all := NewSolver(o.Sites, &k, 200).Weigh(&subject, allBut(200, 0), one)
	if all.Variance > fewVariance || fewVariance > k.Block.Variance+k.Near.Variance+k.Like.Variance {
		t.Errorf("variance with all sites %v, with 30 %v", all.Variance, fewVariance)
	}
}

func one(int32) float64 { return 1 }

func TestWithoutSitesThePriorStands(t *testing.T) {
	o := field(rand.New(rand.NewPCG(3, 4)), 2, 0.05)
	k := testKernel()
	subject := o.At(0, &k)
	got := NewSolver(o.Sites, &k, 10).Weigh(&subject, nil, one)
	want := k.Block.Variance + k.Near.Variance + k.Like.Variance
	if len(got.Sites) != 0 || math.Abs(got.Variance-want) > 1e-12 {
		t.Errorf("Weigh without sites = %+v, want a variance of %v", got, want)
	}
}

func TestManyPricesAtOneSiteDoNotBreakTheSolver(t *testing.T) {
	o := field(rand.New(rand.NewPCG(5, 6)), 40, 0.05)
	for i := range 30 { // one block of flats, sold in one month
		o.X[i], o.Y[i], o.Month[i], o.Kinds[i] = 100, 100, 6, 0
		o.Traits[2*i], o.Traits[2*i+1] = 0, 0
	}
	k := testKernel()
	subject := o.At(0, &k)
	got := NewSolver(o.Sites, &k, 100).Weigh(&subject, allBut(40, 0), one)
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
	got = NewSolver(o.Sites, &k, 100).Weigh(&subject, allBut(40, 0), one)
	if math.IsNaN(got.Variance) || got.Variance < 0 {
		t.Errorf("without noise the variance is %v", got.Variance)
	}
}

func TestAnOddPriceWeighsLess(t *testing.T) {
	o := field(rand.New(rand.NewPCG(7, 8)), 30, 0.05)
	k := testKernel()
	subject := o.At(0, &k)
	solver := NewSolver(o.Sites, &k, 100)
	plain := solver.Weigh(&subject, allBut(30, 0), one).Weights[4]
	odd := solver.Weigh(&subject, allBut(30, 0), func(s int32) float64 {
		if s == 5 {
			return 50
		}
		return 1
	}).Weights[4]
	if math.Abs(odd) > math.Abs(plain)/5 {
		t.Errorf("site 5 weighs %v when it is odd and %v when not", odd, plain)
	}
	trial := Trial{Site: 3, Candidates: allBut(30, 3)}
	ordinary := o.Oddness(solver, trial)
	o.Residual[3] += 1
	if got := o.Oddness(solver, trial); got < 5*ordinary {
		t.Errorf("oddness %v after a price e times too high, %v before", got, ordinary)
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
	before := score(o, &start, trials, 16)
	got, err := Fit(context.Background(), o, start, trials, 16)
	if err != nil {
		t.Fatal(err)
	}
	if after := score(o, &got, trials, 16); after < before+0.1 {
		t.Errorf("score %v, before fitting %v", after, before)
	}
	if got.Noise > 0.02 {
		t.Errorf("noise %v, want about 0.0025", got.Noise)
	}
	again, err := Fit(context.Background(), o, start, trials, 16)
	if err != nil {
		t.Fatal(err)
	}
	if again.Noise != got.Noise || again.Near != got.Near || again.Like != got.Like || again.Block != got.Block {
		t.Errorf("fitted again %+v, want %+v", again, got)
	}
}

func TestFitStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := field(rand.New(rand.NewPCG(9, 10)), 30, 0.05)
	if _, err := Fit(ctx, o, testKernel(), []Trial{{Site: 0, Candidates: allBut(30, 0)}}, 16); err == nil {
		t.Error("Fit goes on after its context ended")
	}
}
