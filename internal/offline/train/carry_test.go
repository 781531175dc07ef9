package train_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// carried carries an edition's vintages over to a market; nil means that they must be trained.
func carried(t *testing.T, m *smalltown.Market, c train.Calendar, before *valuation.Valuer) map[string][]byte {
	t.Helper()
	vintages, err := train.Carry(t.Context(), market.NewSales(m.Attributes, m.Sold), before.Edition().Sales(),
		before.Vintages(), c, train.Options{Seed: 1, Progress: smalltown.Silent})
	if err != nil {
		t.Fatal(err)
	}
	if vintages == nil {
		return nil
	}
	return encoded(t, vintages)
}

func encoded(t *testing.T, vintages []*vintage.Vintage) map[string][]byte {
	t.Helper()
	files, err := vintage.EncodeAll(vintages)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCarriedVintagesAreAsTrainedAnew(t *testing.T) {
	few := smalltown.New(4, smalltown.FewStreets)
	few.SetViews()
	checkCarried(t, few, 2, "unchanged", "more sales", "more, fewer and other sales")
}

// TestCarriedVintagesOfACityAreAsTrainedAnew carries over models whose trees use neighbours.
func TestCarriedVintagesOfACityAreAsTrainedAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("a city has many sales")
	}
	checkCarried(t, smalltown.NewCity(6), 1, "more, fewer and other sales")
}

// checkCarried compares carried-over vintages of some years with newly trained ones, after changes of the sales
// known since.
func checkCarried(t *testing.T, m *smalltown.Market, years int, changes ...string) {
	t.Helper()
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate, Years: years}
	day := smalltown.End - 60
	before := calendar(t, deleted(m, day), c)
	changed := map[string]*smalltown.Market{
		"unchanged": deleted(m, day), "more sales": m,
		"more, fewer and other sales": m.Attack(rand.New(rand.NewPCG(31, 32)), day),
	}
	for _, what := range changes {
		got, now := carried(t, changed[what], c, before), changed[what]
		want, err := train.Edition(t.Context(), market.NewSales(now.Attributes, now.Sold), c,
			train.Options{Seed: 1, Progress: smalltown.Silent})
		if err != nil {
			t.Fatal(err)
		}
		for file, content := range encoded(t, want) {
			if !bytes.Equal(got[file], content) {
				t.Errorf("%s: %s is carried on otherwise than trained, in %d bytes", what, file, len(got[file]))
			}
		}
	}
}

// TestAVintageNewerThanAllSalesIsCarriedOn is a second build after New Year, when no sale of the year's last
// weeks is known yet.
func TestAVintageNewerThanAllSalesIsCarriedOn(t *testing.T) {
	newYear := gevel.NewDate(smalltown.End.Year(), 1, 1)
	stale := deleted(smalltown.New(4, smalltown.FewStreets), newYear-30)
	c := train.Calendar{Today: newYear + 10, AsOf: gevel.NoDate, Years: 1}
	before := calendar(t, stale, c)
	if newest := before.Vintages()[1].AsOf; newest != newYear {
		t.Fatalf("the newest vintage is of %s", newest)
	}
	got := carried(t, stale, c, before)
	for file, content := range encoded(t, before.Vintages()) {
		if !bytes.Equal(got[file], content) {
			t.Errorf("%s is carried on otherwise than it was trained", file)
		}
	}
}

func TestVintagesAreNotCarriedOnWhereTheirSalesChanged(t *testing.T) {
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
		if carried(t, now.market, now.calendar, before) != nil {
			t.Errorf("%s: the vintages were carried on", what)
		}
	}
}
