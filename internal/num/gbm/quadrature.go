package gbm

import "math"

// quadrature is a point in (0, 1) with its weight.
type quadrature struct {
	t, weight float64
}

// newtonSteps from the usual first guess find a root of a Legendre polynomial to the
// last bit.
const newtonSteps = 10

// gaussLegendre returns n points that integrate polynomials of degree 2n - 1 over
// (0, 1) exactly.
func gaussLegendre(n int) []quadrature {
	points := make([]quadrature, n)
	for i := range points {
		x := math.Cos(math.Pi * (float64(i) + 0.75) / (float64(n) + 0.5))
		var slope float64
		for range newtonSteps {
			var value float64
			value, slope = legendre(n, x)
			x -= value / slope
		}
		points[i] = quadrature{t: (1 + x) / 2, weight: 1 / ((1 - x*x) * slope * slope)}
	}
	return points
}

// legendre returns the Legendre polynomial of degree n and its slope at x.
func legendre(n int, x float64) (value, slope float64) {
	before, value := 0.0, 1.0
	for k := 1; k <= n; k++ {
		k := float64(k)
		before, value = value, ((2*k-1)*x*value-(k-1)*before)/k
	}
	return value, float64(n) * (x*value - before) / (x*x - 1)
}
