package accuracy_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/watch"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// stepped returns a model whose record has a step of its values' errors on sales known from a day on.
func stepped(v *vintage.Vintage, day gevel.Date, by float32) *vintage.Vintage {
	changed := *v
	changed.Records = slices.Clone(v.Records)
	for i := range changed.Records {
		r := &changed.Records[i]
		r.Errors = slices.Clone(r.Errors)
		for k, row := range r.Rows {
			if v.Sales().Known[row] >= day {
				r.Errors[k] += by
			}
		}
	}
	return &changed
}

func TestPricesThatLeaveTheValuesRaiseAnAlarmOfAllHomes(t *testing.T) {
	town := smalltown.Shared(t)
	v := town.Vintages()[len(town.Vintages())-1]
	w := accuracy.NewWatch(town.Edition(), v)
	if w == nil || w.Sales == 0 || w.Parts[0].Part != (watch.Part{}) {
		t.Fatalf("the town is watched by %+v", w)
	}
	if n := w.Counts(); len(n) != len(watch.Whats) || n[watch.Above] != 0 || n[watch.Below] != 0 {
		t.Errorf("alarms %v, %+v", n, w.Alarms)
	}
	off := accuracy.NewWatch(town.Edition(), stepped(v, w.From+(w.Until-w.From)/2, 0.10))
	if n := off.Counts(); n[watch.Above] == 0 {
		t.Fatalf("prices 10 %% above values raise %v", n)
	}
	home, _ := town.Edition().Dwelling(gevel.BAGID(v.Sales().DwellingID(0)))
	at, _ := town.Edition().MainAddress(home.ID)
	for _, a := range off.Standing() {
		if a.Part == (watch.Part{}) && !off.Concerns(&a, &home, at) {
			t.Error("an alarm of all homes does not concern one")
		}
	}
	concerned := 0
	for _, p := range w.Parts[1:] {
		if w.Concerns(&watch.Alarm{Part: p.Part}, &home, at) {
			concerned++
		}
	}
	if concerned < 2 || concerned > 3 {
		t.Errorf("a home is of %d parts beside the whole: %+v", concerned, w.Parts)
	}
	bare := *v
	bare.Records = nil
	if none := accuracy.NewWatch(town.Edition(), &bare); none != nil || none.Counts()[watch.Above] != 0 {
		t.Error("without errors there is a watch")
	}
}
