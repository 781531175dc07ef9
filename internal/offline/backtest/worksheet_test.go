package backtest_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// worksheetMarkets are files of real sales, with the period of the valuations; every so many sales is kept.
var worksheetMarkets = []struct {
	referenceMarket
	every int
}{
	{referenceMarket{"king_county", gevel.NewDate(2015, 1, 15), gevel.NewDate(2015, 5, 15)}, 6},
	{referenceMarket{"seattle", gevel.NewDate(2014, 7, 1), gevel.NewDate(2015, 7, 1)}, 8},
	{referenceMarket{"hdb", gevel.NewDate(2022, 7, 1), gevel.NewDate(2023, 7, 1)}, 50},
}

const (
	mostWorse = 1.05 // MdAPE of three picks of likeness over the model's
	// leastCovered and mostCovered are the bounds of the share of prices in 80 % intervals. Where the model's own interval
	// holds more or less, asTheModel is how far from that share it may lie.
	leastCovered, mostCovered = 77.0, 83.0
	asTheModel                = 3.0
)

var pickers = []struct {
	name string
	handpicked.Picker
}{{"alike", handpicked.Alike}, {"nearest", handpicked.Nearest}, {"latest", handpicked.Latest}, {"random", handpicked.Random}}

// TestHandPickedValuesOfRealHomes values sales by worksheets of simulated pickers, on their days, by a model that is some
// months old and has not seen them. GEVEL_WORKSHEET is a list of markets, or 1 for all.
func TestHandPickedValuesOfRealHomes(t *testing.T) {
	asked := os.Getenv("GEVEL_WORKSHEET")
	if asked == "" {
		t.Skip("GEVEL_WORKSHEET is not set")
	}
	for _, m := range worksheetMarkets {
		if asked != "1" && !strings.Contains(asked, m.source) {
			continue
		}
		t.Run(m.source, func(t *testing.T) {
			s := vintage.NewSales(everySale(marketSales(t, m.source), m.every))
			vintages, err := train.Vintages(t.Context(), s, []gevel.Date{m.from}, m.until, train.Options{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			checkHandPicked(t, s, vintages[len(vintages)-1], m.until)
		})
	}
}

// everySale returns one sale in so many.
func everySale(s *market.Sales, every int) *market.Sales {
	if every == 1 {
		return s
	}
	var rows []int
	for row := 0; row < s.Len(); row += every {
		rows = append(rows, row)
	}
	return s.Select(rows, func(row int) gevel.Date { return s.Known[row] })
}

// judgedErrors are how far a price lies from a value, and whether in its interval.
type judgedErrors struct {
	relative []float64
	covered  int
}

func (e *judgedErrors) add(price float64, value gevel.Euro, in gevel.Interval) {
	e.relative = append(e.relative, math.Abs(float64(value)/price-1))
	if float64(in.Low) <= price && price <= float64(in.High) {
		e.covered++
	}
}

func (e *judgedErrors) figures() (mdape, coverage float64) {
	middle, _ := stats.Median(e.relative)
	return 100 * middle, 100 * float64(e.covered) / float64(len(e.relative))
}

func checkHandPicked(t *testing.T, s *vintage.Sales, v *vintage.Vintage, until gevel.Date) {
	counts := []int{1, 3, 6, 12}
	w := valuation.NewWorkspace(s)
	var trace valuation.Trace
	var model judgedErrors
	by := map[string]*judgedErrors{}
	for row, day := range s.Date {
		if day < v.AsOf || day >= until {
			continue
		}
		h := s.Home(row, nil)
		if !w.Trace(valuation.Query{Vintage: v, Home: &h, At: s.At[row], Day: day, Known: day, Surface: h.UseSurface}, &trace) {
			continue
		}
		price := float64(s.Price[row])
		model.add(price, valuation.Euros(trace.Value), trace.Interval(0.8))
		for _, p := range pickers {
			for _, n := range counts {
				var j worksheet.Judgement
				for _, c := range p.Pick(s.Sales, trace.Comparables.Sales, n, int32(row)) {
					j.Comparables = append(j.Comparables, worksheet.Verdict{Sale: s.ID(int(c.Row)), Pick: true, Reason: p.name})
				}
				sheet, err := worksheet.New(nil, &trace, j)
				if err != nil {
					t.Fatal(err)
				}
				key := fmt.Sprint(p.name, " ", n)
				if by[key] == nil {
					by[key] = new(judgedErrors)
				}
				by[key].add(price, sheet.Value, sheet.Interval)
			}
		}
	}
	mdape, coverage := model.figures()
	t.Logf("n %d, learned from %d, by likeness %.3f and spread %.3f: the model %.2f %%, interval %.1f %%", len(model.relative), v.Handpicked.Learned,
		v.Handpicked.Like, v.Handpicked.Apart, mdape, coverage)
	for k, n := range handpicked.Counts {
		t.Logf("%d chosen: %+v", n, v.Handpicked.Rows[k])
	}
	for _, p := range pickers {
		for _, n := range counts {
			got, held := by[fmt.Sprint(p.name, " ", n)].figures()
			t.Logf("%s %d: MdAPE %.2f %%, %.3f of the model's; interval %.1f %%", p.name, n, got, got/mdape, held)
			if outside := held < leastCovered || held > mostCovered; outside && math.Abs(held-coverage) > asTheModel {
				t.Errorf("the interval of %s %d holds %.1f %% of the prices", p.name, n, held)
			}
			if p.Picker == handpicked.Alike && n == 3 && got > mostWorse*mdape {
				t.Errorf("three of likeness are off by %.3f of the model's error", got/mdape)
			}
		}
	}
}
