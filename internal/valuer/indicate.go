package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/index"
)

// question is one home to value, on a day, with the knowledge of a day.
type question struct {
	home  *edition.Home
	day   gevel.Date // the valuation date
	known gevel.Date // only sales known before it count
}

// indications are what the approaches say of a home, in log euros, and what each
// has to go on.
type indications struct {
	level    float64 // of the index for the home on the day
	estimate float64 // of the hedonic model, less the index
	hedonic  float64
	comps    comps.Indication
	reach    float64 // metres to the farthest comparable used
	own      float64 // NaN without an own earlier sale
	ownYears float64 // since the own sale
	ownSale  int32   // its row, -1 without one
	stale    float64 // months from the last month of the index to the day
	area     int32   // of the index
	ix       *index.Index
	found    []comps.Comparable
}

// desk works out indications with one vintage. It holds scratch room: use one per
// goroutine.
type desk struct {
	sales  *edition.Sales
	finder *comps.Finder
}

func newDesk(s *edition.Sales) *desk { return &desk{sales: s, finder: comps.NewFinder(s)} }

// find returns the home's comparables. The result is valid until the next call.
func (d *desk) find(q question) []comps.Comparable {
	return d.finder.Find(comps.Query{Home: q.home, Day: q.day, Known: q.known})
}

// indicate asks each approach. found are the home's comparables, at least one.
func (d *desk) indicate(v *Vintage, q question, found []comps.Comparable) indications {
	ix := v.indexOn(q.known)
	in := indications{ix: ix, area: ix.Areas.Of(q.home.At), found: found, own: math.NaN(), ownSale: -1}
	group := q.home.BuildType.Group()
	in.level = ix.Level(in.area, group, q.day)
	in.estimate = v.Hedonic.Estimate(q.home)
	in.hedonic = in.level + in.estimate
	in.stale = math.Max(0, index.MonthsSince(ix.Last(), q.day))
	for i := range found {
		found[i].Adjusted = d.moved(v, &in, found[i].Row)
		in.reach = math.Max(in.reach, found[i].Distance)
	}
	in.comps = comps.Weigh(found)
	if row, ok := d.sales.LastKnown(q.home.Dwelling, q.known); ok {
		in.ownSale = row
		in.own = d.moved(v, &in, row)
		in.ownYears = math.Max(0, float64(q.day-d.sales.Date[row])/daysPerYear)
	}
	return in
}

const daysPerYear = 365.25

// moved returns the log price of a sale moved to the valuation date by the index
// and to the subject by the difference of the hedonic estimates.
func (d *desk) moved(v *Vintage, in *indications, row int32) float64 {
	return math.Log(float64(d.sales.Price[row])) + in.level - d.levelAt(in.ix, row) +
		in.estimate - float64(v.Base[row])
}

// levelAt returns the level of the index for a sale's home on the day of sale.
func (d *desk) levelAt(ix *index.Index, row int32) float64 {
	s := d.sales
	return ix.Level(ix.Areas.Of(s.At[row]), s.BuildType(int(row)).Group(), s.Date[row])
}

// indexed returns the price of a sale moved in time only.
func (d *desk) indexed(in *indications, row int32, day gevel.Date) gevel.Euro {
	s := d.sales
	area, group := in.ix.Areas.Of(s.At[row]), s.BuildType(int(row)).Group()
	factor := math.Exp(in.ix.Level(area, group, day) - in.ix.Level(area, group, s.Date[row]))
	return gevel.Euro(math.Round(float64(s.Price[row]) * factor))
}
