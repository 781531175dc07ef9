package stats

import "math"

// HuberWidth is where a residual stops to count in full, in robust standard deviations:
// 95 % efficiency at the normal (Huber, Robust Statistics, 1981).
const HuberWidth = 1.345

// MADToSigma makes the median absolute deviation a standard deviation at the normal.
const MADToSigma = 1.4826

// HuberWeight returns how much a residual of z robust standard deviations counts.
func HuberWeight(z float64) float64 {
	if z = math.Abs(z); z > HuberWidth {
		return HuberWidth / z
	}
	return 1
}
