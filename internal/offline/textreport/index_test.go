package textreport

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
				"no tested home is known to have been sold a year or more before", "not to be measured over 2 months",
				"a static test has one index",
			},
		},
		{
			backtest.IndexScore{Sooner: 7},
			backtest.WalkMonth,
			[]string{"before (7 were sooner)", "no tested month is known to two indexes"},
		},
	} {
		var b strings.Builder
		writeIndexScore(&b, &tt.score, tt.walk)
		for _, want := range tt.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%q lacks %q", b.String(), want)
			}
		}
	}
}
