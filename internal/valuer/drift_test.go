package valuer

import (
	"math"
	"math/rand/v2"
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
	// As many errors as they are mixed with, so that half of the half is left. Those made
	// longer without an index tell more: 70 of five months count more than 130 of two.
	errors := make([]scored, driftPrior)
	for i := range errors {
		errors[i] = scored{err: 0.002 * 2, situation: situation{stale: 2}}
		if i >= 130 {
			errors[i] = scored{err: 0.01 * 5, situation: situation{stale: 5}}
		}
	}
	if got, want := fitDrift(errors), Drift(0.01*driftBelief/2); math.Abs(float64(got-want)) > 1e-12 {
		t.Errorf("drift = %v a month, want %v", got, want)
	}
	for i := range errors {
		errors[i].stale = 1.9
	}
	if got := fitDrift(errors); got != 0 {
		t.Errorf("drift of errors within two months of an index = %v, want none", got)
	}
}

func TestAVintageLearnsDriftAndSpreadOfWhatItLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	v := *newTown(t).vintages[0]
	const slope, n = 0.02, 2000
	outcomes := make([]outcome, 2*n)
	for i := range outcomes {
		o := &outcomes[i]
		o.price, o.day, o.stale = 300_000, v.AsOf-1-gevel.Date(i%240), 2+4*rng.Float64()
		risen := slope * o.stale
		if i >= n { // of a year before, when the market went the other way
			o.day, risen = o.day-365, -risen
		}
		noise := 0.01 * rng.NormFloat64()
		o.err = [approaches]float64{risen + noise, risen + noise, risen + noise, math.NaN()}
		o.blind = &blind{outcome: *o, moved: 0.01}
	}
	v.calibrate(outcomes)
	if want := Drift(slope * driftBelief * n / (n + driftPrior)); math.Abs(float64(v.Drift/want-1)) > 0.1 {
		t.Errorf("drift = %v a month, want %v", v.Drift, want)
	}
	left, weight := 0.0, 0.0
	for _, o := range outcomes {
		w := math.Exp2(-float64(v.AsOf-o.day) / errorHalf)
		left, weight = left+w*math.Abs(o.err[byHedonic]-v.Drift.after(o.stale)), weight+w
	}
	if left /= weight; math.Abs(v.Middle/left-1) > 0.1 {
		t.Errorf("the size of the error is %.4f, want that of what drift leaves, %.4f", v.Middle, left)
	}
	for group := range v.Imputed {
		for trait, imputed := range v.Imputed[group] {
			if imputed > 1e-3 {
				t.Errorf("hiding trait %d of group %d adds %v, where blind errors are the same", trait, group, imputed)
			}
		}
	}
}
