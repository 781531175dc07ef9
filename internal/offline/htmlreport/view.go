package htmlreport

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// view is the template's data.
type view struct {
	Study
	Style      template.CSS
	Lead       string
	Tiles      []tile
	Charts     []chart
	Figures    []figureRow
	Promises   []promiseRow
	Dimensions []dimension
	Rival      *rivalView
	References string // accuracy of the references alone
	Index      indexView
	Importance []importanceRow
	Small      string // about segments that are not shown
	Decision   decisionView
}

// tile is a headline figure.
type tile struct{ Name, Value, Unit, Interval, Note string }

// figureRow is a figure with its interval and meaning.
type figureRow struct{ Name, Value, Interval, Meaning string }

// promiseRow is a promised and an observed share.
type promiseRow struct {
	Name, Sales, Aim, Observed, Interval string
	Width                                string        // of an interval
	Verdict                              ratio.Verdict // on a class
}

func newView(s Study) view {
	v := view{Study: s, Style: template.CSS(reportStyle), Lead: lead(s.Result)}
	report := &s.Result.Report
	v.Tiles = tiles(report)
	if samples := valued(s.Result); len(samples) > 0 {
		first, last := s.Result.Plan.From.Month(), (s.Result.Plan.Until - 1).Month()
		c := charts{samples: samples, report: report, first: first, last: last}
		v.Charts = c.all(func() (chart, bool) {
			return indexPath(indexLines{path: &s.Result.Market, first: first, last: last})
		})
	}
	v.Figures = figures(report)
	v.Promises = promises(report)
	v.Dimensions = dimensions(report)
	v.References = referencesAlone(&s.Result.References, &s.Result.ReferencesNoOwn)
	v.Index = newIndexView(s.Result)
	v.Importance = importanceRows(s.Result.Importance)
	v.Decision = newDecisionView(&s.Result.Decision)
	v.Small = smallSegments(report)
	if s.Comparison != nil {
		v.Rival = newRivalView(s.Rival, s.Comparison)
	}
	return v
}

// smallSegments says how many segments are not shown, "" if all are.
func smallSegments(r *ratio.Measures) string {
	if r.SmallSegments == 0 {
		return ""
	}
	return fmt.Sprintf("%s of fewer than %d sales not shown.", plural(r.SmallSegments, "segment"), ratio.DefaultMinSegment)
}

// lead describes the test in a sentence or two.
func lead(r *backtest.Result) string {
	plan := r.Plan
	tested := fmt.Sprintf("%s from %s to %s, each valued ", plural(len(r.Forecasts), "sale"), plan.From, plan.Until-1)
	if plan.Walk != backtest.WalkMonth {
		return tested + fmt.Sprintf("with only the %s known before %s: a static test, "+
			"in which no model follows the market.", plural(r.KnownBefore, "sale"), plan.From)
	}
	trained := map[backtest.Retrain]string{
		backtest.RetrainNone:    "trained once, before the first day",
		backtest.RetrainQuarter: "retrained every three months",
		backtest.RetrainMonth:   "retrained every month",
	}
	return tested + fmt.Sprintf("with what was known before its day: a walk forward, with models %s. "+
		"%s were known at the beginning.", trained[plan.Retrain], plural(r.KnownBefore, "sale"))
}

// referencesAlone describes the accuracy of the references alone.
func referencesAlone(all, noOwn *ratio.Comparison) string {
	times := all.TimesMdAPE()
	if !times.Known {
		return ""
	}
	text := fmt.Sprintf("The three references alone, indexed and adjusted: MdAPE %s %%, PE10 %s %%. "+
		"This MdAPE is %s times the values' (%s).",
		figure(all.MdAPEA, 2), figure(all.PE10A, 1), figure(times, 3), plural(all.Both, "sale"))
	if times := noOwn.TimesMdAPE(); times.Known && noOwn.Both < all.Both {
		text += fmt.Sprintf(" For homes without a known own sale it is %s times as large (%s).",
			figure(times, 3), plural(noOwn.Both, "sale"))
	}
	return text
}

func tiles(r *ratio.Measures) []tile {
	row := func(name string, f ratio.Figure, decimals int, unit, note string) tile {
		return tile{Name: name, Value: figure(f, decimals), Unit: unit, Interval: interval(f, decimals), Note: note}
	}
	list := []tile{
		row("MdAPE", r.MdAPE, 2, "%", "half of the values are nearer to the price"),
		row("PE10", r.PE10, 1, "%", "of the values within 10 % of the price"),
		row("PE20", r.PE20, 1, "%", "of the values within 20 % of the price"),
		row("Median ratio", r.MedianRatio, 3, "", "value ÷ price; 1 is the level of the market"),
		row("COD", r.COD, 1, "%", "spread of the ratios around their median"),
	}
	if r.Coverage80.N > 0 {
		list = append(list, row("80 % interval", r.Coverage80.Share, 1, "%", "of the prices within; "+figure(r.Coverage80.Width, 1)+" % wide"))
	}
	if r.FSD.N > 0 {
		list = append(list, row("FSD", r.FSD.Share, 1, "%", fmt.Sprintf("of the prices within one FSD; %.1f is right", r.FSD.Aim)))
	}
	return append(list, row("Hit rate", r.HitRate, 2, "%", fmt.Sprintf("%s of %s valued", count(r.Valued), plural(r.N, "sale"))))
}

func figures(r *ratio.Measures) []figureRow {
	row := func(name string, f ratio.Figure, decimals int, meaning string) figureRow {
		return figureRow{name, figure(f, decimals), interval(f, decimals), meaning}
	}
	return []figureRow{
		row("MdAPE, %", r.MdAPE, 2, "median of |value − price| ÷ price"),
		row("MAPE, %", r.MAPE, 2, "mean of the same; a few large errors weigh on it"),
		row("PE5, %", r.PE5, 1, "values within 5 % of the price"),
		row("PE10, %", r.PE10, 1, "within 10 %"),
		row("PE15, %", r.PE15, 1, "within 15 %"),
		row("PE20, %", r.PE20, 1, "within 20 %"),
		row("Median ratio", r.MedianRatio, 3, "median of value ÷ price"),
		row("Mean ratio", r.MeanRatio, 3, "mean of the same"),
		row("Weighted mean", r.WeightedMeanRatio, 3, "sum of the values ÷ sum of the prices"),
		row("COD, %", r.COD, 2, "mean distance of the ratios to their median, by the median"),
		row("PRD", r.PRD, 3,
			"mean ÷ weighted mean ratio; above 1 expensive homes are valued low"+bound(r, "PRD")),
		row("PRB", r.PRB, 3,
			"change of the ratio as the market value (half value, half price) doubles"+bound(r, "PRB")),
		row("MKI", r.MKI, 3,
			"inequality of the values ÷ inequality of the prices; below 1 expensive homes are valued low"+bound(r, "MKI")),
		row("VEI, %", r.VEI.Figure, 2, fmt.Sprintf("median ratio of the most expensive of %d groups minus the cheapest group's, ÷ the median; significance %s", len(r.VEI.Groups),
			figure(r.VEI.Significance, 2))+bound(r, "VEI")),
		row("R²", r.R2, 3, "explained share of the variance of the price itself"),
		row("CRPS, %", r.CRPS, 2, "distance of the promised distributions from the prices, by value; the least is the best"),
	}
}

// bound gives a standard's bound for a measure, and whether it is met.
func bound(r *ratio.Measures, measure string) string {
	for _, b := range r.Bounds {
		if b.Measure == measure {
			verdict := "met"
			if !b.Met {
				verdict = "missed"
			}
			return strings.ReplaceAll(fmt.Sprintf("; %s asks %g to %g: %s", b.Standard, b.Low, b.High, verdict), "-", "−")
		}
	}
	return ""
}

func promises(r *ratio.Measures) []promiseRow {
	row := func(name string, c ratio.Calibration) promiseRow {
		return promiseRow{
			Name: name, Sales: count(c.N), Aim: fmt.Sprintf("%.1f", c.Aim),
			Observed: figure(c.Share, 1), Interval: interval(c.Share, 1),
		}
	}
	within := func(name string, c ratio.Coverage) promiseRow {
		one := row(name, c.Calibration)
		one.Width = figure(c.Width, 1)
		return one
	}
	rows := []promiseRow{within("50 % interval", r.Coverage50), within("80 % interval", r.Coverage80)}
	if r.ConstantLog80.N > 0 {
		rows = append(rows,
			within("– constant in log", r.ConstantLog80), within("– constant in euros", r.ConstantEuros80))
	}
	rows = append(rows, within("90 % interval", r.Coverage90),
		row("Within the FSD", r.FSD), row("Accuracy (10 %)", r.Accuracy))
	for _, c := range r.Classes {
		one := row(fmt.Sprintf("Class %d (%.0f %%)", c.Class, c.Within), c.Calibration)
		one.Aim, one.Verdict = "≥ "+one.Aim, c.Verdict
		if c.Class == 0 {
			one.Aim = "–"
		}
		rows = append(rows, one)
	}
	return rows
}
