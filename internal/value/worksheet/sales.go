package worksheet

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// gathering gathers the sales that a judgement is about.
type gathering struct {
	*Result
	register *edition.Edition
	trace    *valuation.Trace
	sales    *vintage.Sales
	faults   faults
}

// gather gathers the home's comparables and what is picked beyond them, each adjusted as the judgement has it. Those that
// count have a weight.
func (s *Result) gather(register *edition.Edition, t *valuation.Trace) error {
	g := gathering{Result: s, register: register, trace: t, sales: t.Vintage.Sales()}
	list := slices.Clone(t.Comparables.Sales)
	slices.SortStableFunc(list, func(a, b comps.Comparable) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, c := range list {
		shown := t.AsShown(c)
		of := explain.Sold{
			Judged: valuation.Judged{Comparable: c, Equality: shown.Equality(), Risen: t.Risen(c.Row)},
			Home:   g.sales.Home(int(c.Row), nil), ModelWeight: c.Weight,
		}
		of.Weight = 0
		s.Sales, s.IDs = append(s.Sales, of), append(s.IDs, g.sales.ID(int(c.Row)))
	}
	listed, picked, judged := len(s.Sales), false, false
	rows := g.rowsBeyond()
	for i := range s.Comparables {
		v, at := &s.Comparables[i], fmt.Sprintf("comparables[%d]", i)
		in := slices.Index(s.IDs[:listed], v.Sale)
		picked, judged = picked || v.Pick, judged || in >= 0 || v.Pick
		switch row, known := rows[v.Sale]; {
		case in >= 0 && v.Own != nil:
			g.faults.add(at+".sale", "is the id of a comparable of the home: give your own sale another name")
		case in >= 0:
			of := &s.Sales[in]
			if len(v.Corrections) > 0 { // the adjustment is computed anew
				g.judge(of, v, at)
			}
			g.setAdjustment(of, v, at)
			if v.Pick {
				of.Weight = 1
			}
		case v.Own != nil && v.Pick:
			of, ok := g.own(v, at+".own")
			g.take(of, ok, v, at)
		case known && v.Pick:
			of, ok := g.beyond(row, v, at)
			g.take(of, ok, v, at)
		case v.Own == nil && !known && !(s.Before != nil && !v.Pick && slices.Contains(s.Before.Listed, v.Sale)):
			g.faults.add(at+".sale", "is none of the home's %d comparables, and no other sale of the edition known before %s",
				listed, t.Day)
		}
	}
	for i := range s.Sales[:listed] { // without a pick all count that are not rejected
		if v, _ := s.Verdict(s.IDs[i]); judged && !picked && v.Sale == "" {
			s.Sales[i].Weight = 1
		}
	}
	return invalid(g.faults)
}

// rowsBeyond returns by id the rows of the sales that are named and are no comparables of the home, as they were known
// before the valuation date.
func (g *gathering) rowsBeyond() map[string]int32 {
	wanted, rows := map[string]bool{}, map[string]int32{}
	for _, v := range g.Comparables {
		if v.Own == nil && !slices.Contains(g.IDs, v.Sale) {
			wanted[v.Sale] = true
		}
	}
	if len(wanted) == 0 {
		return rows
	}
	for row := range g.sales.Len() {
		if g.sales.KnownBefore(int32(row), g.trace.Day) && wanted[g.sales.ID(row)] {
			rows[g.sales.ID(row)] = int32(row)
		}
	}
	return rows
}

// take adds a sale beyond the home's comparables.
func (g *gathering) take(of explain.Sold, ok bool, v *Verdict, at string) {
	if ok {
		of.Weight = 1
		g.setAdjustment(&of, v, at)
		g.Sales, g.IDs, g.Beyond = append(g.Sales, of), append(g.IDs, v.Sale), g.Beyond+1
	}
}

// beyond returns another sale of the edition.
func (g *gathering) beyond(row int32, v *Verdict, at string) (of explain.Sold, ok bool) {
	of.Home, of.Row = g.sales.Home(int(row), nil), row
	if of.Home.Dwelling >= 0 && of.Home.Dwelling == g.trace.Home.Dwelling {
		g.faults.add(at+".sale", "is of the home itself, whose last sale is an approach of its own")
		return of, false
	}
	return of, !g.tooFar(of.Home.Place, at+".sale") && g.judge(&of, v, at)
}

// judge sets what counts of a sale of the edition, with the corrections of its home.
func (g *gathering) judge(of *explain.Sold, v *Verdict, at string) bool {
	row, table := of.Row, g.sales.Attributes
	right := g.faults.read(table, at+".corrections", v.Corrections, g.trace.Day.Year())
	of.Home.Characteristics = table.Over(right, of.Home.Characteristics)
	if !g.complete(&of.Home.Characteristics, at+".corrections") {
		return false
	}
	of.Judged = g.trace.Judge(&gevel.Sale{
		ID: v.Sale, Date: g.sales.Date[row], Price: gevel.Euro(g.sales.Price[row]), At: g.sales.At[row],
		Place: g.sales.Place[row], Characteristics: of.Home.Characteristics,
	}, &of.Home)
	of.Row = row
	return true
}

// complete reports whether what comparables are chosen by is known of a home.
func (g *gathering) complete(c *gevel.Characteristics, at string) bool {
	lacks := &g.sales.Lacks
	if (c.BuildType > 0 || lacks.BuildType) && (c.BuildYear.Known || lacks.BuildYear) &&
		(c.UseSurface.Known || lacks.UseSurface) {
		return true
	}
	g.faults.add(at, "must give buildType, buildYear and useSurface as far as they are not known of the home sold")
	return false
}

func (g *gathering) tooFar(place gevel.Point, at string) bool {
	far := geo.Distance(g.trace.Home.Place, place) > comps.Reach
	if far {
		g.faults.add(at, "lies more than %d km from the home", comps.Reach/1000)
	}
	return far
}

// own returns a sale of the appraiser's own.
func (g *gathering) own(v *Verdict, at string) (of explain.Sold, ok bool) {
	own, t, table, before := v.Own, g.trace, g.sales.Attributes, len(g.faults)
	e := explain.Evidence{Sale: v.Sale, Price: own.Price, Date: own.Date}
	switch first := t.Market.Index.Index.First; {
	case own.Date >= t.Day:
		g.faults.add(at+".date", "is %s, and must lie before the valuation date, %s", own.Date, t.Day)
	case own.Date < first.First():
		g.faults.add(at+".date", "is %s, and the price index begins in %s", own.Date, first)
	}
	home, ok := g.placeOf(own, &e, at)
	given := g.faults.given(table, at+".characteristics", own.Given, t.Day.Year())
	if !ok || len(g.faults) > before || g.tooFar(home.Place, at) {
		return of, false
	}
	e.Characteristics = table.Over(given, home.Characteristics)
	if !g.complete(&e.Characteristics, at+".characteristics") {
		return of, false
	}
	home.Characteristics, home.Day = e.Characteristics, own.Date
	of.Home = home
	of.Judged = t.Judge(&gevel.Sale{
		ID: v.Sale, Date: own.Date, Price: own.Price, At: e.At, Place: home.Place, Characteristics: home.Characteristics,
	}, &home)
	of.Row = -1 - int32(g.Beyond)
	e.IndexFactor, e.Distance = math.Exp(of.Risen), geo.Distance(t.Subject.Dwelling.At, e.At)
	of.Own = &e
	return of, true
}

// placeOf returns the home of a sale of one's own as the register knows it, or as its position says.
func (g *gathering) placeOf(own *OwnSale, e *explain.Evidence, at string) (h market.Home, ok bool) {
	h.Zip, h.Street, h.Dwelling = -1, -1, -1
	if own.AddressQuery == (gevel.AddressQuery{}) {
		e.At = geo.FromWGS84(own.Lat, own.Lon)
		if h.Place = e.At; !geo.InNetherlands(e.At) {
			g.faults.add(at, "has a position outside the Netherlands")
			return h, false
		}
		return h, true
	}
	before := len(g.faults)
	q := g.faults.address(g.register, at, own.AddressQuery)
	if len(g.faults) > before {
		return h, false
	}
	var err error
	if e.Address, err = g.register.FindOn(q, own.Date); err != nil {
		g.faults.add(at, "names no home: %s", err)
		return h, false
	}
	home, known := g.register.Dwelling(e.Address.ObjectID)
	if !known || home.ID == g.trace.Subject.Dwelling.ID {
		g.faults.add(at, "names the home itself, or no home")
		return h, false
	}
	home, s := home.Seen(gevel.Moment{Before: g.trace.Day, Valid: own.Date}, g.sales.Attributes), g.sales
	e.Dwelling, e.At = home.ID, home.At
	h.Characteristics, h.Place = home.Characteristics, market.PlaceOf(home.Place, home.At)
	h.Zip = s.Zips.Code(e.Address.PostalCode.PC4())
	h.Street = s.Streets.Code(market.StreetKey(e.Address.Street, e.Address.City))
	h.Dwelling = s.DwellingCode(string(home.ID))
	return h, true
}

// setAdjustment adjusts a sale as it was set by hand.
func (g *gathering) setAdjustment(of *explain.Sold, v *Verdict, at string) {
	a := v.Adjustment
	if a == nil {
		return
	}
	var indexed float64 // as the sale is shown, whatever is corrected of its home
	if of.Own != nil {
		indexed = of.Risen + math.Log(float64(of.Own.Price))
	} else {
		indexed = g.trace.Risen(of.Row) + g.sales.LogPrice(of.Row)
	}
	if of.Adjusted = indexed; a.Log != nil {
		of.Adjusted += *a.Log
	} else {
		of.Adjusted = math.Log(math.Exp(indexed) + float64(*a.Euros))
	}
	if of.ByHand = true; !(math.Abs(of.Adjusted-indexed) <= 1) {
		g.faults.add(at+".adjustment", "is more than the indexed price times or over %.1f", math.E)
	}
}
