package valuation_test

import (
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestTheLevelAheadMovesEveryPriceAlike values homes months after the newest index with a vintage
// and with one whose level is extrapolated higher.
func TestTheLevelAheadMovesEveryPriceAlike(t *testing.T) {
	tn := smalltown.Shared(t)
	more := *tn.Vintages()[1]
	more.Indexes = slices.Clone(more.Indexes)
	newest := &more.Indexes[len(more.Indexes)-1]
	const rise = 0.05
	raised := *newest.Index
	raised.Area = slices.Clone(raised.Area)
	for a := range raised.Area {
		raised.Area[a] = slices.Clone(raised.Area[a])
		for m := int(newest.Known.Month()-raised.First) + 2; m < raised.Months; m++ {
			raised.Area[a][m] += rise
		}
	}
	newest.Index = &raised
	lagging := valuation.Of(tn.Edition(), tn.Sales(), []*vintage.Vintage{tn.Vintages()[0], &more})
	day := newest.Known + 90
	factor := math.Exp(rise)
	owned, others := 0, 0
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
		check("hedonic value", before.Predicted, after.Predicted)
		for i, r := range after.References {
			if r.Date >= newest.Known { // sold after the last month known
				continue
			}
			if before.References[i].Dwelling != r.Dwelling { // such sales are not moved, and others may lie on the other side
				others++
				continue
			}
			check("reference's indexed price", before.References[i].Indexed, r.Indexed)
			check("reference's adjusted price", before.References[i].Adjusted, r.Adjusted)
		}
		if after.OwnSale.Known && after.OwnSale.V.Date < newest.Known {
			owned++
			check("own indexed price", before.OwnSale.V.Indexed, after.OwnSale.V.Indexed)
		}
	}
	if owned == 0 || others > len(tn.Dwellings)/50 {
		t.Errorf("%d homes with an own sale were looked at, and %d references are others", owned, others)
	}
}

func TestAHomeIsLessSureTheFartherTheLevelIsExtrapolated(t *testing.T) {
	tn := smalltown.Shared(t)
	newest := tn.Vintages()[1].Indexes[len(tn.Vintages()[1].Indexes)-1]
	size := 0.0
	for _, days := range []gevel.Date{0, 120, 360, 720, 1500} {
		trace, err := tn.Trace(tn.Inquiry(3, newest.Known+days))
		if err != nil {
			t.Fatal(err)
		}
		if trace.Size <= size {
			t.Errorf("%d days ahead the size of the error is %v, before it was %v", days, trace.Size, size)
		}
		size = trace.Size
	}
}
