package reports

// Charts of promised against observed shares.

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// promised is a promised and an observed share.
type promised struct {
	name string
	ratio.Calibration
}

// Sizes of a drawing of promises, pixels.
const (
	promiseNames  = 126 // room for the names on the left
	promiseShares = 96  // room for the shares on the right
	promiseHeight = 46  // of a row
	promiseTop    = 30
)

// drawPromises draws a row per promise: a mark at the promised share, a dot at the observed one.
func drawPromises(rows []promised, label string) template.HTML {
	low := 100.0
	for _, r := range rows {
		least, _ := r.Share.Ends()
		low = min(low, r.Aim, least)
	}
	x := linear("", max(0, low-5), 100, percentLabel)
	d := &canvas{width: halfWidth, height: promiseTop + promiseHeight*float64(len(rows)) + marginBottom}
	across := func(v float64) float64 {
		return promiseNames + x.share(v)*(halfWidth-promiseNames-promiseShares)
	}
	bottom := d.height - marginBottom
	for _, t := range x.ticks {
		d.line("grid", point{across(t.at), promiseTop - 8}, point{across(t.at), bottom})
		d.text("tick middle", point{across(t.at), bottom + 18}, t.label)
	}
	d.text("name middle", point{(across(x.low) + across(x.high)) / 2, d.height - 8}, "of the prices")
	d.text("name end", point{halfWidth - 2, promiseTop - 14}, "observed (aim)")
	for i, r := range rows {
		y := promiseTop + promiseHeight*(float64(i)+0.5)
		from, to := r.Share.Ends()
		d.text("row end", point{promiseNames - 14, y + 4}, r.name)
		d.line("aim-mark", point{across(r.Aim), y - 13}, point{across(r.Aim), y + 13})
		d.line("whisker", point{across(from), y}, point{across(to), y})
		d.dot(point{across(r.Share.Value), y}, 5, fmt.Sprintf("%s: %s, %.1f %% promised, %s",
			r.name, observed(r.Share), r.Aim, document.Plural(r.N, "sale")))
		d.text("row end", point{halfWidth - 2, y + 4}, fmt.Sprintf("%.1f (%.1f)", r.Share.Value, r.Aim))
	}
	return d.svg(label)
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
func (c *charts) coverage() (document.Chart, bool) {
	s := c.report.Summary
	if s.Coverage80.N < leastBin {
		return document.Chart{}, false
	}
	return document.Chart{
		Title: "Promised and observed",
		Drawing: drawPromises([]promised{
			{"50 % interval", s.Coverage50.Calibration},
			{"80 % interval", s.Coverage80.Calibration},
			{"90 % interval", s.Coverage90.Calibration},
			{"within the FSD", s.FSD},
			{"accuracy (10 %)", s.Accuracy},
		}, "Promised and observed shares"),
		Caption: fmt.Sprintf("The dot is the share of the prices that fell within, with its 95 %% interval, clustered by month of sale; "+
			"the upright mark is what was promised. A dot to the left of its mark promised too much. "+
			"The 80 %% interval is %s %% of the value wide on average.", figure(s.Coverage80.Width, 1)),
	}, true
}

// classes compares the promise of each confidence class with the observed share.
func (c *charts) classes() (document.Chart, bool) {
	var rows []promised
	var left []string
	for _, class := range c.report.Classes {
		name := fmt.Sprintf("class %d (%.0f %%)", class.Class, class.Within)
		if class.Class == 0 || class.N < leastClass {
			left = append(left, fmt.Sprintf("class %d: %s", class.Class, document.Plural(class.N, "sale")))
			continue
		}
		rows = append(rows, promised{name, class.Calibration})
	}
	if len(rows) == 0 {
		return document.Chart{}, false
	}
	caption := "Each class promises that at least so many prices lie within so many percent of the value " +
		"(in brackets): the dot should lie on its mark or to the right of it. " +
		"Where the interval, clustered by month of sale, spans the mark, the promise is not refuted, but not proven either."
	if len(left) > 0 {
		caption += " Not shown: " + strings.Join(left, ", ") + "."
	}
	return document.Chart{
		Title: "Do the classes keep their promise?", Caption: caption,
		Drawing: drawPromises(rows, "Promised and observed shares of the confidence classes"),
	}, true
}

// leastClass is the fewest sales of a class that is drawn.
const leastClass = 10

// mostCalibrationBins is the most points of a calibration curve.
const mostCalibrationBins = 10

// accuracy compares the promised accuracy with the observed share.
func (c *charts) accuracy() (document.Chart, bool) {
	split := bins(c.promising(), mostCalibrationBins, leastBin, func(s sample) float64 { return s.Accuracy.V })
	if len(split) < 2 {
		return document.Chart{}, false
	}
	low, high := 100.0, 0.0
	var found []ratio.Calibration
	for _, bin := range split {
		f := study(bin, c.report.Seed).Accuracy
		found = append(found, f)
		least, most := f.Share.Ends()
		low, high = min(low, f.Aim, least), max(high, f.Aim, most)
	}
	p := newPlot(halfWidth, linear("accuracy promised", low, high, percentLabel),
		linear("came within 10 % of the value", low, high, percentLabel))
	p.line("aim", p.at(p.x.low, p.y.low), p.at(p.x.high, p.y.high))
	for _, f := range found {
		p.whisker(f.Aim, f.Share, fmt.Sprintf("%.1f %% promised, %s, %s", f.Aim, observed(f.Share), document.Plural(f.N, "sale")))
	}
	return document.Chart{
		Title:   "Does accuracy come true?",
		Drawing: p.svg("Promised accuracy against the observed share within 10 %"),
		Caption: fmt.Sprintf("The accuracy of a value is the promised probability that the price lies within 10 %% "+
			"of it. Each dot is one of %d groups of equal number by accuracy; on the dashed line the observed share "+
			"equals the promised one.", len(split)),
	}, true
}

// promising returns the values with a promised accuracy.
func (c *charts) promising() []sample {
	return slices.DeleteFunc(slices.Clone(c.samples), func(s sample) bool { return !s.Accuracy.Known })
}

// fsdShare is the share of a normal distribution within one standard deviation.
const fsdShare = 0.683

// fsd compares the promised FSD with the observed spread.
func (c *charts) fsd() (document.Chart, bool) {
	split := bins(c.promising(), mostCalibrationBins, leastBin, func(s sample) float64 { return s.FSD })
	if len(split) < 2 {
		return document.Chart{}, false
	}
	type pair struct {
		promised, seen float64
		n              int
	}
	var pairs []pair
	low, high := 100.0, 0.0
	for _, bin := range split {
		promised := mean(bin, func(s sample) float64 { return s.FSD })
		p := pair{100 * promised, 100 * quantile(bin, fsdShare, sample.miss), len(bin)}
		pairs = append(pairs, p)
		low, high = min(low, p.promised, p.seen), max(high, p.promised, p.seen)
	}
	p := newPlot(halfWidth, linear("FSD promised", low, high, percentLabel),
		linear("68.3 % of the errors lay within", low, high, percentLabel))
	p.line("aim", p.at(p.x.low, p.y.low), p.at(p.x.high, p.y.high))
	for _, one := range pairs {
		p.dot(p.at(one.promised, one.seen), 4.5, fmt.Sprintf("FSD %.1f %% promised, %.1f %% observed, %s",
			one.promised, one.seen, document.Plural(one.n, "sale")))
	}
	return document.Chart{
		Title:   "Does the FSD separate sure from unsure?",
		Drawing: p.svg("Promised FSD against the observed spread"),
		Caption: fmt.Sprintf("%d groups of equal number by FSD: the mean FSD of the group, and the distance from the "+
			"value, in percent, within which 68.3 %% of its prices lay. If the dots spread far along the dashed line, "+
			"the FSD separates sure values from unsure ones correctly.", len(split)),
	}, true
}
