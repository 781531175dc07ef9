package impute

// Medians and modes over homes or sales with unknown values.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
)

// median returns the median of what items have. NaN is unknown; the median is NaN
// when less than the given share of the items is known.
func median[T any](items []T, share float64, of func(T) float64) float64 {
	var known []float64
	for _, item := range items {
		if v := of(item); !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	m, ok := stats.MedianInPlace(known)
	if !ok || float64(len(known)) < share*float64(len(items)) {
		return math.NaN()
	}
	return m
}

// medianOf returns the median over the homes of sales of an attribute, rounded
// unless it is a gevel.Number; NaN when less than the given share is known.
func medianOf(s *market.Sales, k int, rows []int32, share float64) float64 {
	m := median(rows, share, func(row int32) float64 { return s.Value(k, int(row)) })
	if s.Attributes[k].Kind == gevel.Number {
		return m
	}
	return math.Round(m)
}

// mostFrequent returns the most frequent value among the homes of sales; NaN when less than
// the given share is known.
func mostFrequent(s *market.Sales, k int, rows []int32, share float64) float64 {
	return mode(rows, share, func(row int32) float64 { return s.Value(k, int(row)) })
}

// mode returns the most frequent value; NaN is unknown. Of two equally frequent values it is the one that
// reached that count first: codes may depend on sales that are not known yet, the order of items does
// not.
func mode[T any](items []T, share float64, of func(T) float64) float64 {
	most := math.NaN()
	times, known := map[float64]int{}, 0
	for _, item := range items {
		v := of(item)
		if math.IsNaN(v) {
			continue
		}
		known++
		if times[v]++; math.IsNaN(most) || times[v] > times[most] {
			most = v
		}
	}
	if float64(known) < share*float64(len(items)) {
		return math.NaN()
	}
	return most
}
