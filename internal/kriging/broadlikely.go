package kriging

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gevel/gevel/internal/stats"
)

const (
	// likelySteps is how many steps are gone uphill, likelySites on how many sites at a
	// time, and likelyKept for how many steps on the same ones.
	likelySteps = 30
	likelySites = 1000
	likelyKept  = 10
	// likelyRate is how far a step goes at first, in logarithms; the last third of them
	// goes a third as far.
	likelyRate = 0.08
	// likelyClusters is in how many clusters half of the sites lie: else nothing would
	// tell what near homes share.
	likelyClusters = 60
	// believedBroad is by how much, in logarithms, a parameter may well differ from the one
	// that fitting sets out from, as one standard deviation.
	believedBroad = 1.0
)

// fitBroadKernel finds the kernel under which residuals at sites are likeliest, times a prior
// about startBroad: by the gradient of the exact density of samples (Adam: Kingma and Ba
// 2015), with noise that is larger for odd prices. Deterministic.
func fitBroadKernel(ctx context.Context, sites []Site, residual []float64) (BroadKernel, error) {
	k := startBroad(len(sites[0].Traits), len(sites[0].Kinds))
	start := startBroad(len(sites[0].Traits), len(sites[0].Kinds))
	climb := newAdam(len(k.parameters()))
	rng := rand.New(rand.NewPCG(1, uint64(len(sites))))
	var s *likelySample
	for step := range likelySteps {
		if err := ctx.Err(); err != nil {
			return k, err
		}
		if step%likelyKept == 0 {
			s = newLikelySample(drawLikely(rng, sites), sites, residual)
			// Judged before the first step: else that would go where mistyped prices pull.
			if _, err := s.gradient(&k); err != nil {
				return k, err
			}
		}
		gradient, err := s.gradient(&k)
		if err != nil {
			return k, err
		}
		rate := likelyRate
		if step >= likelySteps*2/3 {
			rate /= 3
		}
		k.climb(climb, rate, s.believing(gradient, &k, &start))
	}
	return k, nil
}

// believing returns a gradient with that of the prior about another kernel, for each site.
func (s *likelySample) believing(gradient []float64, k, about *BroadKernel) []float64 {
	others := about.parameters()
	for i, p := range k.parameters() {
		gradient[i] -= math.Log(*p / *others[i]) / (believedBroad * believedBroad)
		gradient[i] /= float64(len(s.sites))
	}
	return gradient
}

// climb moves the parameters a step uphill.
func (k *BroadKernel) climb(by *adam, rate float64, gradient []float64) {
	parameters := k.parameters()
	for i, up := range by.step(gradient) {
		*parameters[i] *= math.Exp(rate * up)
	}
}

// drawLikely draws sites: half of them at random, half in clusters.
func drawLikely(rng *rand.Rand, sites []Site) []int32 {
	var drawn []int32
	if len(sites) <= likelySites {
		for i := range sites {
			drawn = append(drawn, int32(i))
		}
		return drawn
	}
	in := make([]bool, len(sites))
	for _, i := range rng.Perm(len(sites))[:likelySites/2] {
		in[i] = true
	}
	for range likelyClusters {
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
	const each = likelySites / 2 / likelyClusters
	ranked := make([]stats.Ranked, len(sites))
	for i := range sites {
		ranked[i] = stats.Ranked{By: -math.Hypot(sites[i].X-about.X, sites[i].Y-about.Y), Row: int32(i)}
	}
	stats.SelectRanked(ranked, each)
	for _, r := range ranked[:each] {
		in[r.Row] = true
	}
}

// likelySample is sites on which a kernel is judged.
type likelySample struct {
	sites    []*Site
	residual *mat.VecDense
	odd      []float64 // by how much the noise of each is multiplied
	relation relation
}

func newLikelySample(drawn []int32, sites []Site, residual []float64) *likelySample {
	s := &likelySample{residual: mat.NewVecDense(len(drawn), nil)}
	for i, site := range drawn {
		s.sites = append(s.sites, &sites[site])
		s.odd = append(s.odd, 1)
		s.residual.SetVec(i, residual[site])
	}
	s.relation.squares = make([]float64, len(sites[0].Traits)+len(sites[0].Kinds))
	return s
}

// gradient returns that of the log density of the residuals by the logs of the parameters
// (Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, equation 5.9), and
// judges how odd each price is under the kernel.
func (s *likelySample) gradient(k *BroadKernel) ([]float64, error) {
	covariance := s.covariances(k)
	var factor mat.Cholesky
	if !factor.Factorize(covariance) {
		return nil, errSingular
	}
	weights := mat.NewVecDense(len(s.sites), nil)
	if err := factor.SolveVecTo(weights, s.residual); err != nil {
		return nil, err
	}
	inverse := covariance // which the factor no longer needs
	if err := factor.InverseTo(inverse); err != nil {
		return nil, err
	}
	g := s.sum(k, weights, inverse)
	for i := range s.odd {
		s.odd[i] = oddness(k.Noise*s.odd[i]*weights.AtVec(i), k.Noise)
	}
	return g, nil
}

// covariances returns those of the prices.
func (s *likelySample) covariances(k *BroadKernel) *mat.SymDense {
	covariance := mat.NewSymDense(len(s.sites), nil)
	for i, a := range s.sites {
		for j, b := range s.sites[:i+1] {
			k.relate(a, b, &s.relation)
			covariance.SetSym(i, j, k.covarianceOf(&s.relation))
		}
		covariance.SetSym(i, i, covariance.At(i, i)+k.Noise*s.odd[i]+jitter)
	}
	return covariance
}

// sum adds up the gradient from that of each covariance.
func (s *likelySample) sum(k *BroadKernel, weights *mat.VecDense, inverse *mat.SymDense) []float64 {
	g := make([]float64, len(k.parameters()))
	for i, a := range s.sites {
		w := weights.AtVec(i)
		for j, b := range s.sites[:i] { // twice, for both halves of the matrix
			k.relate(a, b, &s.relation)
			k.addGradient(&s.relation, w*weights.AtVec(j)-inverse.At(i, j), g)
		}
		own := (w*w - inverse.At(i, i)) / 2
		k.relate(a, a, &s.relation)
		k.addGradient(&s.relation, own, g)
		g[noiseVariance] += own * k.Noise * s.odd[i]
	}
	return g
}

// jitter keeps covariances of sites on top of each other apart, log euros squared.
const jitter = 1e-6

var errSingular = errors.New("the covariances of the broad model are singular")

// oddness returns by how much the noise of a price is to be multiplied that lies an error
// from what its smooth part is held to be, which itself is only known to about latent of the
// noise; see Observed.Oddness.
func oddness(err, noise float64) float64 {
	const latent = 0.3
	return (trialDegrees + err*err/noise + latent) / (trialDegrees + 1)
}

// adam goes uphill by steps whose length hangs on how steady the gradient is.
type adam struct {
	mean, square []float64
	steps        float64
}

func newAdam(n int) *adam { return &adam{mean: make([]float64, n), square: make([]float64, n)} }

// step returns the next step by a gradient, about 1 where that is steady.
func (a *adam) step(gradient []float64) []float64 {
	const keepMean, keepSquare = 0.9, 0.99
	a.steps++
	step := make([]float64, len(gradient))
	for i, g := range gradient {
		a.mean[i] = keepMean*a.mean[i] + (1-keepMean)*g
		a.square[i] = keepSquare*a.square[i] + (1-keepSquare)*g*g
		mean, square := a.mean[i]/(1-math.Pow(keepMean, a.steps)), a.square[i]/(1-math.Pow(keepSquare, a.steps))
		step[i] = mean / (math.Sqrt(square) + 1e-8)
	}
	return step
}
