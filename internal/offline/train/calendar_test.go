package train_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// calendar returns the valuer of an edition with the models of a calendar.
func calendar(t *testing.T, m *smalltown.Market, c train.Calendar) *valuation.Valuer {
	t.Helper()
	s := market.NewSales(m.Attributes, m.Sold)
	vintages, _, err := train.Carry(context.Background(), s, train.Before{}, c, train.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return m.Open(t, s, vintages)
}

// deleted returns the market without the sales known on a day or later.
func deleted(m *smalltown.Market, day gevel.Date) *smalltown.Market {
	left := *m
	left.Sold = slices.DeleteFunc(slices.Clone(m.Sold), func(s gevel.Sale) bool { return max(s.Date, s.KnownDate) >= day })
	return &left
}

// TestAnEditionOfFewerSalesGivesTheSameAnswers builds editions as of different days and compares their
// answers about days before the first.
func TestAnEditionOfFewerSalesGivesTheSameAnswers(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	m.SetViews()
	rng := rand.New(rand.NewPCG(21, 22))
	years := train.Calendar{Today: smalltown.End + 40, AsOf: gevel.NoDate, Years: 2}
	all := calendar(t, m, years)
	newYear := gevel.NewDate(2022, time.January, 1)
	for _, day := range []gevel.Date{newYear, newYear + 3, gevel.NewDate(2021, time.May, 17), smalltown.End - 20} {
		for name, other := range map[string]*smalltown.Market{"deleted": deleted(m, day), "attacked": m.Attack(rng, day)} {
			c := years
			if name == "deleted" { // an edition as it was built then
				c.Today = day
			}
			checkSameAnswers(t, m, all, calendar(t, other, c), day, rng)
		}
	}
}

// checkSameAnswers compares the answers of two editions up to a day, where both have a model.
func checkSameAnswers(t *testing.T, m *smalltown.Market, a, b *valuation.Valuer, last gevel.Date, rng *rand.Rand) {
	t.Helper()
	from := max(a.Oldest(), b.Oldest())
	for range 150 {
		q := m.Case(rng, from, last)
		want, wantErr := a.Value(q)
		got, gotErr := b.Value(q)
		want.Edition, got.Edition = "", ""
		if !cmp.Equal(got, want, cmpopts.EquateNaNs()) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("%+v is valued\n%+v %v\nand, with other sales known from %s on,\n%+v %v", q, want, wantErr, last, got, gotErr)
		}
	}
}
