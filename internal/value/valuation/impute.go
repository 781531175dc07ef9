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

// like is what like homes are sought for.
type like struct {
	home    *market.Home
	day     gevel.Date
	surface gevel.Opt[int] // see Query
}

// typical returns typical values: what the homes sold nearby have that are most like one by
// place, house type, build year and use surface, or where none of them has it observed, what
// the group has.
func (w *Workspace) typical(v *vintage.Vintage, near *nearby, of like) *impute.Typical {
	home := *of.home
	home.UseSurface = of.surface
	l, s := &w.likeHomes, w.sales.Sales
	l.Found = comps.Alike(s, near.neighbours, near.rank(&home, of.day), impute.Considered, l.Found)
	return l.Typical(s, impute.Prior{
		Group: &v.Typical[home.BuildType.Group()], Scales: v.Kriging.Scales, Floors: v.Floors(),
	})
}

// complete imputes what is not known of a home, and appends what it imputed to dst.
func (w *Workspace) complete(v *vintage.Vintage, near *nearby, of like, dst []impute.Characteristic) []impute.Characteristic {
	if !v.Typical[of.home.BuildType.Group()].Missing(w.sales.Sales, of.home) {
		return dst
	}
	return w.typical(v, near, of).Complete(w.sales.Sales, of.home, dst)
}

// imputedVariance returns what imputed characteristics add to the size of a home's error, log
// euros squared.
func imputedVariance(v *vintage.Vintage, group gevel.BuildGroup, imputed []impute.Characteristic) (sum float64) {
	for _, c := range imputed {
		sum += v.Spread.Imputed[group][c]
	}
	return sum
}
