package backtest

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/market"
)

// knownIndex is one of two areas, in which the whole market rises by 1 % a month, the
// second area by 3 % and apartments by 0.5 % more, over a year from a month.
func knownIndex(first gevel.Month) *index.Index {
	ix := &index.Index{First: first, Months: 12, Area: make([][]float32, 3), Group: make([][]float32, gevel.BuildGroups)}
	ix.Areas = &index.Areas{Nodes: []index.Area{
		{Axis: 0, Cut: 500, Left: 1, Right: 2, Parent: -1}, {Axis: -1}, {Axis: -1},
	}}
	course := func(monthly float32) []float32 {
		levels := make([]float32, ix.Months)
		for m := range levels {
			levels[m] = monthly * float32(m)
		}
		return levels
	}
	for area, monthly := range []float32{0.01, 0.01, 0.03} {
		ix.Area[area] = course(monthly)
	}
	for group := range ix.Group {
		ix.Group[group] = course(0)
	}
	ix.Group[gevel.Appartement.Group()] = course(0.005)
	return ix
}

func TestTheOwnSaleIsCarriedByIndexMarketAndNothing(t *testing.T) {
	first := gevel.NewDate(2020, time.January, 1).Month()
	sold := gevel.Sale{
		ID: "a", Date: first.First() + 15, KnownDate: first.First() + 15, Price: 200_000, DwellingID: "home",
		Characteristics: gevel.Characteristics{BuildType: gevel.Appartement},
	}
	d := newDesk(newGround(market.NewSales(gevel.Standard(), []gevel.Sale{sold})))
	v := &Vintage{area: []int32{2}}
	in := indications{ix: knownIndex(first), month: d.month[0] + 10, drift: 0.02}
	in.own, in.change = true, 0.1
	got := d.carry(v, &in)
	for c, rise := range [Carriers]float64{ByIndex: 10*(0.03+0.005) + 0.02, ByMarket: 10*0.01 + 0.02, ByNone: 0} {
		if want := 200_000 * math.Exp(rise+0.1); math.Abs(got[c]/want-1) > 1e-6 {
			t.Errorf("carrier %d brings 200 000 to %.0f, want %.0f", c, got[c], want)
		}
	}
	in.own = false
	for c, carried := range d.carry(v, &in) {
		if !math.IsNaN(carried) {
			t.Errorf("carrier %d brings no sale to %v", c, carried)
		}
	}
}

func TestAnIndexIsInUseUntilTheNextVintage(t *testing.T) {
	vintages := []*Vintage{
		{AsOf: 10, Indexes: []Dated{{Known: 10}, {Known: 17}, {Known: 24}}},
		{AsOf: 24, Indexes: []Dated{{Known: 24}, {Known: 31}}},
	}
	var got []gevel.Date
	for _, d := range inUse(vintages) {
		got = append(got, d.Known)
	}
	if want := []gevel.Date{10, 17, 24, 31}; !slices.Equal(got, want) {
		t.Errorf("indexes known on %v were in use, want %v", got, want)
	}
}
