package vintage

// The sales as the sites of kriging. A vintage keeps none of them: it lays the few that a valuation
// compares from the columns of the sales, which all vintages share.

import (
	"errors"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
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
	// rows are the steps by row, of sales so few that this takes no more room than a table.
	rows []uint16
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
func (v *Vintage) LaySites() { v.laySites(mostTabled) }

// laySites holds the steps of at most so many sales by row.
func (v *Vintage) laySites(mostRows int) {
	s := v.sales
	v.sites = &Sites{sales: s}
	for i, k := range s.Roles.Measured {
		a, floor, scale := &s.Attributes[k], v.Floors()[k], v.Kriging.Scales[i]
		t := trait{column: k, stepsOf: func(v float64) uint16 {
			return kriging.StepsOf(scale.Standardise(traits.Value(a, floor, v)))
		}}
		size := mostTabled
		if s.Numbers[k] == nil {
			size = int(min(s.Whole[k].Most(), mostTabled)) + 2 // with Unknown and 0
		}
		switch {
		case s.Len() <= min(size, mostRows):
			t.rows = make([]uint16, s.Len())
			for row := range t.rows {
				t.rows[row] = t.stepsOf(asHeld(a, s.Value(k, row)))
			}
		case s.Numbers[k] == nil:
			t.tabled = make([]uint16, size)
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

// Lay replaces the sites in to by the sites of some sales. It reads column by column: the sales are sorted by place, so
// the sales near a home lie close together in each.
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
	if t.rows != nil {
		for at, row := range rows {
			to.SetTrait(at, i, t.rows[row])
		}
		return
	}
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

// The kriging approach: a trend, and on top of it the residuals of like homes nearby.

// Kriging is the kriging approach as it was trained. Fields are exported for encoding only.
type Kriging struct {
	// Trend is the worth of a home beyond the linear model of its characteristics. Where the day is a column of the
	// hedonic model's trees there is none, and the nonspatial model estimates homes instead.
	Trend      *kriging.Trend
	Nonspatial *hedonic.Nonspatial
	Kernel     kriging.Kernel
	KernelFrom gevel.Date // of the vintage that fitted the kernels, this one or an earlier one
	Scales     []traits.Scale
	// Trends are the trend of each sale's home, log euros less the index, without that
	// sale's own price, and NoiseScales the noise scale of each sale; by row of the sales.
	Trends      []float32
	NoiseScales []float32
}

// SetSite sets a site to a home in a month; see index.Level.
func (v *Vintage) SetSite(site *kriging.Site, h *market.Home, month float64) {
	var room [traitRoom]float64
	site.X, site.Y, site.Month = h.Place.X, h.Place.Y, float32(month)
	site.Traits = traits.Standardise(v.Kriging.Scales, traits.Of(v.sales.Sales, h, v.Floors(), room[:0]), site.Traits[:0])
	site.Kinds = traits.Kinds(v.sales.Sales, h, site.Kinds[:0])
}

// traitRoom is room for the traits of most homes without allocation.
const traitRoom = 64

// TrendOf returns the trend of a home at its site, log euros less the index: its value
// without the residuals of its neighbours.
func (v *Vintage) TrendOf(h *market.Home, site *kriging.Site) float64 {
	if v.Kriging.Trend == nil {
		return v.Kriging.Nonspatial.Estimate(h)
	}
	return v.Hedonic.Linear.Characteristics(h) + v.Kriging.Trend.Estimate(site)
}

// check reports whether the approach is complete, for sales with the attributes of these, and nonspatial or not.
func (k *Kriging) check(s *market.Sales, nonspatial bool) error {
	if len(k.Scales) != len(s.Roles.Measured) {
		return errors.New("the vintage's kriging has other characteristics than the sales")
	}
	if err := k.Kernel.Check(); err != nil {
		return err
	}
	if nonspatial != (k.Nonspatial != nil) || nonspatial != (k.Trend == nil) {
		return errors.New("the vintage's kriging does not fit its hedonic model: only one of them is nonspatial")
	}
	if nonspatial {
		return k.Nonspatial.Check(s.Attributes)
	}
	return k.Trend.Check(len(k.Scales), len(s.Roles.Kinds))
}
