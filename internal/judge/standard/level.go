package standard

import "math"

// Level is a confidence level of the EAA's scale, from 0 to 7.
type Level int

// HighestLevel is the level of the surest values.
const HighestLevel Level = 7

// largestFSD is the largest FSD of each level, a fraction of the value; level 0 has none. See the note of EAA for
// whose these are.
var largestFSD = [HighestLevel + 1]float64{0, 0.296, 0.138, 0.096, 0.078, 0.059, 0.048, 0.039}

// LevelOf returns the level of a value with an FSD, a fraction of the value.
func LevelOf(fsd float64) Level {
	fsd = shown(fsd)
	for level := HighestLevel; level > 0; level-- {
		if fsd <= largestFSD[level] {
			return level
		}
	}
	return 0
}

// LargestFSD returns the largest FSD of a level, a fraction of the value; false for level 0.
func (l Level) LargestFSD() (fsd float64, ok bool) { return largestFSD[l], l > 0 }

// Band is a rating of confidence in three steps.
type Band string

// The bands of Freddie Mac.
const (
	High   Band = "high"
	Medium Band = "medium"
	Low    Band = "low"
)

// The largest FSDs of bands, fractions of the value.
const (
	highFSD   = 0.13
	mediumFSD = 0.20
)

// BandOf returns the band of a value with an FSD, a fraction of the value.
func BandOf(fsd float64) Band {
	switch fsd = shown(fsd); {
	case fsd <= highFSD:
		return High
	case fsd <= mediumFSD:
		return Medium
	}
	return Low
}

// shown rounds an FSD to the four decimals that answers show, so that a reader finds the same level.
func shown(fsd float64) float64 { return math.Round(1e4*fsd) / 1e4 }
