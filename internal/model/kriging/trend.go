package kriging

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Trend is the part of a linear model's residuals that is smooth over a whole market: the worth of places, the
// worth of characteristics beyond straight lines, and how that varies over places. It is a Gaussian process on all
// sales, represented by its values at some of their homes. Fields are exported for encoding only.
//
// Method: inducing sites (the subset of regressors of Quinonero-Candela and Rasmussen, A
// Unifying View of Sparse Approximate Gaussian Process Regression, 2005). Together with a local
// process on its residuals it comes near to one process on all sales (Sang and Huang,
// A Full Scale Approximation of Covariance Functions for Large Spatial Data Sets, 2012).
type Trend struct {
	Kernel TrendKernel
	Sites  []Site    // the inducing ones
	Coef   []float64 // of the covariance with each, log euros

	covariance smoothCovariance
	prepared   []preparedSite // the sites made ready
}

// Check reports whether a trend that was read is valid, for a number of traits and kinds.
func (b *Trend) Check(traits, kinds int) error {
	if b == nil || len(b.Coef) != len(b.Sites) {
		return errors.New("the trend is incomplete")
	}
	if err := b.Kernel.check(traits, kinds); err != nil {
		return err
	}
	for i := range b.Sites {
		s := &b.Sites[i]
		if len(s.Traits) != traits || len(s.Kinds) != kinds {
			return errors.New("the trend has other characteristics")
		}
		if sum := b.Coef[i] + s.X + s.Y; math.IsNaN(sum) || math.IsInf(sum, 0) {
			return fmt.Errorf("the trend's site at %v, %v has the coefficient %v", s.X, s.Y, b.Coef[i])
		}
	}
	return nil
}

// Prepare computes what is not encoded, for a model that was read and checked.
func (b *Trend) Prepare() {
	b.covariance = b.Kernel.covariance()
	b.prepared = make([]preparedSite, len(b.Sites))
	for i := range b.Sites {
		b.prepared[i] = b.covariance.prepare(&b.Sites[i], nil)
	}
}

// Estimate returns the smooth part at a site, log euros. Its month does not count.
func (b *Trend) Estimate(s *Site) float64 {
	var room [siteRoom]float64
	at, sum := b.covariance.prepare(s, room[:0]), 0.0
	for i := range b.prepared {
		sum += b.Coef[i] * b.covariance.of(&at, &b.prepared[i])
	}
	return sum
}

// preparedSite is a site with its traits divided by their lengths.
type preparedSite struct {
	x, y   float64
	traits []float64
	kinds  []int32
}

// siteRoom is room for the traits of most homes without allocation.
const siteRoom = 64

// smoothCovariance is the smooth parts of a TrendKernel, prepared for use.
type smoothCovariance struct {
	far, alone, like        float64 // variances
	farPlace, likePlace     float64 // inverse squared lengths
	likeTraits              float64
	inverseLengths, unlikes []float64 // of traits; the square that another kind adds
}

func (k *TrendKernel) covariance() smoothCovariance {
	c := smoothCovariance{
		far: k.Far.Variance, alone: k.Alone, like: k.Like.Variance,
		farPlace: inverseSquare(k.Far.Metres), likePlace: inverseSquare(k.Like.Metres), likeTraits: inverseSquare(k.Steady),
	}
	for _, length := range k.Traits {
		c.inverseLengths = append(c.inverseLengths, 1/length)
	}
	for _, length := range k.Kinds {
		c.unlikes = append(c.unlikes, inverseSquare(length))
	}
	return c
}

func inverseSquare(x float64) float64 { return 1 / (x * x) }

// prepare prepares a site, with its traits in room.
func (c *smoothCovariance) prepare(s *Site, room []float64) preparedSite {
	room = slices.Grow(room, len(s.Traits))
	for i, z := range s.Traits {
		room = append(room, bounded(z)*c.inverseLengths[i])
	}
	return preparedSite{s.X, s.Y, room, s.Kinds}
}

// bounded clips a trait, in standard deviations, to the range that sales cover.
func bounded(z float32) float64 { return math.Max(-Far, math.Min(Far, float64(z))) }

// of returns the covariance of two sites.
func (c *smoothCovariance) of(a, b *preparedSite) float64 {
	unlike := 0.0
	bt := b.traits[:len(a.traits)]
	for i, z := range a.traits {
		d := z - bt[i]
		unlike += d * d
	}
	for i, kind := range a.kinds {
		if kind != b.kinds[i] {
			unlike += c.unlikes[i]
		}
	}
	dx, dy := a.x-b.x, a.y-b.y
	place := dx*dx + dy*dy
	return levelVariance + c.far*smooth.at(place*c.farPlace) + c.alone*smooth.at(unlike) +
		c.like*smooth.at(unlike*c.likeTraits+place*c.likePlace)
}

// variance is the variance of a single site.
func (c *smoothCovariance) variance() float64 { return levelVariance + c.far + c.alone + c.like }
