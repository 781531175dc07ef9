package drawing

import "testing"

func TestAxesHaveRoundTicksThatHoldTheirRange(t *testing.T) {
	for _, tt := range []struct{ low, high float64 }{{0.97, 1.02}, {0, 7}, {43, 100}, {-3, 3}, {5, 5}} {
		a := Linear("", Span{tt.low, tt.high}, Decimals)
		if a.Low > tt.low || a.High < tt.high || a.High <= a.Low || len(a.Ticks) > 2*wantedTicks {
			t.Errorf("the axis of %v to %v is %+v", tt.low, tt.high, a)
		}
	}
	if got := Linear("", Span{0.97, 1.02}, Decimals).Ticks[0].Label; got != "0.97" {
		t.Errorf("the first label is %s, want 0.97", got)
	}
}
