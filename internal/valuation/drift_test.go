package valuation_test

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/smalltown"
	"github.com/gevel/gevel/internal/valuation"
	"github.com/gevel/gevel/internal/vintage"
)

// TestDriftMovesEveryPriceAlike values homes months after the newest index with a vintage
// that the market leaves, and with one that it leaves faster.
func TestDriftMovesEveryPriceAlike(t *testing.T) {
	tn := smalltown.Shared(t)
	more := *tn.Vintages()[1]
	more.Drift += 0.05
	lagging := valuation.Of(tn.Edition(), tn.Sales(), []*vintage.Vintage{tn.Vintages()[0], &more})
	newest := more.Indexes[len(more.Indexes)-1]
	day := newest.Known + 90
	factor := math.Exp(0.05 * (index.MonthsSince(0, day) - index.MonthsSince(0, newest.Until)))
	owned := 0
	for h := range tn.Dwellings {
		before, err := tn.Value(tn.Inquiry(h, day))
		after, errAfter := lagging.Value(tn.Inquiry(h, day))
		if err != nil || errAfter != nil {
			t.Fatal(err, errAfter)
		}
		check := func(what string, less, more gevel.Euro) {
			if got := float64(more) / float64(less); math.Abs(got/factor-1) > 1e-4 {
				t.Errorf("home %d: its %s is %v times as much, want %v", h, what, got, factor)
			}
		}
		check("value", before.Weighted, after.Weighted)
		check("hedonic value", before.Predicted, after.Predicted)
		for i, r := range after.References {
			check("reference's indexed price", before.References[i].Indexed, r.Indexed)
			check("reference's adjusted price", before.References[i].Adjusted, r.Adjusted)
		}
		if after.OwnSale.Known {
			owned++
			check("own indexed price", before.OwnSale.V.Indexed, after.OwnSale.V.Indexed)
		}
	}
	if owned == 0 {
		t.Error("no home with an own sale was looked at")
	}
}
