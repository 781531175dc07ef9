package backtest

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/train"
)

func TestRunValuesTheSalesOfThePlanByDateAndID(t *testing.T) {
	s := salesOf(town(1))
	plan := Plan{From: gevel.NewDate(2022, 3, 1), Until: gevel.NewDate(2022, 6, 1), Walk: WalkMonth, Retrain: RetrainNone}
	r, err := Run(context.Background(), s, plan, silent)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, day := range s.Date {
		if day >= plan.From && day < plan.Until {
			want++
		}
	}
	if got := len(r.Forecasts); got != want || len(r.Observations) != want || r.Report.N != want {
		t.Errorf("%d forecasts, %d observations, report of %d, want %d of each", got, len(r.Observations), r.Report.N, want)
	}
	if !slices.IsSortedFunc(r.Forecasts, func(a, b Forecast) int {
		return strings.Compare(s.Date[a.Row].String()+s.ID(int(a.Row)), s.Date[b.Row].String()+s.ID(int(b.Row)))
	}) {
		t.Error("the forecasts are not in the order of date and id")
	}
	for i, f := range r.Forecasts {
		o := r.Observations[i]
		if o.Price != float64(s.Price[f.Row]) || o.Value != f.Value || o.HasValue != f.HasValue || o.Low80 != f.Low80 ||
			o.Class != f.Class {
			t.Fatalf("observation %d is %+v, forecast %+v", i, o, f)
		}
	}
}

func TestReferencesAloneAreHeldAgainstTheValues(t *testing.T) {
	r := small()
	r.Forecasts[0].References, r.Forecasts[2].References = 330_000, math.NaN() // too few
	c, err := r.compareReferences(func(*Forecast) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if none, err := r.compareReferences(func(*Forecast) bool { return false }); err != nil ||
		none.Both+none.OnlyB != 0 || none.TimesMdAPE().Known {
		t.Errorf("of no sale: %+v, %v, want nothing to compare", none, err)
	}
	if c.Both != 1 || c.OnlyB != 1 || !near(c.MdAPEA.Value, 10) || !near(c.MdAPEB.Value, 5) ||
		!near(c.TimesMdAPE().Value, 2) {
		t.Errorf("got %+v, %v times, want an error of 10 against one of 5 for one sale", c, c.TimesMdAPE())
	}
}

func near(got, want float64) bool { return math.Abs(got-want) < 1e-9 }

func TestUntilIsAfterTheLastSaleUnlessGiven(t *testing.T) {
	s := salesOf(town(1))
	plan, known, err := Plan{
		From: gevel.NewDate(2022, 1, 1), Until: gevel.NoDate, Walk: WalkNone,
		Retrain: RetrainNone,
	}.fit(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := plan.Until, slices.Max(s.Date)+1; got != want {
		t.Errorf("until %s, want %s", got, want)
	}
	want := 0
	for _, day := range s.Known {
		if day < plan.From {
			want++
		}
	}
	if known != want {
		t.Errorf("%d sales known before the test, want %d", known, want)
	}
}

func TestPlansThatCanNotBeCarriedOutAreRefused(t *testing.T) {
	from := gevel.NewDate(2022, 1, 1)
	for _, tt := range []struct {
		name string
		plan Plan
		want string
	}{
		{"no from", Plan{From: gevel.NoDate, Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone}, "is not given"},
		{
			"until on from",
			Plan{From: from, Until: from, Walk: WalkNone, Retrain: RetrainNone},
			"until 2022-01-01 does not lie after from 2022-01-01",
		},
		{"unknown walk", Plan{From: from, Until: gevel.NoDate, Walk: "week", Retrain: RetrainNone}, `walk "week"`},
		{"unknown retrain", Plan{From: from, Until: gevel.NoDate, Walk: WalkMonth, Retrain: "year"}, `retrain "year"`},
		{
			"training in a static test",
			Plan{From: from, Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainMonth},
			"needs walk month",
		},
		{"after the sales", Plan{
			From: gevel.NewDate(2030, 1, 1), Until: gevel.NoDate, Walk: WalkNone,
			Retrain: RetrainNone,
		}, "no sale is dated on or after 2030-01-01"},
		{
			"too early",
			Plan{From: townBegins + 10, Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone},
			"sales are known before 2020-01-11",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Run(context.Background(), salesOf(town(1)), tt.plan, silent)
			if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Run: %v, want an invalid plan that says %q", err, tt.want)
			}
		})
	}
}

// evenly returns sales in the town, one a day, each known on its day.
func evenly(n int) []gevel.Sale {
	sales := town(1)[:n]
	for i := range sales {
		sales[i].Date = townBegins + gevel.Date(i)
		sales[i].KnownDate = sales[i].Date
	}
	return sales
}

func TestAPlanNeedsSalesForTwoModels(t *testing.T) {
	for _, tt := range []struct {
		sales, known int
		want         string // "": the plan is valid
	}{
		{train.ChainSales + 14, train.MinTraining, "begin on 2020-03-27 or later: the last sale is of 2020-04-09"},
		{train.ChainSales + 14, train.ChainSales - 1, "only 85 of 100 sales are known before 2020-03-26; "},
		{train.ChainSales + 14, train.ChainSales, ""},
		{train.ChainSales + 1, train.ChainSales, ""},
		{train.ChainSales, train.ChainSales - 1, "these 86 sales are too few"},
		{40, 30, "these 40 sales are too few"},
	} {
		plan := Plan{From: townBegins + gevel.Date(tt.known), Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone}
		_, err := Run(context.Background(), salesOf(evenly(tt.sales)), plan, silent)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%d of %d sales known: %v", tt.known, tt.sales, err)
		case tt.want != "" && (gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%d of %d sales known: %v, want an invalid plan that says %q", tt.known, tt.sales, err, tt.want)
		}
	}
}

func TestFewerSalesSufficeWhenTheyWereKnownAYearBefore(t *testing.T) {
	sales := evenly(train.MinTraining + 20)
	for i := range sales[train.MinTraining:] {
		sale := &sales[train.MinTraining+i]
		sale.Date, sale.KnownDate = sale.Date+400, sale.KnownDate+400
	}
	plan := Plan{From: townBegins + train.MinTraining, Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone}
	_, err := Run(t.Context(), salesOf(sales), plan, silent)
	if want := "begin on 2021-03-01 or later"; err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("%v, want %q", err, want)
	}
	plan.From = gevel.NewDate(2021, 2, 28)
	if _, err := Run(t.Context(), salesOf(sales), plan, silent); err == nil {
		t.Error("a day before could be carried out, too")
	}
	plan.From++
	if _, err := Run(t.Context(), salesOf(sales), plan, silent); err != nil {
		t.Error(err)
	}
}

func TestNoSalesAreRefusedAsSuch(t *testing.T) {
	plan := Plan{From: townBegins, Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone}
	_, err := Run(context.Background(), salesOf(nil), plan, silent)
	if gevel.CodeOf(err) != gevel.Invalid || err.Error() != "there are no sales" {
		t.Errorf("Run: %v, want that there are no sales", err)
	}
}

func TestFewerSalesDoWhenMostAreOld(t *testing.T) {
	sales := evenly(train.MinTraining + 10)
	for i := train.MinTraining; i < len(sales); i++ {
		sales[i].Date += 365
		sales[i].KnownDate = sales[i].Date
	}
	last := sales[len(sales)-1].Date
	plan := Plan{From: last, Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone}
	if _, err := Run(context.Background(), salesOf(sales), plan, silent); err != nil {
		t.Errorf("Run: %v, want the %d old sales to teach", err, train.MinTraining)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	plan := Plan{From: gevel.NewDate(2022, 6, 1), Until: gevel.NoDate, Walk: WalkNone, Retrain: RetrainNone}
	if _, err := Run(ctx, salesOf(town(1)), plan, silent); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v, want context.Canceled", err)
	}
}

func TestForecastsThatAreNoneAreFaults(t *testing.T) {
	good := Forecast{Observation: ratio.Observation{
		HasValue: true, Value: 100, Low50: 95, High50: 105, Low80: 90, High80: 110, Low90: 85, High90: 115,
	}}
	if err := sound(&good); err != nil {
		t.Errorf("sound(%+v) = %v", good, err)
	}
	outside := good
	outside.Low80 = 101
	worthless := good
	worthless.Value = 0
	for _, f := range []Forecast{outside, worthless} {
		if sound(&f) == nil {
			t.Errorf("%+v passed for a forecast", f)
		}
	}
	if err := sound(&Forecast{}); err != nil {
		t.Errorf("a home without a value is no fault, got %v", err)
	}
}
