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

func TestAColumnThatTellsThePriceIsNamed(t *testing.T) {
	for what, told := range map[string]*market.Sales{
		"num_tax": soldWith(t, "num_tax", func(rng *rand.Rand, _ *gevel.Attribute, price float64) float32 {
			return float32(0.9 * price * math.Exp(0.02*rng.NormFloat64()))
		}),
		"cat_band": soldWith(t, "cat_band", func(_ *rand.Rand, a *gevel.Attribute, price float64) float32 {
			return float32(a.Names.Add(fmt.Sprint(int(40 * math.Log(price)))))
		}),
	} {
		if lines := told.Telling(); len(lines) != 1 || !strings.Contains(lines[0], what) {
			t.Errorf("%s tells the price, and the warnings are %q", what, lines)
		}
	}
	honest := soldWith(t, "num_grade", func(rng *rand.Rand, _ *gevel.Attribute, price float64) float32 {
		return float32(math.Log(price) + 0.1*rng.NormFloat64())
	})
	if lines := honest.Telling(); len(lines) > 0 {
		t.Errorf("a column that is no more than telling of the home is named: %q", lines)
	}
}
