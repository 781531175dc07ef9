package reports

import (
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/backtest"
)

func TestAnIndexWithoutAScoreSaysWhy(t *testing.T) {
	for _, tt := range []struct {
		score backtest.IndexScore
		walk  backtest.Walk
		want  []string
	}{
		{
			backtest.IndexScore{Volatility: backtest.Volatility{Months: 2}},
			backtest.WalkNone,
			[]string{
				"no tested home is known to have been sold a year or more before", "not measurable over 2 months",
				"a static test has one index",
			},
		},
		{
			backtest.IndexScore{Sooner: 7},
			backtest.WalkMonth,
			[]string{"before (7 were sold again sooner)", "no tested month is known to two indexes"},
		},
	} {
		text := textOf(t, indexSection(&backtest.Result{Index: tt.score, Plan: backtest.Plan{Walk: tt.walk}}))
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	}
}
