package train_test

import (
	"testing"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestAStaticTrainerAsksWithWhatWasKnownOnTheVintagesDate(t *testing.T) {
	s := smalltown.Shared(t).Sales()
	v := &vintage.Vintage{AsOf: smalltown.Dates[0]}
	walking, static := train.NewTrainer(s, train.Options{}), train.NewTrainer(s, train.Options{Static: true})
	var h market.Home
	for row := range s.Len() {
		fresh := walking.Query(v, int32(row), &h)
		if fresh.Day != s.Date[row] || fresh.Known != s.Date[row] {
			t.Fatalf("a sale of %s is asked about on %s, as known on %s", s.Date[row], fresh.Day, fresh.Known)
		}
		fixed := static.Query(v, int32(row), &h)
		if fixed.Day != s.Date[row] || fixed.Known != v.AsOf {
			t.Fatalf("static, a sale of %s is asked about on %s, as known on %s, want %s", s.Date[row], fixed.Day, fixed.Known, v.AsOf)
		}
	}
}

func TestAMaskedHomeHasWhatItWouldBeImputed(t *testing.T) {
	tn := smalltown.Secretive(t)
	s, v := tn.Sales(), tn.Vintages()[0]
	trainer, w := train.NewTrainer(s, train.Options{}), valuation.NewWorkspace(s)
	n := 0
	for row := range s.Len() {
		if s.Date[row] < v.AsOf {
			continue
		}
		if _, ok := trainer.Value(v, int32(row)); !ok {
			continue
		}
		n++
		got := trainer.MaskedErrors(v, int32(row))[reconcile.Hedonic]
		h := s.Home(row, nil)
		forget(s.Sales, &h, v.Typical[h.BuildType.Group()].Has)
		q := trainer.Query(v, int32(row), &h)
		q.Holdout = false // so that missing characteristics are imputed
		var trace valuation.Trace
		if !w.Indicate(q, &trace) {
			t.Fatalf("sale %d has too few comparables", row)
		}
		if want := s.LogPrice(int32(row)) - trace.Indications[reconcile.Hedonic]; got != want {
			t.Fatalf("sale %d: masked the estimate is %v off, for a home without known characteristics %v", row, got, want)
		}
	}
	if n < 50 {
		t.Errorf("%d sales were tried", n)
	}
}
