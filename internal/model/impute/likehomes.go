package impute

// Typical values of one home: what the most similar homes sold nearby have, similar in what
// is known of every home.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/traits"
)

// Considered is the number of like homes from which typical values are taken: with more, less
// similar homes outweigh the others; with fewer, chance does.
const Considered = 12

// LikeHomes are the most similar homes sold nearby. They hold workspace: use one
// per goroutine.
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

// Typical returns the like homes' value of each characteristic that has a typical value in the group,
// or the group's value if no like home has it observed. The result is valid
// until the next call.
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

// have returns the like homes' value of an attribute. For a measure it is the weighted mean, of areas in
// logs, rounded unless it is a gevel.Number; otherwise it is the most frequent value. NaN if
// no like home has it observed.
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

// mean returns the weighted mean of a trait of the like homes, outliers clipped; NaN if
// none has it observed.
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
