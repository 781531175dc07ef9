package kriging

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gevel/gevel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// mostInducing is the most inducing sites, and trendWork bounds the number of
	// sales times the square of the number of inducing sites.
	mostInducing = 1000
	trendWork    = 1.5e10
	// trendRounds is how many times the coefficients are solved for. From the second on, the
	// previous solution sets the noise scales.
	trendRounds = 3
	// trendBlock is the number of sites that are processed together: their covariances with the
	// inducing sites stay in the processor's cache.
	trendBlock = 256
	// mostOwn bounds the share of a site's own price in its fitted value.
	mostOwn = 0.9
)

// FitTrend learns the smooth part of the residuals at sites, log euros, under a kernel; a nil kernel
// is fitted. It also returns the trend at each site without that site's own residual.
func FitTrend(ctx context.Context, sites []Site, residual []float64, kernel *TrendKernel) (*Trend, []float64, error) {
	b := &Trend{}
	if kernel != nil {
		b.Kernel = *kernel
	} else {
		var err error
		if b.Kernel, err = fitTrendKernel(gevel.Span(ctx, "trend's kernel", 0, 0.6), sites, residual); err != nil {
			return nil, nil, err
		}
	}
	n := len(sites)
	m := min(mostInducing, n, int(math.Sqrt(trendWork/float64(n))))
	for _, i := range rand.New(rand.NewPCG(2, uint64(n))).Perm(n)[:m] {
		b.Sites = append(b.Sites, sites[i])
	}
	b.Prepare()
	f := newTrendFit(b, sites, residual)
	ctx = gevel.Span(ctx, "trend", 0.6, 1)
	for round := range trendRounds {
		const parts = trendRounds + 1
		if err := f.solve(gevel.Span(ctx, "", float64(round)/parts, float64(round+1)/parts)); err != nil {
			return nil, nil, err
		}
	}
	return b, f.unseen(gevel.Span(ctx, "", float64(trendRounds)/(trendRounds+1), 1)), nil
}

// trendFit is a regression on the covariances with the inducing sites.
type trendFit struct {
	*Trend
	sites      []Site
	residual   []float64
	noise      float64
	prior      *mat.SymDense // covariances of the inducing sites
	factor     mat.Cholesky  // of the normal equations
	noiseScale []float64     // factor on the noise of each site

	block  []float64 // covariances of inducing sites with the sites of a block, a row each
	scaled []float64 // the same over the standard deviation of each site's noise
}

// newTrendFit prepares the regression. What near homes share counts as noise, because the model can't represent it.
func newTrendFit(b *Trend, sites []Site, residual []float64) *trendFit {
	m := len(b.prepared)
	f := &trendFit{
		Trend: b, sites: sites, residual: residual, noise: b.Kernel.Noise + b.Kernel.Near.Variance,
		prior: mat.NewSymDense(m, nil), noiseScale: make([]float64, len(sites)),
		block: make([]float64, m*trendBlock), scaled: make([]float64, m*trendBlock),
	}
	for i := range m {
		for j := range i {
			f.prior.SetSym(i, j, b.covariance.of(&b.prepared[i], &b.prepared[j]))
		}
		f.prior.SetSym(i, i, b.covariance.variance()+jitter)
	}
	for i := range f.noiseScale {
		f.noiseScale[i] = 1
	}
	return f
}

// solve finds the coefficients, with the noise scales of the last round.
func (f *trendFit) solve(ctx context.Context) error {
	m := len(f.prepared)
	normal, right := mat.NewSymDense(m, nil), make([]float64, m)
	normal.CopySym(f.prior)
	for from := 0; from < len(f.sites); from += trendBlock {
		if err := ctx.Err(); err != nil {
			return err
		}
		gevel.Report(ctx, from, len(f.sites))
		n := f.fill(from)
		if f.Coef != nil {
			for j, smooth := range f.smooth(n) {
				f.noiseScale[from+j] = noiseScaleOf(f.residual[from+j]-smooth, f.noise, fromSmooth)
			}
		}
		f.scale(from, n, right)
		blas64.Syrk(blas.NoTrans, 1, f.rows(f.scaled), 1, normal.RawSymmetric())
	}
	if !f.factor.Factorize(normal) {
		return errSingular
	}
	coef := mat.NewVecDense(m, nil)
	if err := solved(f.factor.SolveVecTo(coef, mat.NewVecDense(m, right))); err != nil {
		return err
	}
	f.Coef = coef.RawVector().Data
	return nil
}

// fill puts the sites from one on into the block, and returns how many they are; the rest of the block is 0.
func (f *trendFit) fill(from int) int {
	n := min(trendBlock, len(f.sites)-from)
	clear(f.block)
	var room [siteRoom]float64
	for j := range n {
		at := f.covariance.prepare(&f.sites[from+j], room[:0])
		for i := range f.prepared {
			f.block[i*trendBlock+j] = f.covariance.of(&at, &f.prepared[i])
		}
	}
	return n
}

// smooth returns the smooth part at the n sites of the block.
func (f *trendFit) smooth(n int) []float64 {
	sums := make([]float64, n)
	for i, c := range f.Coef {
		for j, k := range f.block[i*trendBlock:][:n] {
			sums[j] += c * k
		}
	}
	return sums
}

// scale scales the block of the n sites from one on, and adds to right.
func (f *trendFit) scale(from, n int, right []float64) {
	var deviation, weighed [trendBlock]float64
	for j := range n {
		deviation[j] = math.Sqrt(f.noise * f.noiseScale[from+j])
		weighed[j] = f.residual[from+j] / deviation[j]
	}
	clear(f.scaled)
	for i := range right {
		row, to := f.block[i*trendBlock:][:n], f.scaled[i*trendBlock:][:n]
		for j, k := range row {
			to[j] = k / deviation[j]
			right[i] += to[j] * weighed[j]
		}
	}
}

func (f *trendFit) rows(block []float64) blas64.General {
	return blas64.General{Rows: len(f.prepared), Cols: trendBlock, Stride: trendBlock, Data: block}
}

// unseen returns the smooth part at each site without its own residual: the leave-one-out
// fit, computed from the share of the residual in its own fitted value.
func (f *trendFit) unseen(ctx context.Context) []float64 {
	var upper mat.TriDense
	f.factor.UTo(&upper)
	unseen := make([]float64, 0, len(f.sites))
	for from := 0; from < len(f.sites); from += trendBlock {
		gevel.Report(ctx, from, len(f.sites))
		n := f.fill(from)
		fitted := f.smooth(n)
		blas64.Trsm(blas.Left, blas.Trans, 1, upper.RawTriangular(), f.rows(f.block))
		for j, smooth := range fitted {
			own := 0.0
			for i := range f.prepared {
				own += f.block[i*trendBlock+j] * f.block[i*trendBlock+j]
			}
			own = math.Min(own/(f.noise*f.noiseScale[from+j]), mostOwn)
			unseen = append(unseen, smooth-own/(1-own)*(f.residual[from+j]-smooth))
		}
	}
	return unseen
}
