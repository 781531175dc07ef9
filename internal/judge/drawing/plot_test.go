package drawing

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

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

func TestAmountsAreShortInThousandsAndMillions(t *testing.T) {
	for amount, want := range map[float64]string{950: "950", 350_000: "350k", 1_500_000: "1.5M", 1_000_000: "1M"} {
		if got := ShortAmount(amount); got != want {
			t.Errorf("%v is %q, want %q", amount, got, want)
		}
	}
}

func TestMonthsAreLabelledAsOftenAsTheyFit(t *testing.T) {
	const first = gevel.Month(24_000)
	for months, step := range map[gevel.Month]float64{6: 1, 30: 2, 40: 3, 100: 12, 200: 24, 400: 60} {
		a := Months("", first, first+months)
		if a.Low != -0.5 || a.High != float64(months)+0.5 || a.Ticks[0].At != 0 || a.Ticks[1].At != step {
			t.Errorf("%d months: from %v to %v, labels at %v and %v, want every %v", months, a.Low, a.High, a.Ticks[0].At,
				a.Ticks[1].At, step)
		}
	}
}

func TestBarsStandOnTheAxisApartAndFiguresHaveADot(t *testing.T) {
	x := Linear("", Over(0, 10), Decimals)
	p := NewPlot(Full, x, x)
	low, high := p.At(2, 0), p.At(4, 5)
	p.Bar(2, 4, 5, "a bar")
	p.Whisker(6, ratio.Figure{Value: 7, Known: true, Range: ratio.Range{Low: 6, High: 8}}, "a figure")
	drawn := string(p.SVG("a chart"))
	bar := New(Full.Width, Full.Height)
	bar.Rect("bar", NewBox(low.X+0.5, high.Y, high.X-low.X-1, low.Y-high.Y), "a bar")
	bar.Line("whisker", p.At(6, 6), p.At(6, 8))
	bar.Circle("dot", p.At(6, 7), 4, "a figure")
	for _, shape := range strings.Split(strings.TrimSpace(bar.shapes.String()), "\n") {
		if !strings.Contains(drawn, shape) {
			t.Errorf("the chart lacks %s", shape)
		}
	}
}
