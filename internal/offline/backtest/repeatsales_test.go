package backtest

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

// knownIndex has two areas over one year: the whole market rises by 1 % a month, the second area by 3 %, and
// apartments by 0.5 % more.
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

func TestTheOwnSaleIsMovedByIndexMarketAndNothing(t *testing.T) {
	first := gevel.NewDate(2020, time.January, 1).Month()
	sold := gevel.Sale{
		ID: "a", Date: first.First() + 15, KnownDate: first.First() + 15, Price: 200_000, DwellingID: "home",
		Place:           gevel.Point{X: 900, Y: 1},
		Characteristics: gevel.Characteristics{BuildType: gevel.Appartement},
	}
	ix := knownIndex(first)
	s, v := vintage.NewSales(market.NewSales(gevel.Standard(), []gevel.Sale{sold})), &vintage.Vintage{Estimates: []float32{12}}
	v.SetAreas(s, ix.Areas)
	trace := valuation.Trace{Vintage: v, Market: valuation.Market{Index: vintage.Dated{Index: ix}, Month: s.Month[0] + 10}}
	trace.Basis.HasOwnSale, trace.Basis.Change = true, 0.1
	got := repeatSale(&trace)
	for c, rise := range [Courses]float64{ByIndex: 10 * (0.03 + 0.005), ByMarket: 10 * 0.01, ByNone: 0} {
		if want := 200_000 * math.Exp(rise+0.1); math.Abs(got[c]/want-1) > 1e-6 {
			t.Errorf("course %d moves 200 000 to %.0f, want %.0f", c, got[c], want)
		}
	}
	trace.Basis.HasOwnSale = false
	for c, moved := range repeatSale(&trace) {
		if !math.IsNaN(moved) {
			t.Errorf("course %d moves no sale to %v", c, moved)
		}
	}
}

func TestAnIndexIsInUseUntilTheNextVintage(t *testing.T) {
	vintages := []*vintage.Vintage{
		{AsOf: 10, Indexes: []vintage.Dated{{Known: 10}, {Known: 17}, {Known: 24}}},
		{AsOf: 24, Indexes: []vintage.Dated{{Known: 24}, {Known: 31}}},
	}
	var got []gevel.Date
	for _, d := range inUse(vintages) {
		got = append(got, d.Known)
	}
	if want := []gevel.Date{10, 17, 24, 31}; !slices.Equal(got, want) {
		t.Errorf("indexes known on %v were in use, want %v", got, want)
	}
}
