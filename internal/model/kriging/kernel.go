// Package kriging predicts the residuals of a linear model from its residuals at other sales, by Gaussian processes
// over place and characteristics. The trend is the part that is smooth over a whole market; a local process, over
// time as well, predicts the residual to the trend, from the sales that say most about the subject. Their errors
// differ in kind from those made by trees. The package knows numbers, not houses.
//
// Method: see Trend; nearest-neighbour Gaussian process (Vecchia 1988; Datta et al., Hierarchical Nearest-Neighbor
// Gaussian Process Models for Large Geostatistical Datasets, 2016), with noise that is larger for outlying prices.
package kriging

import (
	"fmt"
	"math"
)

// Kernel is the covariance of the residuals of two sites, in log euros squared. It has three parts: what a building
// or block shares and what a neighbourhood shares, both rough and over place alone, and what like homes share,
// smooth and over place and characteristics. All fade with time.
type Kernel struct {
	Block Range
	Near  Range
	Like  Range
	// Unlike is the inverse length of the like part in characteristics: the distance that one
	// standard deviation of a trait adds; another kind adds as much.
	Unlike float64
	Noise  float64 // variance of a single price
}

// Range is the variance of a part of the covariance, and its reach.
type Range struct {
	Variance float64
	Metres   float64
	Months   float64
}

// Check reports whether a kernel that was read is valid: lengths and noise are positive,
// variances not negative, and all are finite.
func (k *Kernel) Check() error {
	for i, r := range []Range{k.Block, k.Near, k.Like} {
		if !(r.Variance >= 0) || math.IsInf(r.Variance, 0) || !isLength(r.Metres) || !isLength(r.Months) {
			return fmt.Errorf("the kernel's %s part is no range: %+v", [...]string{"block", "near", "like"}[i], r)
		}
	}
	if !isLength(k.Unlike) || !(k.Noise > 0) || math.IsInf(k.Noise, 0) {
		return fmt.Errorf("the kernel's unlike %v and noise %v are to be positive", k.Unlike, k.Noise)
	}
	return nil
}

// isLength reports whether x is positive and finite, and its inverse square too.
func isLength(x float64) bool {
	inverse := 1 / (x * x)
	return x > 0 && inverse > 0 && !math.IsInf(inverse, 0)
}

// prepared holds the numbers that the covariance needs per pair, computed once.
type prepared struct {
	block, near, like part
	noise, unlike     float64
}

// part is a Range with its inverse squared lengths.
type part struct{ variance, place, time float64 }

func (r Range) prepare() part {
	return part{r.Variance, 1 / (r.Metres * r.Metres), 1 / (r.Months * r.Months)}
}

func (k *Kernel) prepare() prepared {
	return prepared{
		block: k.Block.prepare(), near: k.Near.prepare(), like: k.Like.prepare(),
		noise: k.Noise, unlike: k.Unlike * k.Unlike / unitSquare,
	}
}

// covariances sets to to the covariances of a site with the numbered others,
// without noise, and unlike to their squared distances in characteristics; see probe.unlike.
func (p *prepared) covariances(a *probe, s *Sites, others []int32, unlike []uint64, to []float64) {
	unlike, to = unlike[:len(others)], to[:len(others)]
	a.unlike(s, others, unlike)
	for i, b := range others {
		at := &s.spots[b]
		dx, dy, dt := a.x-at.x, a.y-at.y, float64(a.month-at.month)
		place, time := dx*dx+dy*dy, dt*dt
		to[i] = p.block.variance*rough.at(place*p.block.place+time*p.block.time) +
			p.near.variance*rough.at(place*p.near.place+time*p.near.time) +
			p.like.variance*smooth.at(place*p.like.place+time*p.like.time+float64(unlike[i])*p.unlike)
	}
}

// variance returns the variance of a site itself without noise.
func (p *prepared) variance() float64 { return p.block.variance + p.near.variance + p.like.variance }

// alike is the number of most similar sites over which the distance is averaged: with fewer it
// would depend on a single one.
const alike = 5

// Unlike returns the distance between the subject and the most similar sites among the candidates of the last Solution,
// in traits and kinds without place, in standard deviations; another kind counts as one. It is 0 without candidates.
func (s *Solver) Unlike() float64 {
	var least [alike]uint64 // squares, ascending
	n := 0
	for _, square := range s.unlike {
		if n == alike && square >= least[alike-1] {
			continue
		}
		n = min(n+1, alike)
		at := n - 1
		for ; at > 0 && least[at-1] > square; at-- {
			least[at] = least[at-1]
		}
		least[at] = square
	}
	sum := 0.0
	for _, square := range least[:n] {
		sum += math.Sqrt(float64(square))
	}
	return sum / traitSteps / math.Max(1, float64(n))
}

// curve is a function of a squared distance, in cubic pieces: a valuation computes thousands of covariances, and
// roots and exponentials would take nearly all of its time. Each doubling of the square has the same number of
// pieces, numbered by its leading bits, so that they are finest near zero, where covariances turn. The absolute
// error of the curves below is under 1e-9.
type curve [curvePieces][4]float64

const (
	pieceBits   = 5                        // pieces of a doubling, as a power of 2
	pieceShift  = 52 - pieceBits           // lower bits do not number pieces
	curveStart  = 1.0 / (1 << 60)          // smaller squares count as 0
	curveEnd    = 1 << 10                  // larger squares give 0
	firstPiece  = (1023 - 60) << pieceBits // the leading bits of curveStart
	curvePieces = (60 + 10) << pieceBits
)

// The decline of correlation with distance, from 1 at distance 0.
var (
	// rough is the exponential covariance.
	rough = newCurve(func(square float64) float64 { return math.Exp(-math.Sqrt(square)) })
	// smooth is the Matern covariance of order 3/2.
	smooth = newCurve(func(square float64) float64 {
		r := math.Sqrt(3 * square)
		return (1 + r) * math.Exp(-r)
	})
)

// newCurve returns the curve of f, which must decline to nothing.
func newCurve(f func(square float64) float64) *curve {
	var c curve
	for i := range c {
		from := math.Float64frombits(uint64(firstPiece+i) << pieceShift)
		to := math.Float64frombits(uint64(firstPiece+i+1) << pieceShift)
		c[i] = cubic(f, from, to)
	}
	return &c
}

// cubic returns the coefficients of the cubic through f at the four Chebyshev points of an
// interval, by Newton's divided differences.
func cubic(f func(float64) float64, from, to float64) (c [4]float64) {
	var x, d [4]float64
	for i := range x {
		x[i] = (from+to)/2 + (to-from)/2*math.Cos(math.Pi*(float64(i)+0.5)/4)
		d[i] = f(x[i])
	}
	for order := 1; order < 4; order++ {
		for i := 3; i >= order; i-- {
			d[i] = (d[i] - d[i-1]) / (x[i] - x[i-order])
		}
	}
	for i := 3; i >= 0; i-- { // times (s - x[i]), plus d[i]
		for k := 3; k > 0; k-- {
			c[k] = c[k-1] - x[i]*c[k]
		}
		c[0] = d[i] - x[i]*c[0]
	}
	return c
}

// at returns the function at a square of 0 or more.
func (c *curve) at(square float64) float64 {
	if !(square < curveEnd) {
		return 0
	}
	p := &c[math.Float64bits(square+curveStart)>>pieceShift-firstPiece]
	return p[0] + square*(p[1]+square*(p[2]+square*p[3]))
}
