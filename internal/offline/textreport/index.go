// The score of the index as text: repeat sales, volatility, revision.

package textreport

import (
	"fmt"
	"io"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// writeIndexScore writes the score of the index.
func writeIndexScore(w io.Writer, s *backtest.IndexScore, walk backtest.Walk) {
	writeRepeatSales(w, s)
	writeVolatility(w, &s.Volatility)
	writeRevision(w, &s.Revision, walk)
}

func writeRepeatSales(w io.Writer, s *backtest.IndexScore) {
	sooner := ""
	if s.Sooner > 0 {
		sooner = fmt.Sprintf(" (%d were sooner)", s.Sooner)
	}
	if s.Pairs == 0 {
		fmt.Fprintf(w, "\nno repeat sales to score the index: "+
			"no tested home is known to have been sold a year or more before%s\n", sooner)
		return
	}
	fmt.Fprintf(w, "\nrepeat sales, the earlier moved to the later by the index known before it: "+
		"log errors of %d pairs, a year or more apart%s\n", s.Pairs, sooner)
	fmt.Fprintf(w, "%-22s %10s %9s %9s\n", "moved by, %", "median abs", "median", "mean")
	for _, row := range []struct {
		name string
		backtest.RepeatErrors
	}{{"area and house type", s.ByIndex}, {"the whole market", s.ByMarket}, {"no index", s.ByNone}} {
		fmt.Fprintf(w, "%-22s %10s %9s %9s\n",
			row.name, hundredths(row.MedianAbsolute), hundredths(row.Median), hundredths(row.Mean))
	}
}

func writeVolatility(w io.Writer, v *backtest.Volatility) {
	if !v.Market.Known {
		fmt.Fprintf(w, "its volatility: not to be measured over %d months\n", v.Months)
		return
	}
	fmt.Fprintf(w, "its volatility: %s %% in the whole market, %s %% in an index area (mean of %d), over %d months\n",
		hundredths(v.Market), hundredths(v.Area), v.Areas, v.Months)
}

func writeRevision(w io.Writer, r *backtest.Revision, walk backtest.Walk) {
	switch {
	case walk == backtest.WalkNone:
		fmt.Fprintln(w, "its revision: none, a static test has one index")
	case r.Months == 0:
		fmt.Fprintln(w, "its revision: none, no tested month is known to two indexes")
	default:
		fmt.Fprintf(w, "its revision: %s %% in the median, %s %% on average, %s %% with signs "+
			"(levels of %d months, last less first known)\n",
			hundredths(r.MedianAbsolute), hundredths(r.MeanAbsolute), hundredths(r.Mean), r.Months)
	}
}

// hundredths writes a figure with two decimals, - where there is none.
func hundredths(f ratio.Figure) string {
	if !f.Known {
		return "-"
	}
	return fmt.Sprintf("%.2f", f.Value)
}
