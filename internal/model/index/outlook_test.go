package index

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
)

// indexOf returns an index of the whole market with these levels, of which the last few are forecasts.
func indexOf(forecasts int, levels ...float64) *Index {
	ix := &Index{First: start, Months: len(levels), End: start + gevel.Month(len(levels)-1-forecasts)}
	whole, none := make([]float32, len(levels)), make([]float32, len(levels))
	for m, level := range levels {
		whole[m] = float32(level)
	}
	ix.Area, ix.Group = [][]float32{whole}, [][]float32{none}
	return ix
}

func TestTheLastTurnIsTheLastPeakBeforeAFall(t *testing.T) {
	for _, c := range []struct {
		name   string
		ix     *Index
		peak   int // -1: none
		months float64
		fall   float64
	}{
		{"only rises", indexOf(0, 0, 0.05, 0.1, 0.15), -1, 0, 0},
		{"a dip is no turn", indexOf(0, 0, 0.1, 0.08, 0.2), -1, 0, 0},
		{"one fall", indexOf(0, 0, 0.1, 0.05, -0.02, 0.1), 1, 2, -0.12},
		{"the later of two", indexOf(0, 0.2, 0, 0.2, 0.3, 0.25, 0.24, 0.5), 3, 1, -0.05},
		{"a fall that goes on", indexOf(0, 0.3, 0.2, 0.1), 0, 2, -0.2},
		{"half a month", indexOf(0, 0, 0.2, 0.1, 0.05, 0.3), 1, 1.5, -0.125},
		{"what recovered was once as low", indexOf(0, 0, 0.2, 0.1, 0.3, 0.4), 1, 3, -0.1},
		{"longer than the fall is known", indexOf(0, 0, 0.2, 0.1), 1, 9, -0.1},
		{"forecasts are no evidence", indexOf(2, 0, 0.1, 0, -0.5), -1, 0, 0},
	} {
		turn, ok := c.ix.LastTurn()
		if ok != (c.peak >= 0) {
			t.Errorf("%s: found a turn: %v", c.name, ok)
			continue
		}
		if !ok {
			continue
		}
		if got := int(turn.Peak - start); got != c.peak {
			t.Errorf("%s: the peak is month %d, want %d", c.name, got, c.peak)
		}
		if got := turn.Fall(c.months); math.Abs(got-c.fall) > 1e-6 {
			t.Errorf("%s: after %v months prices are at %.3f, want %.3f", c.name, c.months, got, c.fall)
		}
	}
}

func TestStressIsAgainstTheForecast(t *testing.T) {
	ix := indexOf(2, 0, 0.2, 0.1, 0.15, 0.3, 0.32, 0.34)
	turn, ok := ix.LastTurn()
	if !ok {
		t.Fatal("no turn")
	}
	end := float64(ix.End)
	for month, want := range map[float64]float64{end - 1: 0, end: 0, end + 1: -0.1 - 0.02, end + 2: -0.1 - 0.04} {
		if got := ix.Stress(&turn, month); math.Abs(got-want) > 1e-6 {
			t.Errorf("in month %v, %v known, a turn changes the value by %.3f, want %.3f", month, end, got, want)
		}
	}
}
