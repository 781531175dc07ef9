package train_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/smalltown"
	"github.com/gevel/gevel/internal/train"
	"github.com/gevel/gevel/internal/valuation"
	"github.com/gevel/gevel/internal/vintage"
)

// carried trains the edition of a market, with that of another before it, and tells whether the
// vintages were carried on: then each is a step, and otherwise there are more.
func carried(t *testing.T, m *smalltown.Market, c train.Calendar, before *valuation.Valuer) (files map[string][]byte, ok bool) {
	t.Helper()
	o := train.Options{Seed: 1}
	steps := 0
	o.Progress = func(_, total int) { steps = total }
	if before != nil {
		o.Before = &train.Before{Sales: before.Edition().Sales(), Vintages: before.Vintages()}
	}
	vintages, err := train.Edition(t.Context(), market.NewSales(m.Attributes, m.Sold), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if files, err = vintage.EncodeAll(vintages); err != nil {
		t.Fatal(err)
	}
	return files, steps == len(vintages)
}

func TestCarriedVintagesAreAsTrainedAnew(t *testing.T) {
	few := smalltown.New(4, smalltown.FewStreets)
	few.SetViews()
	markets := map[string]*smalltown.Market{"few streets": few}
	if !testing.Short() {
		exact := smalltown.New(7, smalltown.ExactStreets)
		exact.SetExactPrices()
		markets["city"], markets["exact prices"] = smalltown.New(6, smalltown.CityStreets), exact
	}
	for name, m := range markets {
		t.Run(name, func(t *testing.T) {
			c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate, Years: 2}
			day := smalltown.End - 60
			before := calendar(t, deleted(m, day), c)
			rng := rand.New(rand.NewPCG(31, 32))
			for what, now := range map[string]*smalltown.Market{
				"unchanged": deleted(m, day), "more sales": m, "more, fewer and other sales": m.Attack(rng, day),
			} {
				got, ok := carried(t, now, c, before)
				if !ok {
					t.Errorf("%s: the vintages were trained anew", what)
				}
				want, _ := carried(t, now, c, nil)
				for file := range want {
					if !bytes.Equal(got[file], want[file]) {
						t.Errorf("%s: %s is carried on otherwise than trained", what, file)
					}
				}
			}
		})
	}
}

func TestVintagesAreTrainedAnewWhereTheirSalesChanged(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	c := train.Calendar{Today: smalltown.End + 40, AsOf: gevel.NoDate, Years: 2}
	before := calendar(t, m, c)
	dearer := *m
	dearer.Sold = append([]gevel.Sale(nil), m.Sold...)
	dearer.Sold[0].Price++
	later := c
	later.Today = c.Today.AddMonths(12)
	more := *m
	more.Sold = append(append([]gevel.Sale(nil), m.Sold...), m.Sale(rand.New(rand.NewPCG(1, 2)), 99_999, 1, c.Today+1))
	fewer := c
	fewer.Years = 1
	for what, now := range map[string]struct {
		market   *smalltown.Market
		calendar train.Calendar
	}{
		"a sale that they learned from": {&dearer, c}, "another year": {&more, later}, "fewer years": {m, fewer},
	} {
		got, ok := carried(t, now.market, now.calendar, before)
		if ok {
			t.Errorf("%s: the vintages were carried on", what)
		}
		if want, _ := carried(t, now.market, now.calendar, nil); !cmp.Equal(got, want) {
			t.Errorf("%s: the edition before shows in the models", what)
		}
	}
}
