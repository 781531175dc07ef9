package backtest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
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
				Row: int32(row), Valued: true, Value: v, Low50: v * 0.95, High50: v * 1.05,
				Low80: v*0.9 - 0.004, High80: v * 1.1, Low90: v * 0.85, High90: v * 1.15, FSD: 0.07123, Accuracy: 80, Class: 4,
				Shared: valuation.Shared{Level: 0.02, Area: 0.01, Group: 0.005, InArea: 3, InGroup: 1},
			}
			if row == 0 {
				f.LowLog80, f.HighLog80, f.LowEuros80, f.HighEuros80 = 280_000, 350_000, 250_000, 380_000
			}
		}
		r.Forecasts = append(r.Forecasts, f)
		r.Observations = append(r.Observations, observe(r.Sales, &f, nil))
	}
	r.Report = ratio.Study(r.Observations, ratio.Options{})
	return r
}

func TestPredictionsFileHasARowPerTestedSale(t *testing.T) {
	var b bytes.Buffer
	if err := small().WritePredictions(&b, csvfile.Form{}); err != nil {
		t.Fatal(err)
	}
	want := `sale_id,price,value,low80,high80,fsd,class,low50,high50,low90,high90,accuracy,level_sd,area_sd,group_sd,index_area,house_group,log_low80,log_high80,euro_low80,euro_high80
"a,1",300000,315000.00,283500.00,346500.00,0.0712,4,299250.00,330750.00,267750.00,362250.00,80.0,0.0200,0.0100,0.0050,3,1,280000.00,350000.00,250000.00,380000.00
b,200000,,,,,,,,,,,,,,,,,,,
c,100000,105000.00,94500.00,115500.00,0.0712,4,99750.00,110250.00,89250.00,120750.00,80.0,0.0200,0.0100,0.0050,3,1,,,,
`
	if got := b.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCompareCountsAndNamesRowsThatDoNotMatch(t *testing.T) {
	rival, err := ReadRival(strings.NewReader("\ufeffvalue,sale_id,price,note\n310000,\"a,1\",300000.4,\n190000,b,200000,\n101000,c,110000,x\n5,z,5,\n"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := small().Compare(rival)
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 2 || c.Both != 1 || c.OnlyB != 1 || c.OnlyA != 0 {
		t.Errorf("compared %+v, want two sales, one valued by both and one by the rival alone", c.Comparison)
	}
	if got, want := c.MdAPE.Value, 5-10.0/3; got-want > 1e-9 || want-got > 1e-9 {
		t.Errorf("the difference in MdAPE is %v, want %v", got, want)
	}
	counts := map[string]int{}
	for _, u := range c.Unmatched {
		counts[u.Reason+" "+u.Samples[0]] = u.Count
	}
	if len(counts) != 2 || counts["price_differs c: 100000 and 110000"] != 1 || counts["not_tested z"] != 1 {
		t.Errorf("unmatched: %v", counts)
	}
}

func TestAValueThatIsNaNIsNone(t *testing.T) {
	rival, err := ReadRival(strings.NewReader("sale_id,value\n\"a,1\",nan\nc,NaN\nb,200000\n"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := small().Compare(rival)
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 3 || c.Both != 0 || c.OnlyA != 2 || c.OnlyB != 1 {
		t.Errorf("compared %+v, want three sales, two valued by gevel alone", c.Comparison)
	}
}

func TestOwnPredictionsAreNoWorseThanThemselves(t *testing.T) {
	r := small()
	var b bytes.Buffer
	if err := r.WritePredictions(&b, csvfile.Form{}); err != nil {
		t.Fatal(err)
	}
	rival, err := ReadRival(&b)
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Compare(rival)
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 3 || c.Both != 2 || len(c.Unmatched) > 0 || c.MdAPE.Value != 0 || c.PE10.Value != 0 {
		t.Errorf("compared with itself: %+v", c)
	}
}

func TestRivalsWithoutACommonSaleAreRefused(t *testing.T) {
	rival, err := ReadRival(strings.NewReader("sale_id,value\nq,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := small()
	if rival.Knows(r.Sales) {
		t.Error("the rival knows a sale that it does not have")
	}
	if _, err := r.Compare(rival); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("Compare: %v, want invalid", err)
	}
}

func TestDamagedPredictionsAreNamedByLine(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "an empty file"},
		{"no value column", "sale_id,price\n", "there is no column value"},
		{"no number", "sale_id,value\na,1\nb,x\n", `line 3: "x" is no amount`},
		{"negative", "sale_id,value\na,-1\n", "line 2"},
		{"infinite", "sale_id,value\na,Inf\n", "line 2"},
		{"price", "sale_id,value,price\na,1,none\n", `"none"`},
		{"twice", "sale_id,value\na,1\na,2\n", "line 3: sale a is there twice"},
		{"short row", "sale_id,value\na\n", "line 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadRival(strings.NewReader(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("ReadRival: %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func FuzzReadRival(f *testing.F) {
	f.Add("sale_id,value\na,1\n")
	f.Add("value,price,sale_id\n,1,\"a\"\n1e9,,b\n")
	f.Add("\ufeffsale_id,value\n\"a\n")
	f.Fuzz(func(t *testing.T, text string) {
		rival, err := ReadRival(strings.NewReader(text))
		if err != nil {
			return
		}
		if _, err := small().Compare(rival); err != nil && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("what was read can't be compared: %v", err)
		}
	})
}
