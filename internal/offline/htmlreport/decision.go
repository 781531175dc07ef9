package htmlreport

// The decision page: what values may be used for.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// decisionView is a decision with its figures in words.
type decisionView struct {
	*ratio.Decision
	Lending   []lendingRow
	Certainty []certaintyRow
	Bounds    []boundRow
	Baselines []baselineRow
	Advice    string
	Sources   []standard.Source
}

type lendingRow struct{ Loans, Asked, Values, N, OfValues, Share, Interval, Outcome string }

type certaintyRow struct{ Name, N, OfValues, Promised, Observed, Interval, Largest, Outcome string }

type boundRow struct{ Measure, Value, Interval, Asked, Outcome, Standard string }

type baselineRow struct{ Name, N, OfValues, MdAPE, PE10, PE15, Difference, Interval string }

func newDecisionView(d *ratio.Decision) decisionView {
	v := decisionView{Decision: d, Advice: ratio.Advice, Sources: standard.Sources()}
	for i := range d.Lending {
		v.Lending = append(v.Lending, lendingRows(&d.Lending[i])...)
	}
	for i := range d.Certainty {
		c := &d.Certainty[i]
		row := certaintyRow{
			Name: c.Name(), N: count(c.N), OfValues: number(c.OfValues, 1), Promised: number(c.Promised, 1),
			Observed: figure(c.Observed, 1), Interval: interval(c.Observed, 1), Outcome: string(c.Outcome),
		}
		if c.Largest > 0 {
			row.Largest = number(c.Largest, 1)
		}
		v.Certainty = append(v.Certainty, row)
	}
	for _, b := range d.Bounds {
		v.Bounds = append(v.Bounds, boundRow{
			b.Measure, figure(b.Figure, 3), interval(b.Figure, 3), number(b.Low, 2) + " to " + number(b.High, 2),
			string(b.Outcome), b.Standard,
		})
	}
	for _, b := range d.Baselines {
		if b.N == 0 {
			continue
		}
		beside := func(own, plain float64, decimals int) string {
			return number(own, decimals) + "; " + number(plain, decimals)
		}
		v.Baselines = append(v.Baselines, baselineRow{
			b.Name, count(b.N), number(b.OfValues, 1), beside(b.MdAPE, b.BaselineMdAPE, 2), beside(b.PE10, b.BaselinePE10, 1),
			beside(b.PE15, b.BaselinePE15, 1), figure(b.Difference, 2), interval(b.Difference, 2),
		})
	}
	return v
}

// lendingRows are of all values, and of those whose class promises the bar.
func lendingRows(l *ratio.Lending) []lendingRow {
	row := func(values string, p ratio.Part) lendingRow {
		return lendingRow{
			Loans: l.Name(), Asked: fmt.Sprintf("%.0f %% within %.0f %%", l.Share, l.Within), Values: values,
			N: count(p.N), OfValues: number(p.OfValues, 1), Share: figure(p.Share, 1), Interval: interval(p.Share, 1),
			Outcome: string(p.Outcome),
		}
	}
	return []lendingRow{row("all", l.All), row(fmt.Sprintf("class %d and higher", l.Class), l.Classed)}
}
