package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
)

// What likeness holds homes against each other by: traits, which are numbers, and kinds, which
// are equal or not.

// Scale moves a trait to mean 0 and standard deviation 1.
type Scale struct{ Mean, Deviation float64 }

// scales standardises each trait over the sales in rows.
func (t *trainer) scales(rows []int32, design *hedonic.Design) []Scale {
	var h market.Home
	var values []float64
	var n, sum, squares []float64
	for _, row := range rows {
		h = t.sales.Home(int(row), h.Extra)
		values = traits(t.sales, design, &h, values[:0])
		if n == nil {
			n, sum, squares = make([]float64, len(values)), make([]float64, len(values)), make([]float64, len(values))
		}
		for i, v := range values {
			if !math.IsNaN(v) {
				n[i]++
				sum[i] += v
				squares[i] += v * v
			}
		}
	}
	scales := make([]Scale, len(n))
	for i := range scales {
		// A trait that no sale tells says nothing of how like two homes are.
		scales[i] = Scale{Deviation: math.Inf(1)}
		if n[i] > 0 {
			scales[i].Deviation = 1
			mean := sum[i] / n[i]
			scales[i].Mean = mean
			if d := math.Sqrt(math.Max(0, squares[i]/n[i]-mean*mean)); d > 0 {
				scales[i].Deviation = d
			}
		}
	}
	return scales
}

// traits appends the traits of a home to dst; NaN is unknown. An area counts from the floor on,
// as the hedonic model has it: less land is never worth more.
func traits(s *market.Sales, design *hedonic.Design, h *market.Home, dst []float64) []float64 {
	for _, k := range s.Roles.Measured {
		v := s.Attributes[k].Get(&h.Characteristics)
		if s.Attributes[k].Kind == gevel.Area {
			v = math.Log1p(design.Counts(k, v))
		}
		dst = append(dst, v)
	}
	return dst
}

// standardised appends the traits of h in standard deviations; unknown is the mean.
func (l *Likeness) standardised(values []float64, dst []float32) []float32 {
	for i, s := range l.Scales {
		z := (values[i] - s.Mean) / s.Deviation
		if math.IsNaN(z) {
			z = 0
		}
		dst = append(dst, float32(z))
	}
	return dst
}

// kinds appends the kinds of a home: its house type and its categories. An open category is
// -1 where it is unknown, another one 0.
func kinds(s *market.Sales, h *market.Home, dst []int32) []int32 {
	for _, k := range s.Roles.Kinds {
		a := &s.Attributes[k]
		code := int32(0)
		if v := a.Get(&h.Characteristics); v == v {
			code = int32(v)
		} else if a.IsOpen() {
			code = -1
		}
		dst = append(dst, code)
	}
	return dst
}

// laySites lays out the sites of all sales.
func (v *Vintage) laySites(g *ground) {
	n := g.sales.Len()
	v.sales = g.sales
	v.sites = kriging.NewSites(len(v.Scales), len(v.sales.Roles.Kinds), n)
	var h market.Home
	var site kriging.Site
	for row := range n {
		h = g.sales.Home(row, h.Extra)
		v.place(&h, g.month[row], &site)
		v.sites.Add(&site)
	}
}

// place makes a site that of a home in a month.
func (v *Vintage) place(h *market.Home, month float64, site *kriging.Site) {
	var room [traitRoom]float64
	site.X, site.Y, site.Month = h.Place.X, h.Place.Y, float32(month)
	values := traits(v.sales, v.Hedonic.Linear.Design, h, room[:0])
	site.Traits = v.standardised(values, site.Traits[:0])
	site.Kinds = kinds(v.sales, h, site.Kinds[:0])
}

// traitRoom is room for the traits of most homes without allocation.
const traitRoom = 64
