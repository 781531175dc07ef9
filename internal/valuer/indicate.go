package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// approach is one way of valuing.
type approach int

// The approaches.
const (
	byHedonic  approach = iota // linear model and trees
	byLikeness                 // kriging
	byComps                    // comparables
	byOwnSale                  // the subject's own last sale
	approaches
)

// ground is the sales with what every vintage needs of them, worked out once.
type ground struct {
	sales *market.Sales
	month []float64 // of each sale; see index.Level
}

func newGround(s *market.Sales) *ground {
	g := &ground{sales: s, month: make([]float64, s.Len())}
	for row, day := range s.Date {
		g.month[row] = index.MonthsSince(0, day)
	}
	return g
}

// question is one home to value, on a day, with the knowledge of a day.
type question struct {
	home  *market.Home
	day   gevel.Date // the valuation date
	known gevel.Date // only sales known before it count
	// completed tells that what is not known of the home was taken to be the usual.
	completed bool
	unlearned
}

// indications are what the approaches say of a home, in log euros, and what each
// has to go on.
type indications struct {
	value    [approaches]float64 // NaN where an approach has nothing to say
	ix       *index.Index
	area     int32   // of the index
	level    float64 // of the index for the home on the day
	estimate float64 // of the hedonic model, less the index
	comps    comps.Indication
	found    []comps.Comparable
	reach    float64 // metres to the farthest comparable used
	basis
	ownSale  int32   // the row of the own last sale, where there is one
	month    float64 // of the day; see index.Level
	drift    float64 // in the level
	stale    float64 // months since the market was known; see Dated
	adjusted float64 // mean distance of the comparables' estimates to the subject's, log euros
	scatter  float64 // of the comparables, log euros
	unlearned
	unlike float64 // mean distance of the most like homes nearby, standard deviations
}

// desk works out indications. It holds scratch room: use one per goroutine.
type desk struct {
	*ground
	neighbours []geo.Neighbour
	kin        []geo.Neighbour
	leaves     [hedonic.LeafTrees]uint8
	candidates []stats.Ranked // of the neighbours, when measured
	measured   measuredBy
	rows       []int32
	found      []comps.Comparable
	alikes     alikes
	then       market.Home // the subject as its own last sale sold it
	site       kriging.Site
	solver     *kriging.Solver
	solverOf   *Vintage
	// fetched is what loops sum up that do nothing but read what comes next of many sales.
	// They lie scattered in memory: such a loop waits for dozens of lines at once, one that
	// compares for a few. It is kept only so that no compiler leaves the reading out.
	fetched int
}

func newDesk(g *ground) *desk { return &desk{ground: g} }

// measuredBy is all that candidates for comparables are measured by, besides the sales near.
type measuredBy struct {
	done          bool
	day           gevel.Date
	kind          gevel.BuildType
	year, surface gevel.Opt[int]
}

// measure returns the candidates for comparables among the sales near a home. What is usual
// of a home, its comparables, and what it is worth with its traits hidden mostly ask for the
// same ones: they are measured once.
func (d *desk) measure(q question) []stats.Ranked {
	by := measuredBy{true, q.day, q.home.BuildType, q.home.BuildYear, q.home.UseSurface}
	if d.measured == by {
		return d.candidates
	}
	s := d.sales
	for _, n := range d.neighbours { // see fetched
		row := int(n.Item)
		d.fetched += int(s.Date[row]) + int(s.BuildType(row)) + s.BuildYear(row).V + s.UseSurface(row).V
	}
	d.measured = by
	d.candidates = comps.Candidates(s, comps.Query{Home: q.home, Day: q.day, Near: d.neighbours}, d.candidates)
	return d.candidates
}

// find returns the home's comparables among the sales near it, and its hedonic estimate.
// The result is valid until the next call.
func (d *desk) find(v *Vintage, q question) (found []comps.Comparable, estimate float64) {
	estimate = v.Hedonic.EstimateWithLeaves(q.home, d.leaves[:])
	candidates := d.measure(q)
	for _, c := range candidates { // see fetched
		d.fetched += int(v.leavesOf(c.Row)[0])
	}
	shared := func(row int32) float64 { return hedonic.Shared(d.leaves[:], v.leavesOf(row)) }
	d.found = comps.Find(d.sales, d.neighbours, candidates, shared, d.found)
	return d.found, estimate
}

// fetchPrice reads what moves the price of a sale: see fetched.
func (d *desk) fetchPrice(v *Vintage, row int32, estimates []float32) {
	d.fetched += int(d.sales.Price[row]) + int(v.area[row]) + int(d.month[row]) + int(d.sales.BuildType(int(row))) + int(estimates[row])
}

// indicate asks each approach. near has just been called for the question, and there is at
// least one comparable among what it found.
func (d *desk) indicate(v *Vintage, q question) indications {
	known := v.indexOn(q.known)
	found, estimate := d.find(v, q)
	ix := known.Index
	in := indications{ix: ix, area: ix.Areas.Of(q.home.Place), found: found, estimate: estimate, unlearned: q.unlearned}
	in.month = index.MonthsSince(0, q.day)
	in.stale = math.Max(0, in.month-index.MonthsSince(0, known.Until))
	in.drift = v.Drift.after(in.stale)
	in.level = ix.Level(in.area, q.home.BuildType.Group(), in.month) + in.drift
	in.value[byHedonic] = in.level + in.estimate
	in.value[byLikeness] = in.level + d.likeness(v, &in, q)
	for _, c := range found {
		d.fetchPrice(v, c.Row, v.Base)
	}
	for i := range found {
		found[i].Adjusted = d.moved(v, &in, found[i].Row)
		in.reach = math.Max(in.reach, found[i].Distance)
	}
	in.comps = comps.Weigh(found)
	for _, c := range found {
		in.adjusted += c.Weight * math.Abs(in.estimate-float64(v.Base[c.Row]))
	}
	in.scatter = v.scatter(&in)
	in.value[byComps] = in.comps.Value
	in.value[byOwnSale] = math.NaN()
	if row, ok := d.sales.LastKnown(q.home.Dwelling, q.known); ok {
		in.ownSale, in.own, in.years = row, true, d.yearsSince(row, q.day)
		in.change = in.estimate - d.soldFor(v, q, row)
		in.value[byOwnSale] = d.logPrice(row) + in.level - d.level(v, in.ix, row) + in.change
		in.gap = v.apart(in.value, in.basis)
	}
	return in
}

const daysPerYear = 365.25

// yearsSince returns how long before a day a sale was.
func (g *ground) yearsSince(row int32, day gevel.Date) float64 {
	return math.Max(0, float64(day-g.sales.Date[row])/daysPerYear)
}

// likeness returns the kriging approach's log price, less the index.
func (d *desk) likeness(v *Vintage, in *indications, q question) float64 {
	w := d.weigh(v, q, in.month)
	in.unsure = math.Log1p(w.Variance/leastLikeness) / 2
	in.unlike = d.solver.Unlike()
	sum := v.bare(q.home, &d.site)
	for _, row := range w.Sites {
		d.fetchPrice(v, row, v.Bare)
	}
	for i, row := range w.Sites {
		sum += w.Weights[i] * d.surplus(v, in, row)
	}
	return sum
}

// surplus returns what a sale made more than the model without neighbours tells of its home,
// in log euros: what its neighbours share, and chance.
func (d *desk) surplus(v *Vintage, in *indications, row int32) float64 {
	return d.logPrice(row) - d.level(v, in.ix, row) - float64(v.Bare[row])
}

// scatter returns how far the weighed comparables lie apart: the weighted standard deviation
// of their prices, log euros, adjusted by the mean of the two estimates that there are of
// each. The hedonic one has learned from most of the prices and leaves less of these than of
// later ones, so that by it alone the same comparables would lie farther apart the older the
// vintage is; those of likeness have not seen them, but know no neighbours.
func (v *Vintage) scatter(in *indications) float64 {
	mean, squares := 0.0, 0.0
	for _, c := range in.found {
		byBoth := c.Adjusted - in.comps.Value + float64(v.Base[c.Row]-v.Bare[c.Row])/2
		mean += c.Weight * byBoth
		squares += c.Weight * byBoth * byBoth
	}
	return math.Sqrt(math.Max(0, squares-mean*mean))
}

// weigh returns how much the surplus of each sale near the home counts in its own.
// The result is valid until the next call.
func (d *desk) weigh(v *Vintage, q question, month float64) kriging.Weighing {
	if d.solverOf != v {
		d.solver, d.solverOf = kriging.NewSolver(v.sites, &v.Kernel, conditioned), v
	}
	d.rows = d.rows[:0]
	for _, n := range d.neighbours {
		d.rows = append(d.rows, n.Item)
	}
	v.place(q.home, month, &d.site)
	return d.solver.Weigh(&d.site, d.rows, func(row int32) float64 { return float64(v.Odd[row]) })
}

func (g *ground) logPrice(row int32) float64 { return math.Log(float64(g.sales.Price[row])) }

func (g *ground) group(row int32) gevel.BuildGroup { return g.sales.BuildType(int(row)).Group() }

// level returns the index for a sale's home on the day of sale.
func (g *ground) level(v *Vintage, ix *index.Index, row int32) float64 {
	return ix.Level(v.area[row], g.group(row), g.month[row])
}

// moved returns the log price of a sale moved to the valuation date by the index
// and to the subject by the difference of the hedonic estimates.
func (d *desk) moved(v *Vintage, in *indications, row int32) float64 {
	return d.logPrice(row) + in.level - d.level(v, in.ix, row) + in.estimate - float64(v.Base[row])
}

// risen returns by how much the market of a sale's own area and house type has risen
// from the day of sale to the valuation date, in log euros: the index, and what it lags
// behind.
func (d *desk) risen(v *Vintage, in *indications, row int32) float64 {
	return in.ix.Level(v.area[row], d.group(row), in.month) + in.drift - d.level(v, in.ix, row)
}

// indexed returns the price of a sale moved in time only.
func (d *desk) indexed(v *Vintage, in *indications, row int32) gevel.Euro {
	return gevel.Euro(math.Round(float64(d.sales.Price[row]) * math.Exp(d.risen(v, in, row))))
}
