package backtest

import (
	"context"
	"reflect"
	"testing"

	"github.com/gevel/gevel"
)

func TestSalesWithoutAValueAreCountedByReason(t *testing.T) {
	sales := town(1)
	last := &sales[0]
	for i := range sales {
		if sales[i].Date > last.Date {
			last = &sales[i]
		}
	}
	nowhere, far := *last, *last
	nowhere.ID, nowhere.DwellingID, nowhere.At = "nowhere", "other-1", gevel.Point{}
	far.ID, far.DwellingID, far.At.X = "far", "other-2", far.At.X+100_000
	s := salesOf(append(sales, nowhere, far))
	r, err := Run(context.Background(), s, Plan{
		From: last.Date, Until: gevel.NoDate, Walk: WalkNone,
		Retrain: RetrainNone,
	}, silent)
	if err != nil {
		t.Fatal(err)
	}
	want := []gevel.Reject{
		{
			Reason: "fewer than three other homes of known type, year and surface sold before within 25 km", Count: 1,
			Samples: []string{"sale far"},
		},
		{Reason: "no position", Count: 1, Samples: []string{"sale nowhere"}},
	}
	if !reflect.DeepEqual(r.Unvalued, want) {
		t.Errorf("got %+v, want %+v", r.Unvalued, want)
	}
}
