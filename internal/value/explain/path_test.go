package explain_test

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
)

func TestAPathAroundAHomeIsThatOfItsArea(t *testing.T) {
	town := smalltown.Shared(t)
	trace, err := town.Valuer.Trace(town.Inquiry(0, smalltown.End))
	if err != nil {
		t.Fatal(err)
	}
	at := town.Dwellings[0].At
	p := explain.PathsOf(trace, []gevel.Point{at, at})
	if len(p.Around) == 0 || len(p.Around) != len(p.Area) {
		t.Fatalf("%d months, want %d", len(p.Around), len(p.Area))
	}
	for i, want := range p.Area {
		if math.Abs(p.Around[i]-want) > 1e-9 {
			t.Fatalf("month %d of one area is %v, want %v", i, p.Around[i], want)
		}
	}
	if p := explain.PathsOf(trace, nil); p.Around != nil {
		t.Errorf("around nothing there is a path of %d months", len(p.Around))
	}
}
