package vintage

// The kriging approach: a trend, and on top of it the residuals of like homes nearby.

import (
	"errors"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/traits"
)

// Kriging is the kriging approach as it was trained. Fields are exported for encoding only.
type Kriging struct {
	// Trend is the worth of a home beyond the linear model of its
	// characteristics. Where the day is a column of the hedonic model's trees there is none,
	// and the nonspatial model estimates homes instead.
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

// check reports whether the approach is complete, for sales with the attributes of these, and
// nonspatial or not.
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
