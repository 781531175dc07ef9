package backtest_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/value/valuation"
)

// referenceMarket is a file of real sales or a folder of editions, and the period of the valuations.
type referenceMarket struct {
	source      string
	from, until gevel.Date
}

var referenceMarkets = []referenceMarket{
	{"king_county", gevel.NewDate(2015, 3, 15), gevel.NewDate(2015, 4, 15)},
	{"seattle", gevel.NewDate(2015, 1, 1), gevel.NewDate(2015, 3, 1)},
	{"hdb", gevel.NewDate(2023, 1, 1), gevel.NewDate(2023, 2, 1)},
}

const (
	manyOfType  = 5    // sales of the same type within closeBy
	closeBy     = 1000 // metres
	leastOfType = 85.0 // percent of references of the same type, where that many are close by
	mostOutdone = 0.0  // percent of homes with an outdone reference
	valuedHomes = 1500 // of a market, at most
)

// TestReferencesOfRealHomesAreThoseAPersonWouldChoose counts homes with an outdone reference: another of the comparables,
// without a doubtful price and on the same side of the value, has its type if the reference has, is closer, more alike in
// build year, surface and the hedonic estimate, and was sold later. GEVEL_REFERENCES is 1, or lists folders of editions
// to test as well.
func TestReferencesOfRealHomesAreThoseAPersonWouldChoose(t *testing.T) {
	if os.Getenv("GEVEL_REFERENCES") == "" {
		t.Skip("GEVEL_REFERENCES is not set")
	}
	markets := referenceMarkets
	if folders := os.Getenv("GEVEL_REFERENCES"); folders != "1" {
		for _, folder := range filepath.SplitList(folders) {
			markets = append(markets, referenceMarket{folder, gevel.NewDate(2022, 1, 1), gevel.NewDate(2023, 9, 1)})
		}
	}
	for _, m := range markets {
		t.Run(filepath.Base(m.source), func(t *testing.T) { checkReferences(t, m) })
	}
}

func checkReferences(t *testing.T, m referenceMarket) {
	s := vintage.NewSales(marketSales(t, m.source))
	o := train.Options{Seed: 1, Static: true}
	vintages, err := train.Vintages(t.Context(), s, []gevel.Date{m.from}, m.from, o)
	if err != nil {
		t.Fatal(err)
	}
	c := countReferences(s, vintages[0], m.until)
	outdone, ofType := c.percent(c.outdone), 100*float64(c.veryType)/float64(3*max(1, c.typical))
	t.Logf("n %d: outdone %.2f %%; of the very type %.1f %% where five lie within 1 km (n %d), %.1f %% of all; passed over %.2f sales a home; MdAPE of the references alone %.2f %%",
		c.homes, outdone, ofType, c.typical, c.percent(c.allVeryType)/3, c.percent(c.passedOver)/100, c.mdape())
	if outdone > mostOutdone {
		t.Errorf("of %.2f %% of the homes a reference is outdone", outdone)
	}
	if c.typical > 0 && ofType < leastOfType {
		t.Errorf("%.1f %% of the references are of the very type where five lie close by", ofType)
	}
}

// referenceCount counts homes and their references.
type referenceCount struct {
	homes, outdone, typical, veryType, allVeryType, passedOver int
	errors                                                     []float64 // of the references alone, fractions
}

// mdape returns the MdAPE of the references alone, %.
func (c *referenceCount) mdape() float64 {
	middle, _ := stats.Median(c.errors)
	return 100 * middle
}

func (c *referenceCount) percent(n int) float64 { return 100 * float64(n) / float64(c.homes) }

func countReferences(s *vintage.Sales, v *vintage.Vintage, until gevel.Date) (c referenceCount) {
	w := valuation.NewWorkspace(s)
	var trace valuation.Trace
	var tested []int
	for row, day := range s.Date {
		if day >= v.AsOf && day < until && s.BuildType(row) > 0 && s.BuildYear(row).Known && s.UseSurface(row).Known {
			tested = append(tested, row)
		}
	}
	step := len(tested)/valuedHomes + 1
	for i := 0; i < len(tested); i += step {
		row := tested[i]
		h := s.Home(row, nil)
		q := valuation.Query{Vintage: v, Home: &h, At: s.At[row], Day: s.Date[row], Known: v.AsOf, Surface: h.UseSurface}
		if w.Trace(q, &trace) {
			alone := comps.Alone(trace.Comparables.References, trace.Comparables.Indication.Value)
			c.errors = append(c.errors, math.Abs(math.Expm1(alone-s.LogPrice(int32(row)))))
			c.add(s, &trace, q)
		}
	}
	return c
}

func (c *referenceCount) add(s *vintage.Sales, t *valuation.Trace, q valuation.Query) {
	c.homes++
	list := t.Comparables.References
	c.passedOver += len(t.Comparables.PassedOver)
	same := func(row int32) bool { return s.BuildType(int(row)) == q.Home.BuildType }
	of := 0
	for _, r := range list {
		if same(r.Row) {
			of++
		}
	}
	c.allVeryType += of
	if countCloseBy(s.Sales, q, same) >= manyOfType {
		c.typical++
		c.veryType += of
	}
	if slices.ContainsFunc(list, func(r comps.Reference) bool { return outdone(s, t, q, r) }) {
		c.outdone++
	}
}

// countCloseBy counts the known sales of the same type close by.
func countCloseBy(s *market.Sales, q valuation.Query, same func(int32) bool) (n int) {
	for row, known := range s.Known {
		if known < q.Known && same(int32(row)) && s.Dwelling[row] != q.Home.Dwelling && geo.Distance(q.At, s.At[row]) <= closeBy {
			n++
		}
	}
	return n
}

// outdone reports whether an eligible sale that is not shown beats a reference in everything a reader
// compares.
func outdone(s *vintage.Sales, t *valuation.Trace, q valuation.Query, r comps.Reference) bool {
	of := func(list []comps.Reference, row int32) bool {
		return slices.ContainsFunc(list, func(o comps.Reference) bool {
			return o.Row == row || s.Dwelling[o.Row] >= 0 && s.Dwelling[o.Row] == s.Dwelling[row]
		})
	}
	for i := range t.Comparables.Sales {
		row, adjusted := t.Comparables.Sales[i].Row, t.Comparables.Sales[i].Adjusted
		if !closer(s.Sales, t, q, row, r.Row) {
			continue
		}
		if !of(t.Comparables.References, row) && !of(t.Comparables.PassedOver, row) && !comps.Doubtful(adjusted, t.Comparables.Indication.Value) &&
			adjusted > t.Value == (r.Adjusted > t.Value) {
			return true
		}
	}
	return false
}

// closer reports whether a sale is at least as close as another in type, distance, build year, surface, hedonic estimate
// and date, and closer in all but the type.
func closer(s *market.Sales, t *valuation.Trace, q valuation.Query, a, b int32) bool {
	i, j := int(a), int(b)
	if !s.BuildYear(i).Known || !s.UseSurface(i).Known || s.BuildType(i) == 0 || s.BuildType(j) == q.Home.BuildType && s.BuildType(i) != s.BuildType(j) {
		return false
	}
	apart := func(row int) [5]float64 {
		return [5]float64{
			geo.Distance(q.At, s.At[row]), math.Abs(float64(s.BuildYear(row).V - q.Home.BuildYear.V)),
			math.Abs(math.Log(float64(s.UseSurface(row).V) / float64(q.Home.UseSurface.V))), float64(q.Day - s.Date[row]),
			math.Abs(t.Estimate - float64(t.Vintage.Estimates[row])),
		}
	}
	x, y := apart(i), apart(j)
	for k := range x {
		if x[k] >= y[k] && !(x[k] == 0 && y[k] == 0) {
			return false
		}
	}
	return x != y
}

func marketSales(t *testing.T, source string) *market.Sales {
	t.Helper()
	if e, err := edition.OpenNewest(t.Context(), source); err == nil {
		return e.Sales()
	}
	file := "../../../../shared/data/sales/" + source + ".csv.gz"
	if _, err := os.Stat(file); err != nil {
		t.Skip("the shared data is not here")
	}
	read, err := sales.Read(t.Context(), sales.Source{Path: file}, sales.Options{AsOf: gevel.NoDate, Progress: func(int64, int64) {}})
	if err != nil {
		t.Fatal(err)
	}
	return market.LaySales(t.Context(), read.Attributes, read.Sales, nil)
}
