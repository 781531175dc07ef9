package kriging

import "math"

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
