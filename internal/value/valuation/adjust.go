package valuation

// Prices of sales, moved to a subject and its day.

import (
	"math"
	"slices"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/num/list"
)

// adjust moves the prices of sales to the subject and the valuation date.
func (w *Workspace) adjust(t *Trace, sales []comps.Comparable) {
	v, a := t.Vintage, &w.adjuster
	a.estimate(w.sales.Home, t, sales)
	for i := range sales {
		c := &sales[i]
		recorded := float64(v.Estimates[c.Row])
		c.SetEstimate(a.compared[i], recorded)
		c.Adjusted = t.adjusted(w.sales.LogPrice(c.Row), v.Level(t.Market.Index.Index, c.Row), recorded, a.compared[i])
	}
}

// adjuster estimates the homes of sales as they are compared with a subject. Subjects nearby have sales in common and
// lack the same characteristics, so what was estimated for one mostly serves the next.
type adjuster struct {
	sold     market.Home
	homes    hedonic.Homes
	compared []float64 // by sale
	open     []int     // the sales whose homes are to be estimated
	changes  []changes // of these homes
	of       *hedonic.Model
	turn     uint64 // how often the model changed: an estimate kept in another turn is of another model
	kept     [keptEstimates]keptEstimate
}

// keptEstimates is how many estimates are kept: of the sales around some hundred homes.
const keptEstimates = 1 << 12

type keptEstimate struct {
	changes  // none where nothing is kept
	row      int32
	turn     uint64
	estimate float64
}

// at returns where the estimate of a sale's home with changes is kept, if it is.
func (a *adjuster) at(row int32, is *changes) *keptEstimate {
	h := uint64(row)
	for _, x := range [...]uint64{is.lost, uint64(is.got[0].place), math.Float64bits(is.got[0].value), math.Float64bits(is.got[1].value)} {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return &a.kept[h%keptEstimates]
}

// estimate fills compared.
func (a *adjuster) estimate(home func(row int, extra []float32) market.Home, t *Trace, sales []comps.Comparable) {
	v := t.Vintage
	if a.of != v.Hedonic {
		a.of, a.turn = v.Hedonic, a.turn+1
	}
	a.compared, a.open, a.changes = list.Sized(a.compared, len(sales)), a.open[:0], a.changes[:0]
	a.homes.Begin(v.Hedonic)
	for i, c := range sales {
		a.sold = home(int(c.Row), a.sold.Extra)
		is := t.setUnknown(&a.sold)
		kept := a.at(c.Row, &is)
		switch {
		case is == (changes{}):
			a.compared[i] = float64(v.Estimates[c.Row])
		case !is.more && kept.turn == a.turn && kept.row == c.Row && kept.changes == is:
			a.compared[i] = kept.estimate
		default:
			a.homes.Add(&a.sold)
			a.open, a.changes = append(a.open, i), append(a.changes, is)
		}
	}
	for k, estimate := range a.homes.Estimates(0) {
		i := a.open[k]
		a.compared[i] = estimate
		row := sales[i].Row
		*a.at(row, &a.changes[k]) = keptEstimate{a.changes[k], row, a.turn, estimate}
	}
}

// Beside returns the home of a sale as it is compared with the subject: what is not known of one of both is taken as
// equal, so that it costs no euros.
func (t *Trace) Beside(sold *market.Home) *market.Home {
	var compared market.Home
	copyHome(&compared, sold)
	t.setUnknown(&compared)
	return &compared
}

// changes are what Beside changes of a home.
type changes struct {
	lost uint64 // characteristics, a bit each
	got  [2]got
	more bool // it got or lost others
}

// got is a characteristic that a home got.
type got struct {
	place int // and one
	value float64
}

// note notes a change to a value, NaN where it is lost.
func (c *changes) note(place int, value float64) {
	free := slices.Index(c.got[:], got{})
	switch {
	case math.IsNaN(value) && place < 64:
		c.lost |= 1 << place
	case !math.IsNaN(value) && free >= 0:
		c.got[free] = got{place + 1, value}
	default:
		c.more = true
	}
}

// setUnknown makes the home of a sale the one of Beside.
func (t *Trace) setUnknown(sold *market.Home) (is changes) {
	s := t.Vintage.Sales()
	imputed := func(k int) bool {
		return slices.ContainsFunc(t.Imputed, func(c impute.Characteristic) bool { return s.Roles.Imputed[c] == k })
	}
	for k := range s.Attributes {
		a := &s.Attributes[k]
		has, had := a.Get(&t.Home.Characteristics), a.Get(&sold.Characteristics)
		if math.IsNaN(has) != math.IsNaN(had) || had != has && !math.IsNaN(has) && imputed(k) {
			a.Set(&sold.Characteristics, has)
			is.note(k, has)
		}
	}
	return is
}
