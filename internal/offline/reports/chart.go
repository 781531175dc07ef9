package reports

// The charts of a study, and the valued sales that they are drawn of.

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/judge/ratio"
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
			c.ratioByPrice(), c.errors(), c.drift(), index, c.accuracy(), c.fsd(), c.biasMap(), c.errorMap(),
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

// miss is the error that promises refer to: relative to the value.
func (s sample) miss() float64 { return math.Abs(s.Price-s.Value) / s.Value }

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
	split := make([][]sample, n)
	for i := range split {
		split[i] = sorted[i*len(sorted)/n : (i+1)*len(sorted)/n]
	}
	return split
}

// of returns a quantity of each sample.
func of(samples []sample, quantity func(sample) float64) []float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = quantity(s)
	}
	return values
}

// quantile returns a quantile of a quantity; samples must not be empty.
func quantile(samples []sample, share float64, quantity func(sample) float64) float64 {
	q, _ := stats.QuantileInPlace(of(samples, quantity), share)
	return q
}

func mean(samples []sample, quantity func(sample) float64) float64 {
	m, _ := stats.Mean(of(samples, quantity))
	return m
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

// Charts of promises beside what came true of them, by what was promised; the table of promises has the whole.

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

// pair is what a group of values promised, and what was observed, in percent.
type pair struct {
	promised float64
	seen     ratio.Figure
	title    string
}

// comesTrue draws a pair of each group of values; the groups are of equal number by what they promise. There is no plot
// with too few values.
func (c *charts) comesTrue(
	x, y string, promise func(sample) float64, of func([]sample) pair,
) (p *drawing.Plot, groups int) {
	promising := slices.DeleteFunc(slices.Clone(c.samples), func(s sample) bool { return !s.Accuracy.Known })
	split := bins(promising, mostCalibrationBins, leastBin, promise)
	if len(split) < 2 {
		return nil, 0
	}
	held := drawing.Over(100, 0)
	pairs := make([]pair, len(split))
	for i, group := range split {
		pairs[i] = of(group)
		held.Hold(append(ends(pairs[i].seen), pairs[i].promised)...)
	}
	p = drawing.NewPlot(drawing.Half, drawing.Linear(x, held, drawing.Percent), drawing.Linear(y, held, drawing.Percent))
	p.Line("aim", p.At(p.X.Low, p.Y.Low), p.At(p.X.High, p.Y.High))
	for _, one := range pairs {
		p.Whisker(one.promised, one.seen, one.title)
	}
	return p, len(split)
}

// accuracy compares the promised accuracy with the observed share.
func (c *charts) accuracy() document.Chart {
	p, groups := c.comesTrue("accuracy promised", "came within 10 % of the value",
		func(s sample) float64 { return s.Accuracy.V }, func(group []sample) pair {
			f := summaryOf(group, c.report.Seed).Accuracy
			return pair{f.Aim, f.Share, fmt.Sprintf("%.1f %% promised, %s, %s", f.Aim, observed(f.Share),
				document.Plural(f.N, "sale"))}
		})
	if p == nil {
		return document.Chart{}
	}
	return document.Chart{
		Title:   "Does accuracy come true?",
		Drawing: p.SVG("Promised accuracy against the observed share within 10 %"),
		Caption: fmt.Sprintf("The accuracy of a value is the promised probability that the price lies within 10 %% of it. "+
			"Each dot is one of %d groups of equal number by accuracy; on the dashed line the observed share equals the "+
			"promised one.", groups),
	}
}

// fsdShare is the share of a normal distribution within one standard deviation.
const fsdShare = 0.683

// fsd compares the promised FSD with the observed spread.
func (c *charts) fsd() document.Chart {
	promise := func(s sample) float64 { return s.FSD }
	p, groups := c.comesTrue("FSD promised", "68.3 % of the errors lay within", promise, func(group []sample) pair {
		promised, seen := 100*mean(group, promise), 100*quantile(group, fsdShare, sample.miss)
		return pair{promised, ratio.Figure{Value: seen}, fmt.Sprintf("FSD %.1f %% promised, %.1f %% observed, %s",
			promised, seen, document.Plural(len(group), "sale"))}
	})
	if p == nil {
		return document.Chart{}
	}
	return document.Chart{
		Title:   "Does the FSD separate sure from unsure?",
		Drawing: p.SVG("Promised FSD against the observed spread"),
		Caption: fmt.Sprintf("%d groups of equal number by FSD: the mean FSD of the group, and the distance from the value, "+
			"in percent, within which 68.3 %% of its prices lay. If the dots spread far along the dashed line, the FSD "+
			"separates sure values from unsure ones correctly.", groups),
	}
}
