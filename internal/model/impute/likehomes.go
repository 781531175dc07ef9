package impute

// Typical values of one home: what the most similar homes sold nearby have, similar in what is known of every home.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/traits"
	"github.com/gevel/gevel/internal/num/stats"
)

// Considered is the number of like homes from which typical values are taken: with more, less
// similar homes outweigh the others; with fewer, chance does.
const Considered = 12

// LikeHomes are the most similar homes sold nearby. They hold workspace: use one per goroutine.
type LikeHomes struct {
	// Found are the homes, the most like first: at most Considered. Weights are not needed.
	Found []comps.Comparable

	typical Typical
}

// Prior is what typical values of like homes need besides their sales.
type Prior struct {
	Group  *Typical       // of the home's house type group
	Scales []traits.Scale // values are clipped at kriging.Far deviations
	Floors []float64      // smallest areas that count; see hedonic.Design
}

// Typical returns the like homes' value of each characteristic that has a typical value in the group, or the
// group's value if no like home has it observed. The result is valid until the next call.
func (l *LikeHomes) Typical(s *market.Sales, p Prior) *Typical {
	l.weigh()
	t := &l.typical
	t.Values = append(t.Values[:0], p.Group.Values...)
	for c, k := range s.Roles.Imputed {
		if p.Group.Has(Characteristic(c)) {
			if v := l.have(s, p, k); !math.IsNaN(v) {
				t.Values[c] = v
			}
		}
	}
	return t
}

// have returns the like homes' value of an attribute. For a measure it is the weighted mean, of areas in logs, rounded
// unless it is a gevel.Number; otherwise it is the most frequent value. NaN if no like home has it observed.
func (l *LikeHomes) have(s *market.Sales, p Prior, k int) float64 {
	of := func(i int) float64 { return s.Value(k, int(l.Found[i].Row)) }
	kind := s.Attributes[k].Kind
	if kind == gevel.Category || kind == gevel.YesNo {
		return l.most(of)
	}
	scale := p.Scales[slices.Index(s.Roles.Measured, k)]
	switch kind {
	case gevel.Number:
		return l.mean(scale, of)
	case gevel.Area:
		logs := func(i int) float64 { return math.Log1p(math.Max(p.Floors[k], of(i))) }
		return math.Round(math.Expm1(l.mean(scale, logs)))
	}
	return math.Round(l.mean(scale, of))
}

// weigh sets the weights of the homes that were found.
func (l *LikeHomes) weigh() {
	for i := range l.Found {
		// The square gives the most similar more weight, as the leaves do among comparables.
		l.Found[i].Weight = l.Found[i].Similarity * l.Found[i].Similarity
	}
}

// mean returns the weighted mean of a trait of the like homes, outliers clipped; NaN if none has it observed.
func (l *LikeHomes) mean(scale traits.Scale, of func(i int) float64) float64 {
	sum, total := 0.0, 0.0
	least, most := scale.Mean-kriging.Far*scale.Deviation, scale.Mean+kriging.Far*scale.Deviation
	for i, c := range l.Found {
		if x := of(i); !math.IsNaN(x) {
			sum += c.Weight * min(max(x, least), most)
			total += c.Weight
		}
	}
	return sum / total
}

// most returns the value with the most weight among the like homes, and of two equal ones the
// most similar home's; NaN when none is known.
func (l *LikeHomes) most(of func(i int) float64) float64 {
	var values [Considered]float64
	for i := range l.Found {
		values[i] = of(i)
	}
	most, heaviest := math.NaN(), 0.0
	for i := range l.Found {
		weight := 0.0
		for j, c := range l.Found {
			if values[j] == values[i] {
				weight += c.Weight
			}
		}
		if weight > heaviest {
			most, heaviest = values[i], weight
		}
	}
	return most
}

// Medians and modes over homes or sales with unknown values.

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

// mostFrequent returns the most frequent value among the homes of sales; NaN when less than the given share is known.
func mostFrequent(s *market.Sales, k int, rows []int32, share float64) float64 {
	return mode(rows, share, func(row int32) float64 { return s.Value(k, int(row)) })
}

// mode returns the most frequent value; NaN is unknown. Of two equally frequent values it is the one that reached
// that count first: codes may depend on sales that are not known yet, the order of items does not.
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
