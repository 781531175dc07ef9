package kriging

import (
	"fmt"
	"math"
)

// TrendKernel is the covariance of homes of a whole market, in log euros squared. Three parts are smooth (Matern
// 3/2): what far places share, the worth of characteristics anywhere, and what like homes in like places share.
// What near homes share besides is rough. It is left, like noise, to a local process, which models it better.
type TrendKernel struct {
	Far   Reach
	Alone float64 // variance of the worth of characteristics anywhere
	Like  Reach
	Near  Reach
	Noise float64 // variance of a single price
	// Traits are the lengths of the traits, in their standard deviations, and Kinds the lengths
	// for another kind; in the like part they are Steady times as long.
	Traits, Kinds []float64
	Steady        float64
}

// Reach is the variance of a part of the covariance, and its reach.
type Reach struct{ Variance, Metres float64 }

// levelVariance is the variance of the level that all homes share, log euros squared.
const levelVariance = 0.05

// startTrendKernel is the kernel at which fitting starts, for a number of traits and kinds.
func startTrendKernel(traits, kinds int) TrendKernel {
	k := TrendKernel{
		Far: Reach{0.02, 8000}, Alone: 0.03, Like: Reach{0.015, 8000}, Near: Reach{0.005, 1500}, Noise: 0.012,
		Traits: make([]float64, traits), Kinds: make([]float64, kinds), Steady: 1,
	}
	for i := range k.Traits {
		k.Traits[i] = 7
	}
	for i := range k.Kinds {
		k.Kinds[i] = 4
	}
	return k
}

// parameters returns the fitted parameters: first those that trendGradient numbers, then the lengths for
// traits and for kinds.
func (k *TrendKernel) parameters() []*float64 {
	p := []*float64{
		farVariance: &k.Far.Variance, farMetres: &k.Far.Metres, aloneVariance: &k.Alone,
		likeVariance: &k.Like.Variance, likeMetres: &k.Like.Metres, steady: &k.Steady,
		nearVariance: &k.Near.Variance, nearMetres: &k.Near.Metres, noiseVariance: &k.Noise,
	}
	for _, lengths := range [][]float64{k.Traits, k.Kinds} {
		for i := range lengths {
			p = append(p, &lengths[i])
		}
	}
	return p
}

// The parameters by their numbers.
const (
	farVariance = iota
	farMetres
	aloneVariance
	likeVariance
	likeMetres
	steady
	nearVariance
	nearMetres
	noiseVariance
	firstLength
)

// check reports whether a kernel that was read is valid, for a number of traits and kinds.
func (k *TrendKernel) check(traits, kinds int) error {
	if len(k.Traits) != traits || len(k.Kinds) != kinds {
		return fmt.Errorf("the trend kernel has lengths of %d traits and %d kinds and not of %d and %d",
			len(k.Traits), len(k.Kinds), traits, kinds)
	}
	for i, p := range k.parameters() {
		if !isLength(*p) {
			return fmt.Errorf("number %d of the trend kernel, %v, is to be positive", i, *p)
		}
	}
	return nil
}

// relation is the comparison of two sites under a kernel.
type relation struct {
	unlike  float64   // the squared distance in characteristics
	squares []float64 // share of each trait and kind in it
	correlations
}

// correlations are the correlations of two sites in the parts of a kernel.
type correlations struct {
	distance         float64 // metres
	far, alone, like matern
	near             float64
}

// boundedSite is a site with its traits bounded.
type boundedSite struct {
	*Site
	traits []float64
}

func newBoundedSite(s *Site) boundedSite {
	b := boundedSite{s, make([]float64, len(s.Traits))}
	for i, z := range s.Traits {
		b.traits[i] = bounded(z)
	}
	return b
}

// matern is a Matern 3/2 correlation at a squared distance, with the factor of its derivative by the
// square: -3/2 times the exponential.
type matern struct{ square, correlation, exponential float64 }

func newMatern(square float64) matern {
	r := math.Sqrt(3 * square)
	e := math.Exp(-r)
	return matern{square, (1 + r) * e, e}
}

// byLength is the change of the correlation per log unit of the length.
func (m matern) byLength() float64 { return 3 * m.square * m.exponential }

// compare sets the distance of two sites in characteristics.
func (k *TrendKernel) compare(a, b *boundedSite, r *relation) {
	r.unlike = 0
	bt, lengths := b.traits[:len(a.traits)], k.Traits[:len(a.traits)]
	for i, z := range a.traits {
		d := (z - bt[i]) / lengths[i]
		r.squares[i] = d * d
		r.unlike += r.squares[i]
	}
	for i, kind := range a.Kinds {
		at := len(a.traits) + i
		r.squares[at] = 0
		if kind != b.Kinds[i] {
			r.squares[at] = inverseSquare(k.Kinds[i])
		}
		r.unlike += r.squares[at]
	}
}

// relate sets r to the comparison of two sites.
func (k *TrendKernel) relate(a, b *boundedSite, r *relation) {
	k.compare(a, b, r)
	r.distance = math.Hypot(a.X-b.X, a.Y-b.Y)
	square := r.distance * r.distance
	r.far, r.alone = newMatern(square*inverseSquare(k.Far.Metres)), newMatern(r.unlike)
	r.like = newMatern(r.unlike*inverseSquare(k.Steady) + square*inverseSquare(k.Like.Metres))
	r.near = math.Exp(-r.distance / k.Near.Metres)
}

// covarianceOf returns the covariance of two sites, of all parts.
func (k *TrendKernel) covarianceOf(r *relation) float64 {
	return levelVariance + k.Far.Variance*r.far.correlation + k.Alone*r.alone.correlation +
		k.Like.Variance*r.like.correlation + k.Near.Variance*r.near
}

// addGradient adds to g the derivative of the covariance of two sites by the log of each parameter, times weight.
func (k *TrendKernel) addGradient(r *relation, weight float64, g []float64) {
	far, alone, like, near := weight*k.Far.Variance, weight*k.Alone, weight*k.Like.Variance, weight*k.Near.Variance*r.near
	g[farVariance] += far * r.far.correlation
	g[farMetres] += far * r.far.byLength()
	g[aloneVariance] += alone * r.alone.correlation
	g[likeVariance] += like * r.like.correlation
	byTraits := 3 * like * r.like.exponential * inverseSquare(k.Steady)
	g[likeMetres] += like*r.like.byLength() - byTraits*r.unlike
	g[steady] += byTraits * r.unlike
	g[nearVariance] += near
	g[nearMetres] += near * r.distance / k.Near.Metres
	each := 3*alone*r.alone.exponential + byTraits
	for i, square := range r.squares {
		g[firstLength+i] += each * square
	}
}
