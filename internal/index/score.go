package index

// What an index is scored by apart from the prices that it carries.

import "math"

// volatilityWindow is over how many changes a standard deviation is taken: the default of
// hpiR, a quarter of a year of monthly changes.
const volatilityWindow = 3

// Volatility returns how unsteadily a series of log levels moves: the mean, over all runs of
// three changes from one level to the next, of their standard deviation (with n - 1), as a
// fraction. A level that grows by the same share each month has none, however fast it grows.
// Fewer than four levels have none that could be told: ok is false. After calcVolatility of
// the R package hpiR 0.3.2 (Krause), which takes changes as shares too, not as logarithms.
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
