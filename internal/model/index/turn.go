package index

// The last turn of the whole market. No variance of past forecasts mends a turn, so a value says what the last one would
// do to it.

import (
	"math"

	"github.com/gevel/gevel"
)

// Turn is the last time that the whole market's prices fell.
type Turn struct {
	Peak  gevel.Month
	falls []float64 // the lowest level so far less that of the peak, by months after it; logs
}

// leastTurn is the fall from a peak, or the rise from a trough, that makes a turn, log euros. Errors of a month's level
// are smaller, but in markets of some ten sales a month.
const leastTurn = 0.03

// LastTurn returns the last turn among the months that were known; ok is false if prices never fell.
func (ix *Index) LastTurn() (last Turn, ok bool) {
	levels := ix.Series(0, ix.First, ix.End+1)
	peak, falling, extreme := 0, false, 0
	for m, level := range levels {
		// extreme is the highest month of a rise, the lowest of a fall.
		if level > levels[extreme] != falling {
			extreme = m
		}
		if math.Abs(level-levels[extreme]) < leastTurn {
			continue
		}
		if !falling {
			peak, ok = extreme, true
		}
		falling, extreme = !falling, m
	}
	if !ok {
		return Turn{}, false
	}
	last.Peak = ix.First + gevel.Month(peak)
	low := levels[peak]
	for _, level := range levels[peak:min(len(levels), peak+Horizons+1)] {
		low = math.Min(low, level)
		last.falls = append(last.falls, low-levels[peak])
	}
	return last, true
}

// Fall returns by how much prices had fallen, at the most, so many months after the peak: 0 or a negative number, in
// logs.
func (t *Turn) Fall(months float64) float64 { return levelAt(t.falls, months) }

// Stress returns the change of a value of a month, 0 or a negative number in logs, had the whole market turned in the
// last known month as it last did, instead of going on as it is forecast.
func (ix *Index) Stress(t *Turn, month float64) float64 {
	end := float64(ix.End)
	if month <= end {
		return 0
	}
	return math.Min(0, t.Fall(month-end)-(ix.Level(0, 0, month)-ix.Level(0, 0, end)))
}
