package reports

// Charts of promises beside what came true of them, by what was promised; the table of promises has the whole.

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/judge/ratio"
)

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
