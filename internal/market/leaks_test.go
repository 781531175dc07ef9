package market_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// soldWith returns sales with one extra column, whose value follows from the price.
func soldWith(
	t *testing.T, column string, value func(rng *rand.Rand, a *gevel.Attribute, price float64) float32,
) *market.Sales {
	t.Helper()
	a, ok := gevel.ExtraColumn(column)
	if !ok {
		t.Fatalf("%s is no extra column", column)
	}
	table := gevel.Standard().With(a)
	own := &table[table.Column(column)]
	rng := rand.New(rand.NewPCG(5, 6))
	var list []gevel.Sale
	for i := range 500 {
		surface := 50 + rng.IntN(100)
		price := 3000 * float64(surface) * math.Exp(0.15*rng.NormFloat64())
		s := gevel.Sale{ID: fmt.Sprint(i), Date: gevel.Date(18000 + i), Price: gevel.Euro(price)}
		s.UseSurface = gevel.Some(surface)
		s.Extra = []float32{value(rng, own, price)}
		list = append(list, s)
	}
	return market.NewSales(table, list)
}

func TestColumnThatRevealsThePriceIsNamed(t *testing.T) {
	for what, leaking := range map[string]*market.Sales{
		"num_tax": soldWith(t, "num_tax", func(rng *rand.Rand, _ *gevel.Attribute, price float64) float32 {
			return float32(0.9 * price * math.Exp(0.02*rng.NormFloat64()))
		}),
		"cat_band": soldWith(t, "cat_band", func(_ *rand.Rand, a *gevel.Attribute, price float64) float32 {
			return float32(a.Names.Add(fmt.Sprint(int(40 * math.Log(price)))))
		}),
	} {
		if lines := leaking.PriceLeaks(); len(lines) != 1 || !strings.Contains(lines[0], what) {
			t.Errorf("%s reveals the price, and the warnings are %q", what, lines)
		}
	}
	honest := soldWith(t, "num_grade", func(rng *rand.Rand, _ *gevel.Attribute, price float64) float32 {
		return float32(math.Log(price) + 0.1*rng.NormFloat64())
	})
	if lines := honest.PriceLeaks(); len(lines) > 0 {
		t.Errorf("a column that only describes the home is named: %q", lines)
	}
}

// bandsLeaving returns sales in two categories, within which prices vary by a share of what they vary by in all.
func bandsLeaving(t *testing.T, share float64) *market.Sales {
	t.Helper()
	a, ok := gevel.ExtraColumn("cat_band")
	if !ok {
		t.Fatal("cat_band is no extra column")
	}
	table := gevel.Standard().With(a)
	names := table[table.Column("cat_band")].Names
	var list []gevel.Sale
	for i := range 1000 {
		band, side := float64(i/2%2), float64(2*(i%2)-1)
		// Bands are 1 apart, which is a variance of a quarter; the rest lies evenly on both sides of them.
		logPrice := 12 + band + side*math.Sqrt(share/(1-share)/4)
		s := gevel.Sale{ID: fmt.Sprint(i), Date: 18_000, Price: gevel.Euro(math.Exp(logPrice))}
		s.Extra = []float32{float32(names.Add(fmt.Sprint(band)))}
		list = append(list, s)
	}
	return market.NewSales(table, list)
}

func TestACategoryMayLeaveTwoPercentOfThePrices(t *testing.T) {
	for share, want := range map[float64]int{0.018: 1, 0.0215: 0, 0.035: 0} {
		if got := bandsLeaving(t, share).PriceLeaks(); len(got) != want {
			t.Errorf("bands that leave %.1f %% of the variation: the warnings are %q, want %d", 100*share, got, want)
		}
	}
}

func TestFewSalesAreNotJudged(t *testing.T) {
	all := soldWith(t, "num_tax", func(_ *rand.Rand, _ *gevel.Attribute, price float64) float32 { return float32(price) })
	for sales, want := range map[int]int{49: 0, 50: 1} {
		rows := make([]int, sales)
		for i := range rows {
			rows[i] = i
		}
		some := all.Select(rows, func(row int) gevel.Date { return all.Known[row] })
		if got := some.PriceLeaks(); len(got) != want {
			t.Errorf("of %d sales the warnings are %q, want %d", sales, got, want)
		}
	}
}
