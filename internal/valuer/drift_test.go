package valuer

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
)

// TestDriftMovesEveryPriceAlike values homes months after the newest index with a vintage
// that the market leaves, and with one that it leaves faster.
func TestDriftMovesEveryPriceAlike(t *testing.T) {
	tn := newTown(t)
	more := *tn.vintages[1]
	more.Drift += 0.05
	lagging := &Valuer{edition: tn.edition, vintages: []*Vintage{tn.vintages[0], &more}}
	lagging.desks.New = tn.desks.New
	newest := more.Indexes[len(more.Indexes)-1]
	day := newest.Known + 90
	factor := math.Exp(0.05 * (index.MonthsSince(0, day) - index.MonthsSince(0, newest.Until)))
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
	d := Drift(0.005)
	if got, want := d.after(100), d.after(forecastMonths); got != want || got <= d.after(12) {
		t.Errorf("drift after 100 months = %v, want that after %d, %v", got, forecastMonths, want)
	}
}

func TestDriftIsHalfOfWhatErrorsGrewByAMonth(t *testing.T) {
	errors := make([]scored, driftPrior)
	for i := range errors {
		stale := staleMonths + float64(i%5)
		errors[i] = scored{err: 0.01 * stale, situation: situation{stale: stale}}
	}
	// As many errors as they are mixed with, so that half of the half is left.
	if got, want := fitDrift(errors), Drift(0.01*driftBelief/2); math.Abs(float64(got-want)) > 1e-12 {
		t.Errorf("drift = %v a month, want %v", got, want)
	}
	for i := range errors {
		errors[i].stale = staleMonths / 2
	}
	if got := fitDrift(errors); got != 0 {
		t.Errorf("drift of errors that an index followed = %v, want none", got)
	}
}
