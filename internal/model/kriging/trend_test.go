package kriging

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// district invents homes of two kinds with residuals that vary smoothly over place and
// characteristics, with noise.
func district(rng *rand.Rand, n int) (sites []Site, residual []float64) {
	for range n {
		s := Site{X: 12000 * rng.Float64(), Y: 12000 * rng.Float64(), Kinds: []int32{int32(rng.IntN(2))}}
		for range 3 {
			s.Traits = append(s.Traits, float32(rng.NormFloat64()))
		}
		sites = append(sites, s)
		residual = append(residual, smoothTruth(&s)+0.05*rng.NormFloat64())
	}
	return sites, residual
}

func smoothTruth(s *Site) float64 {
	return 0.2*math.Sin(s.X/4000)*math.Cos(s.Y/5000) + 0.05*float64(s.Traits[0]*s.Traits[0]) + 0.1*float64(s.Kinds[0])
}

// unevenKernel has a different number in each parameter.
func unevenKernel() TrendKernel {
	return TrendKernel{
		Far: Reach{0.03, 5000}, Alone: 0.02, Like: Reach{0.01, 7000}, Near: Reach{0.004, 900}, Noise: 0.01,
		Traits: []float64{2, 5, 9}, Kinds: []float64{3}, Steady: 1.4,
	}
}

// density is the log density of residuals by the textbook, up to a constant.
func density(t *testing.T, k *TrendKernel, sites []Site, residual, noiseScale []float64) float64 {
	t.Helper()
	n := len(sites)
	covariance, r := mat.NewSymDense(n, nil), relation{squares: make([]float64, 4)}
	for i := range n {
		for j := range i + 1 {
			a, b := newBoundedSite(&sites[i]), newBoundedSite(&sites[j])
			k.relate(&a, &b, &r)
			covariance.SetSym(i, j, k.covarianceOf(&r))
		}
		covariance.SetSym(i, i, covariance.At(i, i)+k.Noise*noiseScale[i]+jitter)
	}
	var factor mat.Cholesky
	if !factor.Factorize(covariance) {
		t.Fatal("singular")
	}
	y, weights := mat.NewVecDense(n, residual), mat.NewVecDense(n, nil)
	if err := factor.SolveVecTo(weights, y); err != nil {
		t.Fatal(err)
	}
	return -mat.Dot(y, weights)/2 - factor.LogDet()/2
}

func TestTheTrendGradientIsTheGradientOfTheDensity(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(1, 2)), 40)
	k := unevenKernel()
	s := newSample(allBut(len(sites), -1), sites, residual)
	for i := range s.noiseScale {
		s.noiseScale[i] = 1 + float64(i%3)
	}
	noiseScale := slices.Clone(s.noiseScale)
	gradient, err := s.gradient(&k)
	if err != nil {
		t.Fatal(err)
	}
	const step = 1e-5
	for i := range k.parameters() {
		up, down := unevenKernel(), unevenKernel()
		*up.parameters()[i] *= math.Exp(step)
		*down.parameters()[i] *= math.Exp(-step)
		want := (density(t, &up, sites, residual, noiseScale) - density(t, &down, sites, residual, noiseScale)) / (2 * step)
		if math.Abs(gradient[i]-want) > 1e-4*(1+math.Abs(want)) {
			t.Errorf("parameter %d: %v, want %v", i, gradient[i], want)
		}
	}
}

func TestTheSmoothCovarianceIsTheKernelsButForWhatIsNear(t *testing.T) {
	sites, _ := district(rand.New(rand.NewPCG(3, 4)), 30)
	k := unevenKernel()
	c, r := k.covariance(), relation{squares: make([]float64, 4)}
	sites[3].Traits[1] = 9 // beyond what counts
	for i := range sites {
		a := c.prepare(&sites[i], nil)
		for j := range sites {
			b := c.prepare(&sites[j], nil)
			one, other := newBoundedSite(&sites[i]), newBoundedSite(&sites[j])
			k.relate(&one, &other, &r)
			if got, want := c.of(&a, &b), k.covarianceOf(&r)-k.Near.Variance*r.near; math.Abs(got-want) > 1e-8 {
				t.Fatalf("%d and %d: %v, want %v", i, j, got, want)
			}
		}
		if got := c.of(&a, &a); math.Abs(got-c.variance()) > 1e-8 {
			t.Errorf("the variance is %v and %v", got, c.variance())
		}
	}
}

// induced is a fit of a kernel with given inducing sites.
func induced(t *testing.T, inducing, sites []Site, residual []float64) *trendFit {
	t.Helper()
	b := &Trend{Kernel: unevenKernel(), Sites: inducing}
	b.Prepare()
	f := newTrendFit(b, sites, residual)
	if err := f.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWithAllSitesTheTrendModelIsTheTextbooks(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(5, 6)), 300)
	f := induced(t, sites, sites, residual)
	n := len(sites)
	covariance, noisy := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			covariance.SetSym(i, j, f.Trend.covariance.of(&f.prepared[i], &f.prepared[j]))
		}
	}
	noisy.CopySym(covariance)
	for i := range n {
		noisy.SetSym(i, i, noisy.At(i, i)+f.noise)
	}
	var want mat.VecDense
	if err := want.SolveVec(noisy, mat.NewVecDense(n, residual)); err != nil {
		t.Fatal(err)
	}
	want.MulVec(covariance, &want)
	for i := range sites {
		if got := f.Estimate(&sites[i]); math.Abs(got-want.AtVec(i)) > 1e-3 { // jitter
			t.Fatalf("site %d: %v, want %v", i, got, want.AtVec(i))
		}
	}
}

func TestATrendWithoutTheSiteDoesNotDependOnItsPrice(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(7, 8)), 600)
	inducing := sites[:50]
	unseen := induced(t, inducing, sites, residual).unseen(context.Background())
	for i := 0; i < len(sites); i += 40 {
		others, theirs := slices.Delete(slices.Clone(sites), i, i+1), slices.Delete(slices.Clone(residual), i, i+1)
		without := induced(t, inducing, others, theirs)
		if want := without.Estimate(&sites[i]); math.Abs(unseen[i]-want) > 1e-8 {
			t.Errorf("site %d: %v, want %v", i, unseen[i], want)
		}
	}
}

func TestTheTrendModelFindsWhatIsSmooth(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	sites, residual := district(rng, 3000)
	for i := 0; i < len(residual); i += 20 {
		residual[i] += 3 // a mistyped price
	}
	b, unseen, err := FitTrend(context.Background(), sites, residual, nil)
	if err != nil {
		t.Fatal(err)
	}
	later, _ := district(rng, 500)
	foretold, known := 0.0, 0.0
	for i := range later {
		foretold += math.Abs(b.Estimate(&later[i])-smoothTruth(&later[i])) / 500
		known += math.Abs(unseen[i]-smoothTruth(&sites[i])) / 500
	}
	if foretold > 0.015 || known > 0.015 {
		t.Errorf("what is smooth is missed by %v, and by %v at known sites", foretold, known)
	}
	if noise := b.Kernel.Noise; noise < 0.0025/2 || noise > 0.0025*2 {
		t.Errorf("the noise is held to be %v, and mistyped prices aside it is 0.0025", noise)
	}
}

func TestTheSameSitesGiveTheSameTrend(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(9, 10)), 500)
	var coef [2][]float64
	for i := range coef {
		b, _, err := FitTrend(context.Background(), sites, residual, nil)
		if err != nil {
			t.Fatal(err)
		}
		coef[i] = b.Coef
	}
	if !slices.Equal(coef[0], coef[1]) {
		t.Error("the same sites give another model")
	}
}

func TestATrendEstimateAllocatesNothing(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(11, 12)), 200)
	k := unevenKernel()
	b, _, err := FitTrend(context.Background(), sites, residual, &k)
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(20, func() { b.Estimate(&sites[7]) }); got != 0 {
		t.Errorf("an estimate allocates %v times", got)
	}
}

func TestFitTrendStops(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(13, 14)), 200)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	k := unevenKernel()
	for what, kernel := range map[string]*TrendKernel{"the kernel": nil, "the coefficients": &k} {
		if _, _, err := FitTrend(ctx, sites, residual, kernel); !errors.Is(err, context.Canceled) {
			t.Errorf("while %s: %v", what, err)
		}
	}
}

func TestATrendModelThatMakesNoSenseIsRefused(t *testing.T) {
	sites, residual := district(rand.New(rand.NewPCG(15, 16)), 200)
	for what, damage := range map[string]func(b *Trend){
		"a coefficient that is none": func(b *Trend) { b.Coef[3] = math.NaN() },
		"a length of nothing":        func(b *Trend) { b.Kernel.Traits[0] = 0 },
		"no noise":                   func(b *Trend) { b.Kernel.Noise = 0 },
		"a variance without end":     func(b *Trend) { b.Kernel.Far.Variance = math.Inf(1) },
		"a length too few":           func(b *Trend) { b.Kernel.Kinds = nil },
		"a kind's length as a trait's": func(b *Trend) {
			b.Kernel.Traits, b.Kernel.Kinds = append(b.Kernel.Traits, b.Kernel.Kinds...), nil
		},
		"a trait's length as a kind's": func(b *Trend) {
			b.Kernel.Traits, b.Kernel.Kinds = b.Kernel.Traits[:2], []float64{1, 1}
		},
		"a site nowhere":        func(b *Trend) { b.Sites[2].X = math.NaN() },
		"other traits":          func(b *Trend) { b.Sites[1].Traits = nil },
		"a coefficient too few": func(b *Trend) { b.Coef = b.Coef[1:] },
	} {
		k := unevenKernel()
		b, _, err := FitTrend(context.Background(), sites, residual, &k)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Check(3, 1); err != nil {
			t.Fatal(err)
		}
		if damage(b); b.Check(3, 1) == nil {
			t.Errorf("%s was taken", what)
		}
	}
}

func TestASolutionOfFewDigitsIsTaken(t *testing.T) {
	for err, taken := range map[error]bool{
		mat.Condition(1e18): true, mat.Condition(math.Inf(1)): false, errSingular: false, nil: true,
	} {
		if got := solved(err) == nil; got != taken {
			t.Errorf("a solution with the error %v is taken: %v, want %v", err, got, taken)
		}
	}
}
