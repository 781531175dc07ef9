package portfolio

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
)

func TestAmountsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]float64{
		"250000": 250_000, "250000.50": 250_000.5, "250.000": 250_000, "250,000": 250_000, "250.000,25": 250_000.25,
		"€ 1.250.000": 1_250_000, "0": 0, "0,5": 0.5,
		fmt.Sprint(int64(bulk.MostEuros)): bulk.MostEuros,
	} {
		if got, err := readAmount(text); err != nil || got != want {
			t.Errorf("%q is read as %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"x", "-1", "1e30", "NaN", "Inf", "99999999999"} {
		if got, err := readAmount(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func FuzzLoan(f *testing.F) {
	f.Add("250.000", "2020-01-01")
	f.Add("€ 1.000,5", "01-02-2021")
	f.Add("-0", "")
	f.Fuzz(func(t *testing.T, amount, day string) {
		l, faults := readLoan(func(column string) string {
			if column == bulk.LastDate || column == bulk.OriginationDate {
				return day
			}
			return amount
		})
		if len(faults) == 0 && (math.IsNaN(l.amount) || l.amount < 0 || l.lastValue.Known && l.lastValue.V < 1) {
			t.Errorf("%q and %q are read as %+v", amount, day, l)
		}
	})
}

func TestTheMedianOfChangesIsRightToAThousandth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		changes := rapid.SliceOfN(rapid.Float64Range(-0.9, 3), 1, 40).Draw(rt, "changes")
		var s spread
		for _, c := range changes {
			s.add(gevel.Some(c))
		}
		slices.Sort(changes)
		middle := len(changes) / 2
		lower, upper := changes[(len(changes)-1)/2], changes[middle]
		want := math.Sqrt((1+lower)*(1+upper)) - 1
		if got := s.median(); math.Abs(math.Log1p(got.V)-math.Log1p(want)) > 0.0006 {
			rt.Fatalf("the median is %v, want %v", got.V, want)
		}
	})
}

// TestALoanStandsInTheBandThatEndsWithIt has loans at the ends of bands and a little above them, on a home of a million.
func TestALoanStandsInTheBandThatEndsWithIt(t *testing.T) {
	for loan, want := range map[float64]string{
		0: "0 to 50 %", 500_000: "0 to 50 %", 500_001: "50 to 60 %", 600_000: "50 to 60 %", 799_999: "70 to 80 %",
		1_000_000: "90 to 100 %", 1_100_000: "100 to 110 %", 1_100_001: "above 110 %", 5_000_000: "above 110 %",
	} {
		var m measure
		m.add(loan, 1e6, true)
		var names []string
		for _, b := range m.loansOf().Bands {
			if b.Homes > 0 {
				names = append(names, b.Name())
			}
		}
		if !slices.Equal(names, []string{want}) {
			t.Errorf("a loan of %v stands in %q, want %s", loan, names, want)
		}
	}
}
