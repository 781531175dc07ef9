package explain_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestEachComparableIsAdjustedByItsDifferences compares comparables with differences with Explain's, and with its
// references, which nearly always are comparables too.
func TestEachComparableIsAdjustedByItsDifferences(t *testing.T) {
	for _, tn := range []smalltown.Town{smalltown.Shared(t), smalltown.City(t)} {
		rng := rand.New(rand.NewPCG(3, 4))
		explainer, shown := explain.New(tn.Valuer), 0
		for i := range 60 {
			q := tn.Inquiry(rng.IntN(len(tn.Dwellings)), tn.Oldest()+gevel.Date(rng.IntN(int(smalltown.End-tn.Oldest()))))
			if i%2 == 0 {
				q.Overrides = smalltown.Overrides(rng)
			}
			e, err := explainer.Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			listed, err := evidenceOf(explainer, tn.Valuer, q)
			if err != nil {
				t.Fatal(err)
			}
			got := listed.Comparables
			bare := cmpopts.IgnoreFields(explain.AdjustedSale{}, "Differences")
			if !cmp.Equal(got, e.Comparables, bare, cmpopts.EquateNaNs()) {
				t.Fatalf("%v: %s", e.Valuation.Address, cmp.Diff(got, e.Comparables, bare, cmpopts.EquateNaNs()))
			}
			for _, c := range got {
				requireAddsUp(t, &c.AdjustedSale)
				shown += sameAsReferences(t, &c, e.References)
				listed.Others += c.Share
			}
			if sum := listed.Others + listed.OwnSale + listed.Model; math.Abs(sum-1) > 1e-9 || listed.Shares != e.Shares {
				t.Errorf("%v: the shares %+v add up to %v, of %+v", e.Valuation.Address, listed.Shares, sum, e.Shares)
			}
		}
		if shown < 60 {
			t.Errorf("%d comparables are references", shown)
		}
	}
}

// evidenceOf returns the comparables of an inquiry, with their differences.
func evidenceOf(x *explain.Explainer, v *valuation.Valuer, q gevel.Inquiry) (explain.Listed, error) {
	t, err := v.Trace(q)
	if err != nil {
		return explain.Listed{}, err
	}
	return x.Evidence(t, valuation.Wanted{Limit: len(t.Comparables.Sales)}, explain.ByWeight)
}

func requireAddsUp(t *testing.T, s *explain.AdjustedSale) {
	t.Helper()
	sum := 0.0
	for i, d := range s.Differences {
		sum += d.Log
		if i > 0 && math.Abs(d.Log) > math.Abs(s.Differences[i-1].Log) {
			t.Errorf("%v: difference %+v stands behind a smaller one", s.Address, d)
		}
	}
	if len(s.Differences) == 0 || math.Abs(sum-math.Log(s.Adjustment)) > 1e-12 {
		t.Errorf("%v: the differences make an adjustment of %v, want %v", s.Address, math.Exp(sum), s.Adjustment)
	}
}

// sameAsReferences compares a comparable with the reference that is the same sale, if there is one, and returns their number.
func sameAsReferences(t *testing.T, c *explain.Comparable, references []explain.Comparable) (shown int) {
	t.Helper()
	for _, r := range references {
		if r.Dwelling != c.Dwelling || r.Date != c.Date || r.Price != c.Price {
			continue
		}
		shown++
		if !cmp.Equal(c.AdjustedSale, r.AdjustedSale, cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateNaNs()) {
			t.Errorf("as a comparable and as a reference %v differs: %s", r.Address, cmp.Diff(c.AdjustedSale, r.AdjustedSale))
		}
		if c.Equality != r.Equality {
			t.Errorf("%v is equal by %v as a comparable, by %v as a reference", r.Address, c.Equality, r.Equality)
		}
	}
	return shown
}
