package spread

import "math"

// Doubt is how far the size and the middle of a distribution of errors may be wrong.
type Doubt struct {
	Level   float64 // standard error of the market's level, log euros
	Learned int     // number of errors behind the size
}

// sizeDoubt is the share of the factor by which unseen errors exceed learned ones, before its root, that a size is
// doubted by; see unseenErrors. It was chosen on walks and origins (experiment 219).
const sizeDoubt = 0.25

// Surely is Within for an error of a size without the level's error, if the level were one standard error off, to the
// worse side, and the size as much larger as errors so few leave open.
func (d Quantiles) Surely(bound, size float64, doubt Doubt) float64 {
	size *= 1 + sizeDoubt*math.Sqrt(fittedParameters/float64(max(1, doubt.Learned)))
	least := 1.0
	for _, off := range [...]float64{-doubt.Level, doubt.Level} {
		least = min(least, d.below((math.Log1p(bound)-off)/size)-d.below((math.Log1p(-bound)-off)/size))
	}
	return least
}
