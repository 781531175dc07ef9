package valuation

// The list of sales that are evidence about a home: its comparables, and those that come after them.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/num/geo"
)

// MostEvidence is how many sales the list of a home holds at most.
const MostEvidence = 100

// leastSameType is how many sales of the home's own house type the list holds, as far as there are any within reach.
const leastSameType = 3

// Evidence is a sale of the list.
type Evidence struct {
	comps.Comparable         // its weight is 0 after the comparables
	Share            float64 // of the value, through all approaches; below 0 where a sale says what nearer ones say better
}

// Shares are the parts of a value. They add up to 1.
type Shares struct {
	Sales   float64 // of other homes
	OwnSale float64
	Model   float64 // characteristics and place, as all sales together price them
}

// Shares returns the parts of the value, by the weights of the approaches. Kriging rests on single sales as far as their
// residuals weigh, and on its trend for the rest.
func (t *Trace) Shares() Shares {
	s := Shares{Sales: t.Weights[reconcile.Comparables], OwnSale: t.Weights[reconcile.OwnSale]}
	for _, w := range t.Kriging.Weights {
		s.Sales += t.Weights[reconcile.Kriging] * w
	}
	s.Model = 1 - s.Sales - s.OwnSale
	return s
}

// ShareOf returns the share of a sale of another home in the value; weight is its weight among the comparables.
func (t *Trace) ShareOf(row int32, weight float64) float64 {
	share := t.Weights[reconcile.Comparables] * weight
	if i := slices.Index(t.Kriging.Rows, row); i >= 0 {
		share += t.Weights[reconcile.Kriging] * t.Kriging.Weights[i]
	}
	return share
}

// ByWeight returns the comparables, those with the most weight first.
func (c *Comparables) ByWeight() []comps.Comparable {
	list := slices.Clone(c.Sales)
	slices.SortStableFunc(list, func(a, b comps.Comparable) int { return cmp.Compare(b.Weight, a.Weight) })
	return list
}

// Evidence returns the list of an inquiry's trace, at most MostEvidence sales: the comparables, the heaviest first; then,
// the most similar first, all others that have a share in the value, the nearest of the home's own house type, and the
// most similar of the rest nearby.
func (v *Valuer) Evidence(t *Trace) []Evidence {
	r := v.rooms.Get().(*room)
	defer v.rooms.Put(r)
	w := r.workspace
	list := t.Comparables.ByWeight()
	list = append(list, w.after(list, t)...)
	out := make([]Evidence, len(list))
	for i, c := range list {
		out[i] = Evidence{c, t.ShareOf(c.Row, c.Weight)}
	}
	return out
}

// after returns the sales of the list after the comparables, the most similar first.
func (w *Workspace) after(list []comps.Comparable, t *Trace) (rest []comps.Comparable) {
	s, near := w.sales.Sales, w.find(&t.Home, t.Day)
	t.Vintage.Hedonic.EstimateWithLeaves(&t.Home, w.leaves[:])
	ranked := comps.Find(s, near.neighbours, near.rank(&t.Home, t.Day), w.sharedWith(t.Vintage), len(near.neighbours), nil)
	add := func(row int32) {
		is := func(c comps.Comparable) bool { return c.Row == row }
		if len(list)+len(rest) == MostEvidence || slices.ContainsFunc(list, is) || slices.ContainsFunc(rest, is) {
			return
		}
		c := comps.Comparable{Row: row, Distance: geo.Distance(t.Home.Place, s.Place[row])}
		if i := slices.IndexFunc(ranked, is); i >= 0 {
			c = ranked[i]
		}
		rest = append(rest, c)
	}
	for _, row := range t.Kriging.Rows {
		add(row)
	}
	grid, evident := w.sales.ByGroup[t.Home.BuildType.Group()], near.evident(&t.Home, t.Day)
	if grid == nil {
		grid = w.sales.Grid
	}
	sameType := func(row int32) bool { return s.BuildType(int(row)) == t.Home.BuildType && evident(row) }
	for _, n := range grid.Nearest(t.Home.Place, leastSameType, comps.Reach, sameType, nil) {
		add(n.Item)
	}
	for _, c := range ranked {
		add(c.Row)
	}
	w.adjust(t, rest)
	slices.SortStableFunc(rest, func(a, b comps.Comparable) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return rest
}

// Wanted chooses sales of a list, never by their euros. What is not given does not choose.
type Wanted struct {
	Limit         int
	Months        gevel.Opt[int]     // between the sale and the valuation date
	Within        gevel.Opt[int]     // metres between the homes
	SameType      bool               // of the home's own house type
	YearWithin    gevel.Opt[int]     // between the build years
	SurfaceWithin gevel.Opt[float64] // between the use surfaces, a fraction of the home's
}

// Takes reports whether a sale so many metres away is wanted. What is not known of it or of the home is not.
func (q *Wanted) Takes(t *Trace, row int32, distance float64) bool {
	s, i, home := t.Vintage.Sales(), int(row), &t.Home
	year, surface := s.BuildYear(i), s.UseSurface(i)
	return !(q.Months.Known && s.Date[row] <= t.Day.AddMonths(-q.Months.V)) &&
		!(q.Within.Known && distance > float64(q.Within.V)) &&
		!(q.SameType && s.BuildType(i) != home.BuildType) &&
		!(q.YearWithin.Known && !(year.Known && home.BuildYear.Known && abs(year.V-home.BuildYear.V) <= q.YearWithin.V)) &&
		!(q.SurfaceWithin.Known && !(surface.Known && home.UseSurface.Known &&
			math.Abs(float64(surface.V)/float64(home.UseSurface.V)-1) <= q.SurfaceWithin.V))
}

func abs(n int) int { return max(n, -n) }

// refer chooses the references among the comparables, for a home at a position.
func (t *Trace) refer(at gevel.Point) {
	c, shown := &t.Comparables, t.shown(at)
	c.References, c.PassedOver = shown.Choose(t.Vintage.Sales().Sales, c.Sales, c.References, c.PassedOver)
}

// shown is the home as comparables are shown beside it: at a position, or at its place in the models if that is not
// known.
func (t *Trace) shown(at gevel.Point) comps.Shown {
	if !at.Known() {
		at = t.Home.Place
	}
	return comps.Shown{
		Home: &t.Home, At: at, Day: t.Day, Units: t.Comparables.Units, Middle: t.Comparables.Indication.Value, Value: t.Value,
		Estimate: t.Estimate,
	}
}

// AsShown returns a comparable of an inquiry's trace in the form of a reference, whose likeness is in the eyes of a
// reader.
func (t *Trace) AsShown(c comps.Comparable) comps.Reference {
	shown := t.shown(t.Subject.Dwelling.At)
	return shown.Reference(t.Vintage.Sales().Sales, &c)
}

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
	then := ix.LevelOf(area, group, estimate, index.MonthsSince(0, sale.Date))
	j.Risen = ix.LevelOf(area, group, estimate, t.Market.Month) - then
	j.SetEstimate(v.Hedonic.Estimate(t.Beside(home)), estimate)
	j.Adjusted = t.adjusted(math.Log(float64(sale.Price)), then, estimate, j.Estimate)
	shown := t.shown(t.Subject.Dwelling.At)
	as := shown.Reference(one, &j.Comparable)
	j.Equality = as.Equality()
	return j
}
