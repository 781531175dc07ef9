package valuation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// A value that is made alone, and one whose references are added later, are those of the whole valuation.
func TestReferencesAddedLaterAreTheSame(t *testing.T) {
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
		whole, err := town.Trace(q)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := town.TraceAlone(q)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(alone.Comparables.References); n != 0 {
			t.Fatalf("home %d alone has %d references", i, n)
		}
		with := town.WithReferences(alone)
		if diff := cmp.Diff(whole, with, cmpopts.IgnoreFields(valuation.Trace{}, "Vintage", "Market"), cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("home %d with references added (-whole +added):\n%s", i, diff)
		}
		if diff := cmp.Diff(want, town.Valuation(alone)); diff != "" || len(alone.Comparables.References) != 0 {
			t.Fatalf("the valuation of home %d's trace alone (-want +got):\n%s", i, diff)
		}
		if town.WithReferences(whole) != whole {
			t.Fatalf("home %d's references were chosen twice", i)
		}
	}
	if valued == 0 {
		t.Error("no home is valued")
	}
}
