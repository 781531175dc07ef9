package valuer

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
)

// TestDriftMovesEveryPriceAlike values homes with a vintage that lags behind the
// market, and with one that lags by more.
func TestDriftMovesEveryPriceAlike(t *testing.T) {
	tn := newTown(t)
	more := *tn.vintages[1]
	more.Drift.Base += 0.1
	lagging := &Valuer{edition: tn.edition, vintages: []*Vintage{tn.vintages[0], &more}}
	lagging.desks.New = tn.desks.New
	day := more.AsOf + 40
	factor := math.Exp(0.1 * math.Exp(-(index.MonthsSince(0, day)-index.MonthsSince(0, more.AsOf))/driftFade))
	owned := 0
	for h := range tn.dwellings {
		before, err := tn.Value(tn.inquiry(h, day))
		after, errAfter := lagging.Value(tn.inquiry(h, day))
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

func TestDriftEndsWithTheForecast(t *testing.T) {
	d := Drift{Month: 0.005}
	if got, want := d.at(100, 0), d.at(forecastMonths, 0); got != want || got <= d.at(12, 0) {
		t.Errorf("drift after 100 months = %v, want that after %d, %v", got, forecastMonths, want)
	}
}
