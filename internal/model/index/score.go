package index

// Scores of an index apart from repeat sales.

import "math"

// volatilityWindow is the number of changes in a standard deviation: the default of hpiR, a
// quarter of a year of monthly changes.
const volatilityWindow = 3

// Volatility returns the volatility of a series of log levels: the mean, over all runs of three consecutive
// changes, of their standard deviation (with n - 1), as a fraction. A level that grows by the same share each month
// has none, however fast it grows. With fewer than four levels ok is false. After calcVolatility of the R package
// hpiR 0.3.2 (Krause), in which changes are shares too, not logarithms.
func Volatility(levels []float64) (volatility float64, ok bool) {
	runs := len(levels) - volatilityWindow
	if runs < 1 {
		return math.NaN(), false
	}
	changes := make([]float64, len(levels)-1)
	for i := range changes {
		changes[i] = math.Expm1(levels[i+1] - levels[i])
	}
	sum := 0.0
	for i := range runs {
		sum += deviation(changes[i : i+volatilityWindow])
	}
	return sum / float64(runs), true
}

// deviation returns the standard deviation of a sample of two or more.
func deviation(x []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += square(v - mean)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}
