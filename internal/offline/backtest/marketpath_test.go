package backtest

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
)

func TestThePathIsTheLastIndexByItsMeanBeforeTheTest(t *testing.T) {
	first := publish((tested + 1).First(), 2, 0, 0.02, 0.03, 0.04, 0.05)
	last := publish((tested+1).First()+7, 2, 1, 1.02, 1.05, 1.06, 1.08)
	r := &Result{
		Plan:  Plan{From: tested.First(), Until: (tested + 2).First(), Walk: WalkMonth},
		Sales: salesKnown(first.Known-1, last.Known-1, last.Known),
	}
	m := r.marketPath([]vintage.Dated{first, last})
	if m.Known != last.Known || m.Sales != 2 || m.First != tested-2 || m.Base != (Base{tested - 2, tested}) {
		t.Errorf("the path is of %s with %d sales, begins in %s and has base %v", m.Known, m.Sales, m.First, m.Base)
	}
	if m.Forecast != tested+1 || m.KnownMonths() != 3 || len(m.Levels) != 3+monthsAhead {
		t.Errorf("%s is the first month forecast, %d of %d are known", m.Forecast, m.KnownMonths(), len(m.Levels))
	}
	for i, log := range []float64{-0.01, 0.01, 0.04, 0.05, 0.07, 0.07} { // after its last month an index repeats the level
		if want := 100 * math.Exp(log); math.Abs(m.Levels[i]-want) > 1e-4 {
			t.Errorf("level %d is %v, want %v", i, m.Levels[i], want)
		}
	}
	if len(m.Published) != 1 || m.Published[0].Month != tested || m.Published[0].Last != m.Levels[2] {
		t.Errorf("published are %+v, want %s as it is in the path", m.Published, tested)
	}
	if len(m.Low)+len(m.High) > 0 || m.Areas != 1 {
		t.Errorf("one area has a middle 80 %%: %v to %v", m.Low, m.High)
	}
}

func TestAStaticTestIsForecastToItsEnd(t *testing.T) {
	r := &Result{
		Plan:  Plan{From: tested.First(), Until: (tested + 9).First(), Walk: WalkNone},
		Sales: salesKnown(tested.First() - 1),
	}
	m := r.marketPath([]vintage.Dated{publish(tested.First(), 2, 0, 0, 0, 0, 0)})
	if m.Forecast != tested || m.KnownMonths() != 2 || len(m.Levels) != 2+9 || m.Published != nil {
		t.Errorf("%s is the first month forecast, %d of %d are known, published are %v", m.Forecast, m.KnownMonths(),
			len(m.Levels), m.Published)
	}
}

func TestMonthsWithoutNewsAreForecast(t *testing.T) {
	stale := publish((tested + 6).First(), 2, 0, 0, 0, 0, 0, 0, 0, 0)
	stale.Until = (tested + 1).First()
	r := &Result{
		Plan:  Plan{From: tested.First(), Until: (tested + 6).First(), Walk: WalkMonth},
		Sales: salesKnown(tested.First()),
	}
	if m := r.marketPath([]vintage.Dated{stale}); m.Forecast != tested+1 || len(m.Levels) != 2+6 {
		t.Errorf("%s is the first month forecast of %d", m.Forecast, len(m.Levels))
	}
}

func TestTheBandLeavesOutTheAreasAtItsEnds(t *testing.T) {
	d := publish(tested.First(), 1, 0, 0, 0, 0)
	d.Index = &index.Index{First: d.Index.First, Months: 4, Area: d.Index.Area, Group: d.Index.Group, Areas: &index.Areas{
		Nodes: []index.Area{{Axis: 0, Parent: -1}},
	}}
	for i := range 11 { // each area has risen by another percentage, and has another zero
		zero, risen := float32(i), float32(i-5)/100
		d.Index.Area = append(d.Index.Area, []float32{zero, zero + risen, zero + risen, zero + risen})
		d.Index.Areas.Nodes = append(d.Index.Areas.Nodes, index.Area{Axis: -1})
	}
	r := &Result{Plan: Plan{From: tested.First(), Until: (tested + 1).First()}, Sales: salesKnown(tested.First())}
	m := r.marketPath([]vintage.Dated{d})
	low, high := 100*math.Exp(-0.04), 100*math.Exp(0.04)
	if m.Areas != 11 || len(m.Low) != len(m.Levels) || math.Abs(m.Low[1]-low) > 1e-4 || math.Abs(m.High[1]-high) > 1e-4 {
		t.Errorf("the band of %d areas is %v to %v, want %v to %v", m.Areas, m.Low, m.High, low, high)
	}
}

func TestTheTownsPathHasAllTestedMonths(t *testing.T) {
	plan := Plan{
		From: gevel.NewDate(2022, 3, 1), Until: gevel.NewDate(2022, 9, 1), Walk: WalkMonth,
		Retrain: RetrainQuarter,
	}
	r, err := Run(context.Background(), salesOf(town(1)), plan, silent)
	if err != nil {
		t.Fatal(err)
	}
	m := r.Market
	if end := m.First + gevel.Month(len(m.Levels)); m.First > plan.From.Month() || end < plan.Until.Month() ||
		m.Known > plan.Until {
		t.Errorf("the path goes from %s until %s, known on %s", m.First, end, m.Known)
	}
	if len(m.Published) != r.Index.Revision.Months {
		t.Errorf("%d months were published, %d revised", len(m.Published), r.Index.Revision.Months)
	}
	if slices.ContainsFunc(m.Levels, func(v float64) bool { return !(v > 0) || math.IsInf(v, 0) }) {
		t.Errorf("levels are %v", m.Levels)
	}
}

// salesKnown makes sales known on these days.
func salesKnown(days ...gevel.Date) *market.Sales {
	sales := town(1)[:len(days)]
	for i, day := range days {
		sales[i].Date, sales[i].KnownDate = day, day
	}
	return salesOf(sales)
}
