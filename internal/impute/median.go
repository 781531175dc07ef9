package impute

// Medians and modes of homes or sales of which not all is known.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
	"github.com/gevel/gevel/internal/traits"
)

// median returns the median of what items have; NaN is unknown, and so is the median
// when a smaller share of items than asked is known.
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

// medianCount is median of whole numbers, rounded.
func medianCount[T any](items []T, share float64, of func(T) gevel.Opt[int]) gevel.Opt[int] {
	m := median(items, share, func(item T) float64 { return traits.Number(of(item)) })
	if math.IsNaN(m) {
		return gevel.Opt[int]{}
	}
	return gevel.Some(int(math.Round(m)))
}

// mostFrequent returns what most items have; of two as frequent, what came to that
// number first: codes may depend on sales that are not known yet, the order of items
// does not. It is not known when a smaller share of items than asked is.
func mostFrequent[T any, K comparable](items []T, share float64, of func(T) gevel.Opt[K]) gevel.Opt[K] {
	var most gevel.Opt[K]
	times, known := map[K]int{}, 0
	for _, item := range items {
		k := of(item)
		if !k.Known {
			continue
		}
		known++
		if times[k.V]++; !most.Known || times[k.V] > times[most.V] {
			most = k
		}
	}
	if float64(known) < share*float64(len(items)) {
		return gevel.Opt[K]{}
	}
	return most
}

// coded returns a code of a category, of which -1 is unknown.
func coded(code int32) gevel.Opt[int32] {
	return gevel.Opt[int32]{V: code, Known: code >= 0}
}
