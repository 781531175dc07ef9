package backtest

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// twoOrigins are New Year's Days of the town.
var twoOrigins = OriginPlan{
	Every: 12, Months: 4, History: 24, From: gevel.NewDate(2021, 1, 1), Until: gevel.NoDate, Seed: 1,
}

func runOrigins(t *testing.T, sales []gevel.Sale) *Origins {
	t.Helper()
	o, err := RunOrigins(context.Background(), salesOf(sales), twoOrigins, silent)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestNothingKnownAfterAnOriginChangesItsForecasts(t *testing.T) {
	sales := town(7)
	want := runOrigins(t, sales)
	forecast := map[int32]bool{}
	for i := range want.Cells {
		for k := range want.Cells[i].Forecasts {
			forecast[want.Cells[i].Forecasts[k].Row] = true
		}
	}
	if d := want.Summary().Decision; d.Evidence.Sales != len(forecast) || d.Evidence.Sales == 0 || len(d.Lending) == 0 {
		t.Errorf("%d sales are judged, of %d: %+v", d.Evidence.Sales, len(forecast), d)
	}
	day := want.Origins[0].AddMonths(8) // months after the compared cells
	got := runOrigins(t, alterFuture(rand.New(rand.NewPCG(3, 4)), sales, day))
	compared := 0
	for i, c := range want.Cells {
		if c.Origin != want.Origins[0] {
			continue
		}
		compared++
		sameForecast := cmp.Options{cmpopts.EquateNaNs(), cmpopts.IgnoreFields(Forecast{}, "Row")} // rows move
		if diff := cmp.Diff(c, got.Cells[i], sameForecast); diff != "" {
			t.Errorf("sales known on or after %s change what is forecast from %s: %s", day, c.Origin, diff)
		}
	}
	if compared < 3 {
		t.Fatalf("only %d months were compared", compared)
	}
}

func TestTheSummaryOfOriginsAddsUp(t *testing.T) {
	var c, other Cell
	c.Origin, c.Horizon, other.Origin, other.Horizon = 100, 1, 200, 1
	for w := range Ways {
		c.Errors[w] = []float64{-0.01, 0.02, 0.05}
		other.Errors[w] = []float64{-0.05, -0.04, 0.3, -0.01}
	}
	c.Inside, other.Inside = 3, 1
	c.ByClass[5], other.ByClass[5] = Kept{N: 3, Kept: 3}, Kept{N: 4, Kept: 3}
	s := (&Origins{Plan: OriginPlan{Months: 12}, Origins: []gevel.Date{100, 200}, Cells: []Cell{c, other}}).Summary()
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	near("the level", s.Overall[Engine].Level, (2+2.5)/2)
	near("the worst level", s.Overall[Dated].Worst, 2.5)
	near("the coverage", s.Engine.Inside, (100+25)/2.)
	near("the least coverage", s.Engine.Least, 25)
	near("the signed error of the second", s.ByOrigin[1].Bias, -2.5)
	if len(s.Horizons) != 1 || s.N != 7 || s.Classes[5] != (Kept{N: 7, Kept: 6}) {
		t.Errorf("the summary is %+v", s)
	}
}

func TestOriginsHaveHistoryBeforeAndSalesBehind(t *testing.T) {
	s := salesOf(town(7))
	first, last := span(s)
	plan := OriginPlan{Every: 3, Months: 12, History: 24, From: gevel.NoDate, Until: gevel.NoDate}
	origins, err := plan.origins(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, origin := range origins {
		if int(origin.Month())%3 != 0 || origin.Month() < first.Month()+24 || origin.Month()+2 > last.Month() {
			t.Errorf("%s is an origin of sales from %s to %s", origin, first, last)
		}
	}
	plan.History = 600
	if _, err := plan.origins(s); err == nil {
		t.Error("fifty years of sales are found")
	}
}

// TestForecastsFromAnOriginErrTogether has two origins, from which eight months tell little of a promise.
func TestForecastsFromAnOriginErrTogether(t *testing.T) {
	o := runOrigins(t, town(7))
	var all []ratio.Observation
	for i := range o.Cells {
		for k := range o.Cells[i].Forecasts {
			all = append(all, observe(o.Sales, &o.Cells[i].Forecasts[k], nil))
		}
	}
	wider := 0
	for i, byMonth := range ratio.MeasuresOf(all, ratio.Options{Replicates: 1}).Classes {
		got := o.Summary().Promises[i]
		if got.Class != byMonth.Class || got.N != byMonth.N || got.Share.Value != byMonth.Share.Value || byMonth.Share.Range.Wider(got.Share.Range) {
			t.Errorf("class %d is %+v, by month alone %+v", byMonth.Class, got, byMonth)
		}
		if got.Share.Range.Wider(byMonth.Share.Range) {
			wider++
		}
	}
	if wider == 0 {
		t.Error("no interval is wider by origin: the test shows nothing")
	}
}
