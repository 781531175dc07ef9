package stats

import "math"

// HuberWidth is the residual beyond which the weight falls, in robust standard deviations:
// 95 % efficiency at the normal (Huber, Robust Statistics, 1981).
const HuberWidth = 1.345

// MADToSigma converts the median absolute deviation to a standard deviation at the normal.
const MADToSigma = 1.4826

// HuberWeight returns the weight of a residual of z robust standard deviations.
func HuberWeight(z float64) float64 {
	if z = math.Abs(z); z > HuberWidth {
		return HuberWidth / z
	}
	return 1
}
