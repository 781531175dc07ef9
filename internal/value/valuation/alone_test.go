package valuation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
