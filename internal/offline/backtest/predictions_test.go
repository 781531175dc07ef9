package backtest

import (
	"bytes"
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/value/valuation"
)

// small is a result of three sales; the second has no value.
func small() *Result {
	sales := []gevel.Sale{
		{ID: "a,1", Date: 100, KnownDate: 100, Price: 300_000},
		{ID: "b", Date: 101, KnownDate: 101, Price: 200_000},
		{ID: "c", Date: 102, KnownDate: 102, Price: 100_000},
	}
	r := &Result{Sales: salesOfSchema(sales), Plan: Plan{From: 100, Until: 103, Walk: WalkNone, Retrain: RetrainNone}}
	for row := range sales {
		f := Forecast{Row: int32(row)}
		if row != 1 {
			v := float64(sales[row].Price) * 1.05
			f = Forecast{
				Row: int32(row), Observation: ratio.Observation{
					HasValue: true, Value: v, Low50: v * 0.95, High50: v * 1.05, Low80: v*0.9 - 0.004, High80: v * 1.1,
					Low90: v * 0.85, High90: v * 1.15, FSD: 0.07123, Accuracy: gevel.Some(80.0),
					Class: gevel.Some(gevel.ConfidenceClass(4)),
				},
				Model:  99,
				Shared: valuation.Shared{Level: 0.02, Area: 0.01, Group: 0.005, InArea: 3, InGroup: 1},
			}
			if row == 0 {
				f.LowLog80, f.HighLog80, f.LowEuros80, f.HighEuros80 = 280_000, 350_000, 250_000, 380_000
				f.Offered = 330_750
			}
		}
		r.Forecasts = append(r.Forecasts, f)
		r.Observations = append(r.Observations, observe(r.Sales, &f, nil))
	}
	r.Report = ratio.MeasuresOf(r.Observations, ratio.Options{})
	return r
}

func TestPredictionsFileHasARowPerTestedSale(t *testing.T) {
	var b bytes.Buffer
	r := small()
	r.Made = Made{"0123", "gevel 1"}
	if err := r.WritePredictions(&b, csvfile.Form{}); err != nil {
		t.Fatal(err)
	}
	want := `sale_id,price,value,low80,high80,fsd,class,low50,high50,low90,high90,accuracy,level_sd,area_sd,group_sd,index_area,house_group,log_low80,log_high80,euro_low80,euro_high80,offer,value_date,edition,model_version,made_by
"a,1",300000,315000.00,283500.00,346500.00,0.0712,4,299250.00,330750.00,267750.00,362250.00,80.0,0.0200,0.0100,0.0050,3,1,280000.00,350000.00,250000.00,380000.00,330750.00,1970-04-11,0123,1970-04-10,gevel 1
b,200000,,,,,,,,,,,,,,,,,,,,,,,,
c,100000,105000.00,94500.00,115500.00,0.0712,4,99750.00,110250.00,89250.00,120750.00,80.0,0.0200,0.0100,0.0050,3,1,,,,,,1970-04-13,0123,1970-04-10,gevel 1
`
	if got := b.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestHomesSoldAgainSoonAreJudgedByValueAndByOffer(t *testing.T) {
	r := small()
	r.Observations = nil
	for range 2 * ratio.DefaultMinSegment { // half of them sold lately, for a tenth more than their value
		r.Observations = append(r.Observations, ratio.Observation{Price: 110, Value: 100, HasValue: true, Offered: 110},
			ratio.Observation{Price: 100, Value: 100, HasValue: true})
	}
	got := r.resold()
	if len(got) != 2 || got[0].N != 2*ratio.DefaultMinSegment || got[1].N != got[0].N {
		t.Fatalf("%d parts, %+v", len(got), got)
	}
	if by := got[0].MedianRatio.Value; math.Abs(by-1/1.1) > 1e-9 {
		t.Errorf("values at %v of the prices", by)
	}
	if by := got[1].MedianRatio.Value; by != 1 {
		t.Errorf("offers at %v of the prices", by)
	}
	r.Observations = r.Observations[:ratio.DefaultMinSegment]
	if got := r.resold(); got != nil {
		t.Errorf("%d homes sold lately are a part", got[0].N)
	}
}

// rivalOf returns the values of another model for the sales of a result.
func rivalOf(r *Result, values ...comparison.Value) *comparison.Joined {
	m := comparison.Market{Sales: r.Sales}
	return m.Join(values, comparison.Rule{})
}

// valued is a value of a sale whose file has a price of it; a value of 0 is none.
func valued(sale string, value, price float64) comparison.Value {
	return comparison.Value{Row: "row " + sale, Sale: sale, Price: price, Said: ratio.Observation{Value: value, HasValue: value > 0}}
}

func TestCompareCountsAndNamesRowsThatDoNotMatch(t *testing.T) {
	r := small()
	c, err := r.Compare(rivalOf(r, valued("a,1", 310_000, 300_000.4), valued("b", 190_000, 200_000), valued("c", 101_000, 110_000), valued("z", 5, 5)))
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 3 || c.Both != 1 || c.OnlyB != 1 || c.OnlyA != 1 {
		t.Errorf("compared %+v, want three sales, one valued by both, one by gevel and one by the rival alone", c.Comparison)
	}
	if got, want := c.MdAPE.Value, 5-10.0/3; got-want > 1e-9 || want-got > 1e-9 {
		t.Errorf("the difference in MdAPE is %v, want %v", got, want)
	}
	counts := map[string]int{}
	for _, u := range c.Unmatched {
		counts[u.Reason+" "+u.Samples[0]] = u.Count
	}
	if len(counts) != 2 || counts["price_differs row c: sale c"] != 1 || counts["no_sale row z: no sale is named z"] != 1 {
		t.Errorf("unmatched: %v", counts)
	}
}

func TestAModelIsNoWorseThanItself(t *testing.T) {
	r := small()
	c, err := r.Compare(rivalOf(r, valued("a,1", 315_000, 0), valued("b", 0, 0), valued("c", 105_000, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 3 || c.Both != 2 || c.MdAPE.Value != 0 || c.PE10.Value != 0 {
		t.Errorf("compared with itself: %+v", c)
	}
}

func TestRivalsWithoutACommonSaleAreRefused(t *testing.T) {
	r := small()
	if _, err := r.Compare(rivalOf(r, valued("q", 1, 0))); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("Compare: %v, want invalid", err)
	}
}
