package accuracy_test

import (
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// Parted has the same figures as Of.
func TestTheRecordThatIsAskedOftenHasTheSameFigures(t *testing.T) {
	town := smalltown.Shared(t)
	v := town.Vintages()[len(town.Vintages())-1]
	want, got := accuracy.Of(town.Edition(), v), accuracy.Parted(town.Edition(), v)
	a, b := &want.Measures, &got.Measures
	if a.N != b.N || a.MdAPE.Value != b.MdAPE.Value || a.PE10.Value != b.PE10.Value || a.Coverage80.Share != b.Coverage80.Share {
		t.Errorf("the quick figures are %+v, want %+v", b.Summary, a.Summary)
	}
	if b.MdAPE.Range != (ratio.Range{}) {
		t.Error("the quick record has intervals")
	}
	for _, dimension := range []string{got.Region, accuracy.ByType, accuracy.ByPrice, accuracy.ByQuarter} {
		n := 0
		for _, p := range got.Parts(dimension) {
			n += p.Sales
			if (p.Summary == nil) != (p.Sales < accuracy.Least) {
				t.Errorf("%s %s of %d sales has the figures %v", dimension, p.Name, p.Sales, p.Summary)
			}
		}
		if n != b.N {
			t.Errorf("the parts by %s have %d sales, want %d", dimension, n, b.N)
		}
	}
}

// TestAnOfferIsJudgedBesideTheValue has each home that was sold again soon fetch a tenth more than its value.
func TestAnOfferIsJudgedBesideTheValue(t *testing.T) {
	town := smalltown.Shared(t)
	v := *town.Vintages()[len(town.Vintages())-1]
	r := v.Records[len(v.Records)-1]
	r.Resold = slices.Repeat(spread.Quantiles{1}, len(r.Quantiles))
	r.Errors, r.Sizes, r.ResoldHomes = slices.Clone(r.Errors), slices.Clone(r.Sizes), slices.Clone(r.ResoldHomes)
	for k := range r.Rows {
		r.ResoldHomes[k], r.Errors[k], r.Sizes[k] = true, float32(math.Log(1.1)), float32(math.Log(1.1))
	}
	v.Records = []vintage.Record{r}
	parts := accuracy.Parted(town.Edition(), &v).Resold()
	if len(parts) != 2 || parts[0].Sales != len(r.Rows) || parts[1].Sales != len(r.Rows) {
		t.Fatalf("of %d homes sold again the parts are %+v", len(r.Rows), parts)
	}
	value, offer := parts[0].Summary.MdAPE.Value, parts[1].Summary.MdAPE.Value
	if math.Abs(value-100*(1-1/1.1)) > 1e-3 || offer > 1e-3 {
		t.Errorf("values err by %v %%, want 9.09, and offers by %v, want none", value, offer)
	}
	for k := range r.Rows {
		r.ResoldHomes[k] = false
	}
	if parts := accuracy.Parted(town.Edition(), &v).Resold(); parts != nil {
		t.Errorf("without such homes the parts are %+v", parts)
	}
}

func TestTheVicinityHasEnoughSalesOrNone(t *testing.T) {
	town := smalltown.Shared(t)
	book := accuracy.NewBook(town.Edition())
	r := book.Of(town.Vintages()[len(town.Vintages())-1])
	near := r.Around(r.At[0])
	if near.Sales < accuracy.Least || near.Summary == nil || near.Summary.N != near.Sales || near.Metres > 10_000 {
		t.Errorf("near a home are %+v", near)
	}
	far := r.At[0]
	far.X += 80_000
	if got := r.Around(far); got.Sales != 0 || got.Summary != nil {
		t.Errorf("far from all are %+v", got)
	}
	bare := *town.Vintages()[0]
	bare.Records = nil
	if book.Of(&bare) != nil {
		t.Error("without records there is one")
	}
}
