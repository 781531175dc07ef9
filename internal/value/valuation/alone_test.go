package valuation_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestAValueAloneIsTheWholeValuationsValue values homes without their statistics.
func TestAValueAloneIsTheWholeValuationsValue(t *testing.T) {
	town := smalltown.Shared(t)
	valued := 0
	for i := range town.Dwellings {
		q := town.Inquiry(i, smalltown.Dates[1]+300)
		want, err := town.Value(q)
		if err != nil {
			continue
		}
		valued++
		if alone, err := town.ValueAlone(q); err != nil || cmp.Diff(want.Value, alone) != "" {
			t.Fatalf("home %d alone: %v, %s", i, err, cmp.Diff(want.Value, alone))
		}
	}
	if valued == 0 {
		t.Error("no home is valued")
	}
}

// TestNoValueDependsOnTheHomeBefore values homes of the same neighbourhoods one after the other, and each by a workspace
// of its own: what is kept of the homes of sales as they are compared serves only where it is the same.
func TestNoValueDependsOnTheHomeBefore(t *testing.T) {
	town := smalltown.Shared(t)
	rng := rand.New(rand.NewPCG(3, 5))
	unlike := 0
	for i := range 2000 {
		q := town.Inquiry((i/8)%len(town.Dwellings), smalltown.Dates[1]+gevel.Date(200+i%3*150))
		q.Overrides = smalltown.Overrides(rng)
		if i%4 == 0 {
			q.Overrides = gevel.Characteristics{}
		}
		got, err := town.Trace(q)
		if err != nil {
			continue
		}
		alone, err := town.TraceAlone(q)
		if err != nil || cmp.Diff(alone.Comparables.Sales, got.Comparables.Sales) != "" || alone.Value != got.Value {
			t.Fatalf("inquiry %d: %v, %s", i, err, cmp.Diff(alone.Comparables.Sales, got.Comparables.Sales))
		}
		for _, c := range got.Comparables.Sales {
			if c.Unknown > 0 {
				unlike++
			}
		}
	}
	if unlike < 100 {
		t.Errorf("%d comparables lack what their subject has, or the other way round", unlike)
	}
}
