package kriging

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// steps is the number of uphill steps, sampleSites the number of sites in a
	// sample, and sampleSteps the number of steps on the same sample.
	steps       = 30
	sampleSites = 1000
	sampleSteps = 10
	// learningRate is the size of a step at first, in logarithms; the last third of the steps is a third as large.
	learningRate = 0.08
	// sampleClusters is the number of clusters that hold half of the sites. Scattered sites alone
	// would not show what near homes share.
	sampleClusters = 60
	// trendPriorScale is the standard deviation of the prior on each parameter around its start, in logarithms.
	trendPriorScale = 1.0
)

// fitTrendKernel finds the kernel that maximises the likelihood of the residuals at sites, times a prior
// around startTrendKernel. It follows the gradient of the exact density of samples, with larger noise
// for outlying prices. Deterministic.
func fitTrendKernel(ctx context.Context, sites []Site, residual []float64) (TrendKernel, error) {
	a := newAscent(len(sites[0].Traits), len(sites[0].Kinds))
	rng := rand.New(rand.NewPCG(1, uint64(len(sites))))
	var s *sample
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return a.kernel, err
		}
		gevel.Report(ctx, step, steps)
		if step%sampleSteps == 0 {
			s = newSample(drawSites(rng, sites), sites, residual)
			// Before the first step: otherwise it would go where mistyped prices pull.
			if err := s.judge(&a.kernel); err != nil {
				return a.kernel, err
			}
		}
		gradient, err := s.gradient(&a.kernel)
		if err != nil {
			return a.kernel, err
		}
		rate := learningRate
		if step >= steps*2/3 {
			rate /= 3
		}
		a.step(gradient, len(s.sites), rate)
	}
	return a.kernel, nil
}

// ascent moves a kernel uphill, by longer steps the steadier the gradient is (Adam: Kingma and Ba 2015).
type ascent struct {
	kernel, start TrendKernel
	mean, square  []float64 // running moments of the gradient, the latest weighing most
	steps         float64
}

func newAscent(traits, kinds int) *ascent {
	a := &ascent{kernel: startTrendKernel(traits, kinds), start: startTrendKernel(traits, kinds)}
	n := len(a.kernel.parameters())
	a.mean, a.square = make([]float64, n), make([]float64, n)
	return a
}

// step moves the parameters by the gradient of the density of n sites and of the prior.
func (a *ascent) step(gradient []float64, n int, rate float64) {
	const keepMean, keepSquare = 0.9, 0.99
	a.steps++
	start := a.start.parameters()
	for i, p := range a.kernel.parameters() {
		g := (gradient[i] - math.Log(*p / *start[i])/(trendPriorScale*trendPriorScale)) / float64(n)
		a.mean[i] = keepMean*a.mean[i] + (1-keepMean)*g
		a.square[i] = keepSquare*a.square[i] + (1-keepSquare)*g*g
		mean, square := a.mean[i]/(1-math.Pow(keepMean, a.steps)), a.square[i]/(1-math.Pow(keepSquare, a.steps))
		*p *= math.Exp(rate * (mean / (math.Sqrt(square) + 1e-8)))
	}
}

// drawSites draws a sample of sites: half of them at random, half in clusters.
func drawSites(rng *rand.Rand, sites []Site) []int32 {
	var drawn []int32
	if len(sites) <= sampleSites {
		for i := range sites {
			drawn = append(drawn, int32(i))
		}
		return drawn
	}
	in := make([]bool, len(sites))
	for _, i := range rng.Perm(len(sites))[:sampleSites/2] {
		in[i] = true
	}
	for range sampleClusters {
		markCluster(&sites[rng.IntN(len(sites))], sites, in)
	}
	for i, is := range in {
		if is {
			drawn = append(drawn, int32(i))
		}
	}
	return drawn
}

// markCluster marks the sites nearest to one.
func markCluster(about *Site, sites []Site, in []bool) {
	const each = sampleSites / 2 / sampleClusters
	ranked := make([]stats.Ranked, len(sites))
	for i := range sites {
		ranked[i] = stats.Ranked{By: -math.Hypot(sites[i].X-about.X, sites[i].Y-about.Y), Row: int32(i)}
	}
	stats.SelectRanked(ranked, each)
	for _, r := range ranked[:each] {
		in[r.Row] = true
	}
}

// sample is the sites on which a kernel is judged.
type sample struct {
	sites      []boundedSite
	residual   *mat.VecDense
	noiseScale []float64 // factor on the noise of each
	// pairs are the correlations of each pair of sites, kept for the gradient: their
	// exponentials take most of the time.
	pairs    []correlations
	relation relation
}

func newSample(drawn []int32, sites []Site, residual []float64) *sample {
	s := &sample{residual: mat.NewVecDense(len(drawn), nil)}
	for i, site := range drawn {
		s.sites = append(s.sites, newBoundedSite(&sites[site]))
		s.noiseScale = append(s.noiseScale, 1)
		s.residual.SetVec(i, residual[site])
	}
	s.pairs = make([]correlations, 0, len(drawn)*(len(drawn)+1)/2)
	s.relation.squares = make([]float64, len(sites[0].Traits)+len(sites[0].Kinds))
	return s
}

// gradient returns the gradient of the log density of the residuals by the logs of the parameters (Rasmussen and
// Williams, Gaussian Processes for Machine Learning, 2006, equation 5.9), and updates the noise scales.
func (s *sample) gradient(k *TrendKernel) ([]float64, error) {
	factor, weights, err := s.solve(k)
	if err != nil {
		return nil, err
	}
	inverse := mat.NewSymDense(len(s.sites), nil)
	if err := solved(factor.InverseTo(inverse)); err != nil {
		return nil, err
	}
	g := s.sum(k, weights, inverse)
	s.judged(k, weights)
	return g, nil
}

// judge sets the noise scale of each price under the kernel.
func (s *sample) judge(k *TrendKernel) error {
	_, weights, err := s.solve(k)
	if err == nil {
		s.judged(k, weights)
	}
	return err
}

func (s *sample) judged(k *TrendKernel, weights *mat.VecDense) {
	for i := range s.noiseScale {
		left := k.Noise * s.noiseScale[i] * weights.AtVec(i) // the residual to the smooth parts
		s.noiseScale[i] = noiseScaleOf(left, k.Noise, fromSmooth)
	}
}

// solve returns the residuals multiplied by the inverse of the covariances, and the factor of the covariances.
func (s *sample) solve(k *TrendKernel) (*mat.Cholesky, *mat.VecDense, error) {
	var factor mat.Cholesky
	if !factor.Factorize(s.covariances(k)) {
		return nil, nil, errSingular
	}
	weights := mat.NewVecDense(len(s.sites), nil)
	return &factor, weights, solved(factor.SolveVecTo(weights, s.residual))
}

// covariances returns the covariances of the prices.
func (s *sample) covariances(k *TrendKernel) *mat.SymDense {
	covariance := mat.NewSymDense(len(s.sites), nil)
	s.pairs = s.pairs[:0]
	for i := range s.sites {
		for j := range i + 1 {
			k.relate(&s.sites[i], &s.sites[j], &s.relation)
			s.pairs = append(s.pairs, s.relation.correlations)
			covariance.SetSym(i, j, k.covarianceOf(&s.relation))
		}
		covariance.SetSym(i, i, covariance.At(i, i)+k.Noise*s.noiseScale[i]+jitter)
	}
	return covariance
}

// sum adds up the gradients of all covariances, under the kernel that has just computed s.pairs.
func (s *sample) sum(k *TrendKernel, weights *mat.VecDense, inverse *mat.SymDense) []float64 {
	g := make([]float64, len(k.parameters()))
	pairs := s.pairs
	for i := range s.sites {
		w := weights.AtVec(i)
		for j := range i { // twice, for both halves of the matrix
			k.compare(&s.sites[i], &s.sites[j], &s.relation)
			s.relation.correlations = pairs[j]
			k.addGradient(&s.relation, w*weights.AtVec(j)-inverse.At(i, j), g)
		}
		own := (w*w - inverse.At(i, i)) / 2
		k.compare(&s.sites[i], &s.sites[i], &s.relation)
		s.relation.correlations = pairs[i]
		k.addGradient(&s.relation, own, g)
		pairs = pairs[i+1:]
		g[noiseVariance] += own * k.Noise * s.noiseScale[i]
	}
	return g
}

// jitter keeps sites at the same position distinct in the covariances, log euros squared.
const jitter = 1e-6

var errSingular = errors.New("the covariances of the trend are singular")

// solved returns the error of a solution, except the warning that it has few digits: prices need no more.
func solved(err error) error {
	if c := mat.Condition(0); errors.As(err, &c) && !math.IsInf(float64(c), 0) {
		return nil
	}
	return err
}

// fromSmooth is the posterior variance of the smooth part at a site, as a share of the noise; taken to
// be the same everywhere.
const fromSmooth = 0.3
