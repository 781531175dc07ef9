package valuation_test

import (
	"math"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestAValueSaysWhatTheLastTurnWouldDo(t *testing.T) {
	first := gevel.NewDate(2020, time.January, 1).Month()
	market := func(levels ...float32) valuation.Market {
		ix := &index.Index{First: first, Months: len(levels), End: first + 3, Area: [][]float32{levels}, Group: [][]float32{make([]float32, len(levels))}}
		return valuation.Market{Index: vintage.Dated{Index: ix}, Month: float64(first) + 5}
	}
	fell := market(0, 0.2, 0.1, 0.2, 0.22, 0.24)
	got := fell.Turned()
	want := math.Expm1(-0.1 - 0.04)
	if !got.Known || got.V.Known != first+3 || got.V.Peak != first+1 || math.Abs(got.V.Change-want) > 1e-6 {
		t.Errorf("got %+v, want a change of %.4f after month 3 as after month 1", got, want)
	}
	if is, would := gevel.Euro(400_000), got.V.Of(400_000); math.Abs(float64(would)-float64(is)*math.Exp(-0.14)) > 1 {
		t.Errorf("a value of %d would be %d", is, would)
	}
	rose := market(0, 0.1, 0.2, 0.3, 0.1, 0)
	if got := rose.Turned(); got.Known {
		t.Errorf("a market that only rose turned: %+v", got)
	}
}
