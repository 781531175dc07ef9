// The score of the index as text.

package main

import (
	"fmt"
	"io"

	"github.com/gevel/gevel/internal/backtest"
	"github.com/gevel/gevel/internal/ratio"
)

// printIndexScore prints how good the index by itself is.
func printIndexScore(w io.Writer, s *backtest.IndexScore, walk backtest.Walk) {
	printCarryErrors(w, s)
	printVolatility(w, &s.Volatility)
	printRevision(w, &s.Revision, walk)
}

func printCarryErrors(w io.Writer, s *backtest.IndexScore) {
	sooner := ""
	if s.Sooner > 0 {
		sooner = fmt.Sprintf(" (%d were sooner)", s.Sooner)
	}
	if s.Pairs == 0 {
		fmt.Fprintf(w, "\nthe index carries no sale to a later one: no tested home is known to have been sold a year or more before%s\n", sooner)
		return
	}
	fmt.Fprintf(w, "\nthe index, as known before a sale, carries the home's last one to it: log errors of %d pairs, a year or more apart%s\n", s.Pairs, sooner)
	fmt.Fprintf(w, "%-22s %10s %9s %9s\n", "carried by, %", "median abs", "median", "mean")
	for _, row := range []struct {
		name string
		backtest.RepeatErrors
	}{{"area and house type", s.ByIndex}, {"the whole market", s.ByMarket}, {"no index", s.ByNone}} {
		fmt.Fprintf(w, "%-22s %10s %9s %9s\n", row.name, hundredths(row.MedianAbsolute), hundredths(row.Median), hundredths(row.Mean))
	}
}

func printVolatility(w io.Writer, v *backtest.Volatility) {
	if !v.Market.Known {
		fmt.Fprintf(w, "its volatility: none can be told of %d months\n", v.Months)
		return
	}
	fmt.Fprintf(w, "its volatility: %s %% in the whole market, %s %% in an area (mean of %d), over %d months\n",
		hundredths(v.Market), hundredths(v.Area), v.Areas, v.Months)
}

func printRevision(w io.Writer, r *backtest.Revision, walk backtest.Walk) {
	switch {
	case walk == backtest.WalkNone:
		fmt.Fprintln(w, "its revision: none, a static test has one index")
	case r.Months == 0:
		fmt.Fprintln(w, "its revision: none, no tested month is known to two indexes")
	default:
		fmt.Fprintf(w, "its revision: %s %% in the middle, %s %% on average, %s %% with signs (levels of %d months, last less first known)\n",
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
