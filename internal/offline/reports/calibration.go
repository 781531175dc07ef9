package reports

// Charts of promised against observed shares.

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// Sizes of a drawing of promises, pixels.
const (
	promiseNames  = 126 // room for the names on the left
	promiseShares = 96  // room for the shares on the right
	promiseHeight = 46  // of a row
	promiseTop    = 30
)

// drawPromises draws a row per promise: a mark at the promised share, a dot at the observed one.
func drawPromises(rows []promised, label string) template.HTML {
	shares := drawing.Over(100, 100)
	for _, r := range rows {
		shares.Hold(append(ends(r.Share), r.Aim)...)
	}
	x := drawing.Linear("", drawing.Over(max(0, shares.Low-5), 100), drawing.Percent)
	d := drawing.New(drawing.Half.Width, promiseTop+promiseHeight*float64(len(rows))+drawing.MarginBottom)
	across := func(v float64) float64 {
		return promiseNames + x.Share(v)*(drawing.Half.Width-promiseNames-promiseShares)
	}
	bottom := d.Height - drawing.MarginBottom
	for _, t := range x.Ticks {
		d.Line("grid", drawing.XY(across(t.At), promiseTop-8), drawing.XY(across(t.At), bottom))
		d.Text("tick middle", drawing.XY(across(t.At), bottom+18), t.Label)
	}
	d.Text("name middle", drawing.XY((across(x.Low)+across(x.High))/2, d.Height-8), "of the prices")
	d.Text("name end", drawing.XY(drawing.Half.Width-2, promiseTop-14), "observed (aim)")
	for i, r := range rows {
		y := promiseTop + promiseHeight*(float64(i)+0.5)
		from, to := r.Share.Ends()
		d.Text("row end", drawing.XY(promiseNames-14, y+4), r.name)
		d.Line("aim-mark", drawing.XY(across(r.Aim), y-13), drawing.XY(across(r.Aim), y+13))
		d.Line("whisker", drawing.XY(across(from), y), drawing.XY(across(to), y))
		d.Circle("dot", drawing.XY(across(r.Share.Value), y), 5, fmt.Sprintf("%s: %s, %.1f %% promised, %s",
			r.name, observed(r.Share), r.Aim, document.Plural(r.N, "sale")))
		d.Text("row end", drawing.XY(drawing.Half.Width-2, y+4), fmt.Sprintf("%.1f (%.1f)", r.Share.Value, r.Aim))
	}
	return d.SVG(label)
}

// observed words a share with its interval.
func observed(share ratio.Figure) string {
	text := fmt.Sprintf("%.1f %% observed", share.Value)
	if between := interval(share, 1); between != "" {
		text += " (" + between + ")"
	}
	return text
}

// coverage compares the promised with the observed coverage of intervals.
func (c *charts) coverage() document.Chart {
	if c.report.Coverage80.N < leastBin {
		return document.Chart{}
	}
	rows := slices.DeleteFunc(intervals(c.report), func(p promised) bool { return p.constant })
	return document.Chart{
		Title: "Promised and observed", Drawing: drawPromises(rows, "Promised and observed shares"),
		Caption: fmt.Sprintf("The dot is the share of the prices that fell within, with its 95 %% interval, clustered by "+
			"month of sale; the upright mark is what was promised. A dot to the left of its mark promised too much. The 80 %% "+
			"interval is %s %% of the value wide on average.", figure(c.report.Coverage80.Width, 1)),
	}
}

// leastClass is the fewest sales of a class that is drawn.
const leastClass = 10

// classes compares the promise of each confidence class with the observed share.
func (c *charts) classes() document.Chart {
	var rows []promised
	var left []string
	for i := range c.report.Classes {
		class := &c.report.Classes[i]
		if class.Class == 0 || class.N < leastClass {
			left = append(left, fmt.Sprintf("class %d: %s", class.Class, document.Plural(class.N, "sale")))
			continue
		}
		rows = append(rows, ofClass(class))
	}
	if len(rows) == 0 {
		return document.Chart{}
	}
	caption := "Each class promises that at least so many prices lie within so many percent of the value (in brackets): " +
		"the dot should lie on its mark or to the right of it. Where the interval, clustered by month of sale, spans the " +
		"mark, the promise is not refuted, but not proven either."
	if len(left) > 0 {
		caption += " Not shown: " + strings.Join(left, ", ") + "."
	}
	return document.Chart{
		Title: "Do the classes keep their promise?", Caption: caption,
		Drawing: drawPromises(rows, "Promised and observed shares of the confidence classes"),
	}
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
			f := study(group, c.report.Seed).Accuracy
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
