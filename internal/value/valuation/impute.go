package valuation

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Typical returns the typical values of a query's home, valid until the next call.
func (w *Workspace) Typical(q Query) *impute.Typical {
	return w.typical(q.Vintage, w.find(q.Home, q.Known), like{q.Home, q.Day, q.Surface})
}

// like is the key of a search for like homes.
type like struct {
	home    *market.Home
	day     gevel.Date
	surface gevel.Opt[int] // see Query
}

// typical returns typical values: from the homes sold nearby that are most similar in place, house type, build year
// and use surface, or, if none of them has a value observed, from the group.
func (w *Workspace) typical(v *vintage.Vintage, near *nearby, of like) *impute.Typical {
	home := *of.home
	home.UseSurface = of.surface
	l, s := &w.likeHomes, w.sales.Sales
	l.Found = comps.Alike(s, near.neighbours, near.rank(&home, of.day), impute.Considered, l.Found)
	return l.Typical(s, impute.Prior{
		Group: &v.Typical[home.BuildType.Group()], Scales: v.Kriging.Scales, Floors: v.Floors(),
	})
}

// complete imputes the unknown characteristics of a home, and appends the imputed ones to dst.
func (w *Workspace) complete(v *vintage.Vintage, near *nearby, of like,
	dst []impute.Characteristic) []impute.Characteristic {
	if !v.Typical[of.home.BuildType.Group()].Missing(w.sales.Sales, of.home) {
		return dst
	}
	return w.typical(v, near, of).Complete(w.sales.Sales, of.home, dst)
}

// imputedVariance returns the variance that imputed characteristics add to a home's error, log euros squared.
func imputedVariance(v *vintage.Vintage, group gevel.BuildGroup, imputed []impute.Characteristic) (sum float64) {
	for _, c := range imputed {
		sum += v.Spread.Imputed[group][c]
	}
	return sum
}
