package valuer

// What is usual of one home: what the homes sold nearby have that are most like it in
// what is known of every home.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
)

// usualHomes is of how many homes the usual is taken: of more, those that are less like the
// home outweigh the others, of fewer chance does.
const usualHomes = 12

// alikes are the homes sold nearby that are most like one. They hold scratch room.
type alikes struct {
	found []comps.Comparable // the most like first, each with its weight
	usual Usual
}

// complete gives a home the usual where it is unknown, and returns what that adds to the
// size of its error, log euros squared. surface is as of usual. near has just been called
// for the question.
func (d *desk) complete(v *Vintage, q question, surface gevel.Opt[int]) (imputed float64) {
	group := q.home.BuildType.Group()
	if !v.Usual[group].misses(d.sales, q.home) {
		return 0
	}
	u := d.usual(v, q, surface)
	for trait, k := range d.sales.Roles.Imputed {
		if !d.sales.Attributes[k].Known(&q.home.Characteristics) && u.give(d.sales, q.home, trait) {
			imputed += v.Imputed[group][trait]
		}
	}
	return imputed
}

// usual returns what is usual of a home: of all that is usual in its group, what the homes
// sold nearby have that are most like it by place, house type, build year and use surface,
// or where none of them tells, what the group has. surface is what the register knows, and
// does not choose homes where it knows none: if it were what a caller tells, a home told to
// be larger would be given other rooms, and could be worth less. near has just been called
// for the question. The result is valid until the next call.
func (d *desk) usual(v *Vintage, q question, surface gevel.Opt[int]) *Usual {
	home := *q.home
	home.UseSurface = surface
	a, group := &d.alikes, &v.Usual[home.BuildType.Group()]
	a.found = comps.Alike(d.sales, d.neighbours, d.measure(question{home: &home, day: q.day}), usualHomes, a.found)
	a.weigh()
	a.usual.Values = append(a.usual.Values[:0], group.Values...)
	for trait, k := range d.sales.Roles.Imputed {
		if group.knows(trait) {
			if x := a.have(v, d.sales, k); !math.IsNaN(x) {
				a.usual.Values[trait] = x
			}
		}
	}
	return &a.usual
}

// have returns what the alikes have of an attribute: the mean of measures, whole but of a
// Number, of areas in logs; what has no measure, what most of them have; NaN where it is known
// of none.
func (a *alikes) have(v *Vintage, s *market.Sales, k int) float64 {
	of := func(i int) float64 { return s.Value(k, int(a.found[i].Row)) }
	switch s.Attributes[k].Kind {
	case gevel.Category, gevel.YesNo:
		return a.most(of)
	case gevel.Number:
		return a.mean(v, s, k, of)
	case gevel.Area:
		design := v.Hedonic.Linear.Design
		return math.Round(math.Expm1(a.mean(v, s, k, func(i int) float64 { return math.Log1p(design.Counts(k, of(i))) })))
	}
	return math.Round(a.mean(v, s, k, of))
}

// weigh sets the weights of the alikes that were found.
func (a *alikes) weigh() {
	for i := range a.found {
		// The square counts the most like for more, as the leaves do among comparables.
		a.found[i].Weight = a.found[i].Similarity * a.found[i].Similarity
	}
}

// mean returns the mean by weight of what the alikes have of an attribute, single odd ones
// held; NaN where it is known of none.
func (a *alikes) mean(v *Vintage, s *market.Sales, k int, of func(i int) float64) float64 {
	scale, sum, total := v.Scales[slices.Index(s.Roles.Measured, k)], 0.0, 0.0
	least, most := scale.Mean-kriging.Far*scale.Deviation, scale.Mean+kriging.Far*scale.Deviation
	for i, c := range a.found {
		if x := of(i); !math.IsNaN(x) {
			sum += c.Weight * min(max(x, least), most)
			total += c.Weight
		}
	}
	return sum / total
}

// most returns what most of the alikes have by weight, and of two alike what the most like
// of them has; NaN where it is known of none.
func (a *alikes) most(of func(i int) float64) float64 {
	var values [usualHomes]float64
	for i := range a.found {
		values[i] = of(i)
	}
	most, heaviest := math.NaN(), 0.0
	for i := range a.found {
		weight := 0.0
		for j, c := range a.found {
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
