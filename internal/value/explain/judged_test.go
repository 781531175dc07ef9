package explain_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// alike holds two explanations of a sale for the same: explanations have no room for columns of files.
var alike = cmp.Options{
	cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-9), cmpopts.IgnoreFields(gevel.Characteristics{}, "Extra"),
}

// TestJudgedSalesAreExplainedAsComparablesAre judges the comparables of homes as they are, in the edition's rows and as
// an appraiser's own: both have the differences, shares and equality that the value's explanation gives them.
func TestJudgedSalesAreExplainedAsComparablesAre(t *testing.T) {
	tn, rng := smalltown.Shared(t), rand.New(rand.NewPCG(7, 8))
	explainer, seen := explain.New(tn.Valuer), 0
	for range 20 {
		trace, err := tn.Trace(tn.Inquiry(rng.IntN(len(tn.Dwellings)), smalltown.End))
		if err != nil {
			t.Fatal(err)
		}
		evidence, err := explainer.Evidence(trace, valuation.Wanted{Limit: len(trace.Comparables.Sales)}, explain.ByWeight)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]explain.Comparable{}
		for _, c := range evidence.Comparables {
			want[c.ID] = c
		}
		sold := soldOf(trace)
		inRows, err := explainer.Judged(trace, sold)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range inRows {
			c.ID = tn.Sales().ID(int(sold[i].Row))
			if diff := cmp.Diff(want[c.ID], c, alike); diff != "" {
				t.Fatalf("comparable %d (-want +got): %s", i, diff)
			}
			sold[i].Own, seen = &inRows[i].Evidence, seen+1
		}
		own, err := explainer.Judged(trace, sold)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range own {
			of := want[tn.Sales().ID(int(sold[i].Row))]
			if diff := cmp.Diff(of.AdjustedSale, c.AdjustedSale, alike); diff != "" {
				t.Fatalf("own sale %d (-want +got): %s", i, diff)
			}
			if c.Share != 0 || c.Weight != of.Weight || c.Equality != of.Equality {
				t.Errorf("own sale %d has the share %v, weight %v and equality %v; want 0, %v, %v", i, c.Share, c.Weight,
					c.Equality, of.Weight, of.Equality)
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d comparables were judged", seen)
	}
}

func TestAnAdjustmentSetByHandIsItsOnlyDifference(t *testing.T) {
	tn := smalltown.Shared(t)
	trace, err := tn.Trace(tn.Inquiry(3, smalltown.End))
	if err != nil {
		t.Fatal(err)
	}
	sold, explainer := soldOf(trace)[:2], explain.New(tn.Valuer)
	of, err := explainer.Judged(trace, sold)
	if err != nil {
		t.Fatal(err)
	}
	sold[0].ByHand, sold[1].ByHand, sold[1].Own = true, true, &of[1].Evidence
	const tenth = 0.1
	for i := range sold {
		sold[i].Adjusted = math.Log(float64(of[i].Price)*of[i].IndexFactor) + tenth
	}
	got, err := explainer.Judged(trace, sold)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range got {
		want := []explain.Difference{{Name: explain.ByHand, Log: tenth}}
		if !cmp.Equal(c.Differences, want, alike) || math.Abs(math.Log(c.Adjustment)-tenth) > 1e-9 ||
			c.Adjusted != valuation.Euros(sold[i].Adjusted) {
			t.Errorf("sale %d is adjusted by %v to %v, for %+v", i, c.Adjustment, c.Adjusted, c.Differences)
		}
	}
}

// soldOf returns the comparables of a trace as they are judged where nothing is said of them.
func soldOf(trace *valuation.Trace) (list []explain.Sold) {
	sales := trace.Vintage.Sales()
	for _, c := range trace.Comparables.Sales {
		shown := trace.AsShown(c)
		of := explain.Sold{
			Judged: valuation.Judged{Comparable: c, Equality: shown.Equality(), Risen: trace.Risen(c.Row)},
			Home:   sales.Home(int(c.Row), nil), ModelWeight: c.Weight,
		}
		of.Weight = 0
		list = append(list, of)
	}
	return list
}
