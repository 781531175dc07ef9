package reports

// The charts of a study, and the valued sales that they are drawn of.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// charts draws the charts for which there are enough valued sales.
type charts struct {
	samples     []sample
	report      *ratio.Measures
	first, last gevel.Month // of the sales
}

// all returns the charts in the order of the report, the index's among them; in their place it says that there are
// too few sales.
func (c *charts) all(index document.Chart) document.Block {
	var drawn document.Charts
	if len(c.samples) > 0 {
		drawn = document.Charts{
			c.ratioByPrice(), c.errors(), c.drift(), index, c.accuracy(), c.biasMap(), c.errorMap(),
		}.Drawn()
	}
	if len(drawn) == 0 {
		return document.Say(document.Fine, "There are too few valued sales to draw.")
	}
	for i := range drawn {
		drawn[i].Basis = cmp.Or(drawn[i].Basis, basisOf(c.samples))
	}
	return drawn
}

// leastBin is the fewest sales behind a point: with fewer, one sale moves a share by more than three points.
const leastBin = 30

// sample is a valued sale for the charts.
type sample struct {
	*ratio.Observation
	day gevel.Date
	at  gevel.Point
}

// ratio is the value by the price.
func (s sample) ratio() float64 { return s.Value / s.Price }

// valued returns the valued sales of a result.
func valued(r *backtest.Result) []sample {
	var samples []sample
	for i := range r.Observations {
		if r.Observations[i].HasValue {
			row := r.Forecasts[i].Row
			samples = append(samples, sample{&r.Observations[i], r.Sales.Date[row], r.Sales.At[row]})
		}
	}
	return samples
}

// basisOf describes the number and the dates of some sales.
func basisOf(samples []sample) string {
	first, last := samples[0].day, samples[0].day
	for _, s := range samples {
		first, last = min(first, s.day), max(last, s.day)
	}
	return fmt.Sprintf("%s, %s to %s.", document.Plural(len(samples), "sale"), first, last)
}

// bins splits samples, by ascending key, into up to most bins of equal size with at least least samples each;
// no bins if there are too few.
func bins(samples []sample, most, least int, key func(sample) float64) [][]sample {
	sorted := slices.Clone(samples)
	slices.SortStableFunc(sorted, func(a, b sample) int { return cmp.Compare(key(a), key(b)) })
	n := min(most, len(sorted)/least)
	return list.Make(n, func(i int) []sample { return sorted[i*len(sorted)/n : (i+1)*len(sorted)/n] })
}

// quantile returns a quantile of a quantity; samples must not be empty.
func quantile(samples []sample, share float64, quantity func(sample) float64) float64 {
	q, _ := stats.QuantileInPlace(list.Of(samples, quantity), share)
	return q
}

// summaryOf computes the figures of some samples with their intervals.
func summaryOf(samples []sample, seed uint64) ratio.Summary {
	obs := make([]ratio.Observation, len(samples))
	for i, s := range samples {
		obs[i] = *s.Observation
		obs[i].Segments = nil
	}
	return ratio.MeasuresOf(obs, ratio.Options{Seed: seed, Replicates: chartReplicates, MinSegment: len(obs) + 1}).Summary
}

// chartReplicates is enough replicates to fix a chart's whiskers to about a pixel.
const chartReplicates = 300

// observed words a share with its interval.
func observed(share ratio.Figure) string {
	text := fmt.Sprintf("%.1f %% observed", share.Value)
	if between := interval(share, 1); between != "" {
		text += " (" + between + ")"
	}
	return text
}

// mostCalibrationBins is the most points of a calibration curve.
const mostCalibrationBins = 10

// accuracy compares the promised accuracy of groups of values with the observed share; the groups are of equal number.
func (c *charts) accuracy() document.Chart {
	promising := slices.DeleteFunc(slices.Clone(c.samples), func(s sample) bool { return !s.Accuracy.Known })
	split := bins(promising, mostCalibrationBins, leastBin, func(s sample) float64 { return s.Accuracy.V })
	if len(split) < 2 {
		return document.Chart{}
	}
	held := drawing.Over(100, 0)
	promises := make([]ratio.Calibration, len(split))
	for i, group := range split {
		promises[i] = summaryOf(group, c.report.Seed).Accuracy
		held.Hold(append(ends(promises[i].Share), promises[i].Aim)...)
	}
	p := drawing.NewPlot(drawing.Half, drawing.Linear("accuracy promised", held, drawing.Percent),
		drawing.Linear("came within 10 % of the value", held, drawing.Percent))
	p.Line("aim", p.At(p.X.Low, p.Y.Low), p.At(p.X.High, p.Y.High))
	for _, one := range promises {
		p.Whisker(one.Aim, one.Share, fmt.Sprintf("%.1f %% promised, %s, %s", one.Aim, observed(one.Share),
			document.Plural(one.N, "sale")))
	}
	return document.Chart{
		Title:   "Does accuracy come true?",
		Drawing: p.SVG("Promised accuracy against the observed share within 10 %"),
		Caption: fmt.Sprintf("The accuracy of a value is the promised probability that the price lies within 10 %% of it. "+
			"Each dot is one of %d groups of equal number by accuracy; on the dashed line the observed share equals the "+
			"promised one.", len(split)),
	}
}
