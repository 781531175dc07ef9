package valuation

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
)

// Judged is a sale of an appraiser's choice as comparables are.
type Judged struct {
	comps.Comparable
	Equality float64 // as a reference has it
	Risen    float64 // the rise of its index since, log euros
}

// Judge returns a sale as comparables are, wherever it lies. Home is the home sold as its price is adjusted.
func (t *Trace) Judge(sale *gevel.Sale, home *market.Home) Judged {
	v, ix, group := t.Vintage, t.Market.Index.Index, home.BuildType.Group()
	var mine, theirs [hedonic.LeafTrees]uint8
	v.Hedonic.EstimateWithLeaves(&t.Home, mine[:])
	estimate, area := v.Hedonic.EstimateWithLeaves(home, theirs[:]), ix.Areas.Of(home.Place)
	seen := *sale
	seen.Extra = nil // no likeness looks at it, and the table of one sale is the standard one
	one := market.NewSales(gevel.Standard(), []gevel.Sale{seen})
	q := comps.Query{Home: &t.Home, Day: t.Day}
	j := Judged{Comparable: comps.Like(one, q, t.Comparables.Units, hedonic.Shared(mine[:], theirs[:]))}
	then := ix.Level(area, group, index.MonthsSince(0, sale.Date))
	j.Risen = ix.Level(area, group, t.Market.Month) - then
	j.SetEstimate(v.Hedonic.Estimate(t.Beside(home)), estimate)
	j.Adjusted = t.adjusted(math.Log(float64(sale.Price)), then, j.Estimate)
	shown := t.shown(t.Subject.Dwelling.At)
	as := shown.Reference(one, &j.Comparable)
	j.Equality = as.Equality()
	return j
}

// Beside returns the home of a sale as it is compared with the subject: what is not known of one of both is taken as
// equal, so that it costs no euros.
func (t *Trace) Beside(sold *market.Home) *market.Home {
	var compared market.Home
	copyHome(&compared, sold)
	t.setUnknown(&compared)
	return &compared
}

// setUnknown makes the home of a sale the one of Beside, and reports whether that changes it.
func (t *Trace) setUnknown(sold *market.Home) (changed bool) {
	s := t.Vintage.Sales()
	imputed := func(k int) bool {
		return slices.ContainsFunc(t.Imputed, func(c impute.Characteristic) bool { return s.Roles.Imputed[c] == k })
	}
	for k := range s.Attributes {
		a := &s.Attributes[k]
		has, had := a.Get(&t.Home.Characteristics), a.Get(&sold.Characteristics)
		if math.IsNaN(has) != math.IsNaN(had) || had != has && !math.IsNaN(has) && imputed(k) {
			a.Set(&sold.Characteristics, has)
			changed = true
		}
	}
	return changed
}
