package vintage

// The sales as the sites of kriging. A vintage keeps none of them: it lays the few that a valuation
// compares from the columns of the sales, which all vintages share.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/traits"
)

// Sites are the sales as sites of a vintage, by row.
type Sites struct {
	sales  *Sales
	traits []trait
	kinds  []kind
}

// trait is a trait of the sites.
type trait struct {
	column int // of the sales
	// tabled are the steps by whole number plus 1, Unknown first, up to the largest that most columns have.
	tabled  []uint16
	stepsOf func(v float64) uint16
}

// mostTabled bounds the whole numbers in a table: only areas of land exceed it, and few of these.
const mostTabled = math.MaxUint16

// kind is a kind of the sites.
type kind struct {
	codes   *market.Ints
	unknown int32
}

// LaySites makes the sites of the sales, once the linear model and the scales are known.
func (v *Vintage) LaySites() {
	s := v.sales
	v.sites = &Sites{sales: s}
	for i, k := range s.Roles.Measured {
		a, floor, scale := &s.Attributes[k], v.Floors()[k], v.Kriging.Scales[i]
		t := trait{column: k, stepsOf: func(v float64) uint16 {
			return kriging.StepsOf(scale.Standardise(traits.Value(a, floor, v)))
		}}
		if s.Numbers[k] == nil {
			t.tabled = make([]uint16, min(s.Whole[k].Most(), mostTabled)+2)
			t.tabled[0] = t.stepsOf(math.NaN())
			for n := range t.tabled[1:] {
				t.tabled[n+1] = t.stepsOf(asHeld(a, float64(n)))
			}
		}
		v.sites.traits = append(v.sites.traits, t)
	}
	for _, k := range s.Roles.Kinds {
		one := kind{codes: &s.Whole[k]}
		if s.Attributes[k].IsOpen() {
			one.unknown = market.Unknown
		}
		v.sites.kinds = append(v.sites.kinds, one)
	}
}

// asHeld returns a number as the characteristics of a home hold it.
func asHeld(a *gevel.Attribute, v float64) float64 {
	if a.IsExtra() {
		return float64(float32(v))
	}
	return v
}

// Sites returns the sales as sites.
func (v *Vintage) Sites() *Sites { return v.sites }

// Empty returns an empty set for such sites.
func (s *Sites) Empty() kriging.Sites { return *kriging.NewSites(len(s.traits), len(s.kinds), 0) }

// Lay replaces the sites in to by those of some sales. It reads column by column: the sales are sorted by place, so
// that those near a home lie close together in each.
func (s *Sites) Lay(rows []int32, to *kriging.Sites) {
	to.Reset(len(rows))
	for i, row := range rows {
		p := s.sales.Place[row]
		to.Set(i, p.X, p.Y, float32(s.sales.Month[row]))
	}
	for i := range s.traits {
		s.layTrait(i, rows, to)
	}
	for i, kind := range s.kinds {
		for at, row := range rows {
			code := kind.codes.At(int(row))
			if code == market.Unknown {
				code = kind.unknown
			}
			to.SetKind(at, i, code)
		}
	}
}

func (s *Sites) layTrait(i int, rows []int32, to *kriging.Sites) {
	t := &s.traits[i]
	if t.tabled == nil {
		numbers := s.sales.Numbers[t.column]
		for at, row := range rows {
			to.SetTrait(at, i, t.stepsOf(float64(numbers[row])))
		}
		return
	}
	column := &s.sales.Whole[t.column]
	for at, row := range rows {
		v := column.At(int(row))
		if n := uint32(v + 1); n < uint32(len(t.tabled)) {
			to.SetTrait(at, i, t.tabled[n])
			continue
		}
		to.SetTrait(at, i, t.stepsOf(asHeld(&s.sales.Attributes[t.column], float64(v))))
	}
}
