package spread

import "math"

// CRPS returns the continuous ranked probability score (Gneiting and Raftery, 2007) of a sale price,
// given as price / value, under an error of a size: the squared distance between the promised
// distribution and the price, integrated; a fraction of the value. Less is better. The score of a
// distribution of one point is the absolute error.
//
// It is the mean over the quantiles of twice their pinball loss, which is exact for a
// distribution of equal steps (Laio and Tamea, 2007).
func (d Quantiles) CRPS(ratio, size float64) float64 {
	sum := 0.0
	for k, z := range d {
		at := math.Exp(z * size)
		p := (float64(k) + 0.5) / float64(len(d))
		if ratio < at {
			sum += (1 - p) * (at - ratio)
		} else {
			sum += p * (ratio - at)
		}
	}
	return 2 * sum / float64(len(d))
}
