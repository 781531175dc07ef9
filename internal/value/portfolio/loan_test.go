package portfolio

import (
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
