package valuer

// What is in the middle of homes or sales, and what is most frequent among them.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// middle returns the median of what items have; NaN is unknown, and so is the median
// when a smaller share of items than asked is known.
func middle[T any](items []T, share float64, of func(T) float64) float64 {
	var known []float64
	for _, item := range items {
		if v := of(item); !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	median, ok := stats.MedianInPlace(known)
	if !ok || float64(len(known)) < share*float64(len(items)) {
		return math.NaN()
	}
	return median
}

// middleOf returns the median of what the homes of sales have of an attribute, a whole number
// but of a Number; see middle.
func middleOf(s *market.Sales, k int, rows []int32, share float64) float64 {
	median := middle(rows, share, func(row int32) float64 { return s.Value(k, int(row)) })
	if s.Attributes[k].Kind == gevel.Number {
		return median
	}
	return math.Round(median)
}

// mostFrequent returns what most homes of sales have of an attribute; of two as frequent, what
// came to that number first: codes may depend on sales that are not known yet, the order of
// rows does not. It is NaN when it is known of a smaller share than asked.
func mostFrequent(s *market.Sales, k int, rows []int32, share float64) float64 {
	return mostOf(rows, share, func(row int32) float64 { return s.Value(k, int(row)) })
}

func mostOf(rows []int32, share float64, of func(row int32) float64) float64 {
	most := math.NaN()
	times, known := map[float64]int{}, 0
	for _, row := range rows {
		v := of(row)
		if math.IsNaN(v) {
			continue
		}
		known++
		if times[v]++; math.IsNaN(most) || times[v] > times[most] {
			most = v
		}
	}
	if float64(known) < share*float64(len(rows)) {
		return math.NaN()
	}
	return most
}

// coded returns a code of a category, of which -1 is unknown, as a number.
func coded(code int32) float64 {
	if code < 0 {
		return math.NaN()
	}
	return float64(code)
}
