package comparison

import (
	"context"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
)

// day is a day of January 2024.
func day(n int) gevel.Date { return gevel.NewDate(2024, time.January, n) }

// soldOn is a market with a sale on each of some days, of homes with a name each, known at once.
func soldOn(homes map[string][]int) *Market {
	var sales []gevel.Sale
	for home, days := range homes {
		for _, on := range days {
			sales = append(sales, gevel.Sale{
				ID: home + day(on).String(), DwellingID: home, Date: day(on), KnownDate: day(on), Price: 300_000,
			})
		}
	}
	return &Market{Sales: market.NewSales(gevel.Standard(), sales), Rejects: gevel.NewRejects(context.Background())}
}

// valueOn is a value of a home for a day.
func valueOn(home string, on int) Value {
	return Value{
		Row: "a row", Homes: []string{home}, Day: gevel.Some(day(on)),
		Said: ratio.Observation{Value: 330_000, HasValue: true},
	}
}

func TestOfTheSalesOfAHomeTheNearestUnlearnedOneCounts(t *testing.T) {
	for _, tt := range []struct{ days, want []int }{
		{[]int{3, 12, 25}, []int{12}}, // the 3rd was known before
		{[]int{10, 18}, []int{10}},    // known on the day itself
		{[]int{20, 11}, []int{11}},
		{[]int{2, 5}, nil}, // both known before
	} {
		m := soldOn(map[string][]int{"home": tt.days})
		j := m.Join([]Value{valueOn("home", 10)}, Rule{Within: 30, Unlearned: true})
		var got []int
		for row := range j.of {
			got = append(got, int(m.Date[row]-day(1))+1)
		}
		if len(got) != len(tt.want) || len(got) == 1 && got[0] != tt.want[0] {
			t.Errorf("of sales on %v a value of the 10th counts for %v, want %v", tt.days, got, tt.want)
		}
		if known := j.Rejects.Count(ReasonKnown); tt.want == nil && known != 1 {
			t.Errorf("sales known before: %d rejected", known)
		}
	}
}

func TestAValueOfALaterDayThanTheRuleAllowsIsTooOldBeforeAndAfter(t *testing.T) {
	for _, sold := range []int{1, 31} {
		m := soldOn(map[string][]int{"home": {sold}})
		m.Known[0] = day(31)
		if j := m.Join([]Value{valueOn("home", 16)}, Rule{Within: 14, Unlearned: true}); j.Rejects.Count(ReasonOld) != 1 {
			t.Errorf("a value of the 16th for a sale on the %d. is no more than 14 days apart: %+v", sold, j.Rejects)
		}
		if j := m.Join([]Value{valueOn("home", 16)}, Rule{Within: 15, Unlearned: true}); len(j.of) != 1 {
			t.Errorf("a value of the 16th for a sale on the %d. does not count within 15 days: %+v", sold, j.Rejects)
		}
	}
}

func TestOnlyTheOtherSalesOfADealAreNoPricesToJudgeBy(t *testing.T) {
	sales := []gevel.Sale{
		{ID: "a", DwellingID: "1", Date: day(2), KnownDate: day(2), Price: 300_000},
		{ID: "b", DwellingID: "2", Date: day(2), KnownDate: day(2), Price: 300_000, Deal: "a"},
		{ID: "c", DwellingID: "3", Date: day(3), KnownDate: day(3), Price: 300_000},
	}
	m := &Market{Sales: market.NewSales(gevel.Standard(), sales), Doubts: map[string]gevel.Detail{"c": {Reason: "odd"}}}
	want := map[string]string{"a": "", "b": "deal", "c": "odd"}
	for row := range m.Len() {
		if got := m.Doubt(int32(row)).Reason; got != want[m.ID(row)] {
			t.Errorf("sale %s is in doubt for %q, want %q", m.ID(row), got, want[m.ID(row)])
		}
	}
}

func TestASaleIsObservedWithTheValueThatCountsForIt(t *testing.T) {
	m := soldOn(map[string][]int{"home": {12}})
	m.Loan = func(int32) float64 { return 165_000 }
	v := valueOn("home", 10)
	if o := m.observe(0, &v); !o.HasValue || o.Value != 330_000 || o.Price != 300_000 || o.Month != day(12).Month() || o.LTV != 0.5 {
		t.Errorf("observed %+v", o)
	}
	if o := m.observe(0, nil); o.HasValue || o.Price != 300_000 {
		t.Errorf("without a value %+v", o)
	}
	m.PriceOn = func(int32, *Value) float64 { return 303_000 }
	if o := m.observe(0, &v); o.Price != 303_000 {
		t.Errorf("at the price of the value's day %+v", o)
	}
	if o := m.observe(0, nil); o.Price != 300_000 {
		t.Errorf("without a value the price is %v", o.Price)
	}
}
