package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
)

// What likeness holds homes against each other by: traits, which are numbers, and kinds, which
// are equal or not.

// Scale moves a trait to mean 0 and standard deviation 1.
type Scale struct{ Mean, Deviation float64 }

// scales standardises each trait over the sales in rows.
func (t *trainer) scales(rows []int32, leastParcel int) []Scale {
	var h market.Home
	var values []float64
	var n, sum, squares []float64
	for _, row := range rows {
		h = t.sales.Home(int(row), h.Num, h.Cat)
		values = traits(&h, leastParcel, values[:0])
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

// The traits; behind them follow the numeric extras.
const (
	surfaceLike = iota
	parcelLike
	volumeLike
	yearLike
	roomsLike
	labelLike
	firstExtraLike
)

// traits appends the traits of a home to dst; NaN is unknown. A lot counts from leastParcel on,
// m2, as the hedonic model has it: less land is never worth more.
func traits(h *market.Home, leastParcel int, dst []float64) []float64 {
	lot := h.ParcelSurface
	lot.V = max(lot.V, leastParcel)
	label := math.NaN()
	if h.EnergyLabel > 0 {
		label = float64(h.EnergyLabel)
	}
	dst = append(dst, []float64{
		surfaceLike: logOf(h.UseSurface), parcelLike: logOf(lot), volumeLike: logOf(h.Volume),
		yearLike: valueOf(h.BuildYear), roomsLike: valueOf(h.Rooms), labelLike: label,
	}...)
	for _, v := range h.Num {
		dst = append(dst, float64(v))
	}
	return dst
}

func logOf(v gevel.Opt[int]) float64 {
	if !v.Known {
		return math.NaN()
	}
	return math.Log1p(float64(v.V))
}

func valueOf(v gevel.Opt[int]) float64 {
	if !v.Known {
		return math.NaN()
	}
	return float64(v.V)
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

// kinds appends the kinds of a home: its house type and its categories.
func kinds(h *market.Home, dst []int32) []int32 {
	return append(append(dst, int32(h.BuildType)), h.Cat...)
}

// laySites lays out the sites of all sales.
func (v *Vintage) laySites(g *ground) {
	n := g.sales.Len()
	v.sites = kriging.NewSites(len(v.Scales), 1+len(g.sales.Cat), n)
	var h market.Home
	var site kriging.Site
	for row := range n {
		h = g.sales.Home(row, h.Num, h.Cat)
		v.place(&h, g.month[row], &site)
		v.sites.Add(&site)
	}
}

// place makes a site that of a home in a month.
func (v *Vintage) place(h *market.Home, month float64, site *kriging.Site) {
	var room [traitRoom]float64
	site.X, site.Y, site.Month = h.Place.X, h.Place.Y, float32(month)
	site.Traits = v.standardised(traits(h, v.Hedonic.Linear.Design.LeastParcel, room[:0]), site.Traits[:0])
	site.Kinds = kinds(h, site.Kinds[:0])
}

// traitRoom is room for the traits of most homes without allocation.
const traitRoom = 64
