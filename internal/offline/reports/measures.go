package reports

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/num/list"
)

// The measures of a ratio study: headline figures, all figures with what the standards ask, and the parts of the sales.

// ranges says what intervals are.
var ranges = document.Say(document.Fine, "Ranges are 95 %% intervals: resampling the sales for figures, Wilson's for "+
	"the hit rate; of promises clustered by month of sale, since the homes of a month share the error of the level. "+
	"Sales of a single month have none.")

// standardOf names the standard that measures follow.
const standardOf = "Metrics follow the IAAO Standard on Ratio Studies (2013)."

// measured are figures and promises; about says what the shares of promises are.
func measured(r *ratio.Measures, about string) document.Blocks {
	return document.Blocks{figures(r), document.Under("Promises", promises(r).Explained("%s %s", about, verdicts))}
}

// figures has each measure with its interval, and what a standard asks of it.
func figures(r *ratio.Measures) document.Section {
	t := document.NewTable("", "figure", interval95, "ideal", document.Words.Column("asked"), document.Words.Column(""),
		document.Meanings.Column(""))
	for i := range ratio.Table {
		m := &ratio.Table[i]
		t.Add(m.Label(), ranged(m.Of(&r.Summary), m.Decimals), shortest(m.Good), asked(r, m), m.Meaning)
	}
	s := document.Under("All figures", t, document.Say(document.Aside, "%s.", hits(r, "sale")))
	if groups := len(r.VEI.Groups); groups > 0 {
		s.Blocks = append(s.Blocks, document.Say(document.Aside, "%s is of %d groups by price; its significance is %s.",
			ratio.VEI.English, groups, figure(r.VEI.Significance, 2)))
	}
	if r.Invalid > 0 {
		s.Blocks = append(s.Blocks, document.Say(document.Aside, "%s left out.", document.Plural(r.Invalid, "invalid row")))
	}
	return s
}

// asked is a standard's bound on a measure, and whether it is met.
func asked(r *ratio.Measures, m *ratio.Measure) []document.Cell {
	for _, b := range r.Bounds {
		if b.Measure == m.English {
			return []document.Cell{{Text: bounds(b.Low, b.High, b.Standard)}, outcomeCell(b.Outcome)}
		}
	}
	return []document.Cell{{}, {}}
}

func bounds(low, high float64, standard string) string {
	return fmt.Sprintf("%s to %s, %s", shortest(low), shortest(high), standard)
}

// tiles are the headline figures of a study.
func tiles(r *ratio.Measures) document.Tiles {
	list := document.Tiles{
		tile(ratio.MdAPE, r, "half of the values are nearer to the price"),
		tile(ratio.PE10, r, "of the values within 10 % of the price"),
		tile(ratio.PE20, r, "of the values within 20 % of the price"),
		tile(ratio.MedianRatio, r, "value ÷ price; 1 is the level of the market"),
		tile(ratio.COD, r, "spread of the ratios around their median"),
	}
	if r.Coverage80.N > 0 {
		list = append(list, tile(ratio.InInterval, r, "of the prices within; "+figure(r.Coverage80.Width, 1)+" % wide"))
	}
	if r.FSD.N > 0 {
		list = append(list, tile(ratio.InFSD, r, fmt.Sprintf("of the prices within one FSD; %.1f is right", r.FSD.Aim)))
	}
	return append(list, tile(ratio.HitRate, r, hits(r, "sale")))
}

// hits counts the values.
func hits(r *ratio.Measures, of string) string {
	return fmt.Sprintf("%s of %s valued", document.Count(r.Valued), document.Plural(r.N, of))
}

func tile(m ratio.Measure, r *ratio.Measures, note string) document.Tile {
	f := m.Of(&r.Summary)
	return document.Tile{
		Name: m.English, Value: figure(f, m.Decimals), Unit: m.Unit, Interval: interval(f, m.Decimals), Note: note,
	}
}

// partMeasures stand in the row of each part of the sales, after the MdAPE.
var partMeasures = []ratio.Measure{
	ratio.MAPE, ratio.PE10, ratio.PE20, ratio.MedianRatio, ratio.COD, ratio.PRD, ratio.PRB, ratio.VEI,
	ratio.InInterval, ratio.InFSD, ratio.HitRate,
}

// mostOpen is the most parts of a table that is open at first.
const mostOpen = 20

// parts are the tables of the parts of the sales, one a dimension.
func parts(title string, r *ratio.Measures) document.Section {
	s := document.Under(title)
	for from := 0; from < len(r.Segments); {
		to := from
		for to < len(r.Segments) && r.Segments[to].Dimension == r.Segments[from].Dimension {
			to++
		}
		s.Blocks = append(s.Blocks, dimension(r.Segments[from:to]))
		from = to
	}
	if r.SmallSegments > 0 {
		s.Blocks = append(s.Blocks, document.Say(document.Aside, "%s of fewer than %d sales not shown.",
			document.Plural(r.SmallSegments, "segment"), ratio.DefaultMinSegment))
	}
	return s
}

// dimension is the table of the parts along one dimension.
func dimension(parts []ratio.SegmentSummary) document.Table {
	t := document.NewTable("", "sales", document.Barred.Column(ratio.MdAPE.Column()),
		document.Margins.Column("95 % interval"),
		headsOf(partMeasures))
	t.Title, t.Note, t.Fold = parts[0].Dimension, document.Count(len(parts)), document.OpenUpTo(mostOpen, len(parts))
	longest := 0.0
	for i := range parts {
		longest = max(longest, parts[i].MdAPE.Value)
	}
	for i := range parts {
		s := &parts[i].Summary
		missed := ranged(s.MdAPE, ratio.MdAPE.Decimals)
		missed[0] = document.OverBar(missed[0].Text, s.MdAPE.Value, longest)
		t.Add(parts[i].Name, s.N, missed, figuresOf(partMeasures, s))
	}
	return t
}

// What values may be used for, by the standards.

// decision is the section that says what values may be used for.
func decision(d *ratio.Decision) document.Section {
	s := document.Under("Good enough?",
		document.Paragraph{Text: d.Evidence.Sentence(), Size: document.Loud}, document.List(d.Uses), symptoms(d.Symptoms),
		lending(d.Lending), certainty(d.Certainty), judged(d.Bounds), baselines(d.Baselines))
	s.Weight = document.Page
	if d.FewOfLevel > 0 {
		s.Blocks = append(s.Blocks, document.Say(document.Aside, "%s not judged: of levels with fewer than %d.",
			document.Plural(d.FewOfLevel, "value"), ratio.DefaultMinSegment))
	}
	if len(d.Lending) > 0 {
		s.Blocks = append(s.Blocks, document.Say(document.Aside, "Intervals: %s.", d.Intervals),
			document.Say(document.Fine, "Lending is relative to the price paid, an FSD to the value. Met and not met are said "+
				"of the whole interval."),
			document.Say(document.Fine, "Sources: %s.", strings.Join(sources(), "; ")))
	}
	return s
}

func symptoms(of []ratio.Symptom) (p document.Paragraph) {
	names := list.Of(of, func(s ratio.Symptom) string { return string(s) })
	if len(names) > 0 {
		p.Text = "What to do, by symptom, is in " + ratio.Advice + ": " + strings.Join(names, "; ") + "."
	}
	return p
}

func sources() (list []string) {
	for _, s := range standard.Sources() {
		text := s.Title
		if s.Note != "" {
			text += " (" + s.Note + ")"
		}
		list = append(list, text)
	}
	return list
}

// lending has each bar of lending for all values, and for those whose class promises it.
func lending(bars []ratio.Lending) document.Table {
	t := document.NewTable("lending, "+standard.NRVT.Name, document.Words.Column("asked, of the price"),
		document.Words.Column("values"), "number", "of all %", "kept %", interval95, document.Words.Column(""))
	for i := range bars {
		l := &bars[i]
		add := func(values string, p *ratio.Part) {
			t.Add(l.Name(), fmt.Sprintf("%.0f %% within %.0f %%", l.Share, l.Within), values,
				p.N, document.Number(p.OfValues, 1), ranged(p.Share, 1), outcomeCell(p.Outcome))
		}
		add("all", &l.All)
		classed := fmt.Sprintf("class %d and higher", l.Class)
		if l.By != ratio.Stated {
			classed += ", " + string(l.By)
		}
		add(classed, &l.Classed)
	}
	return t
}

// certainty has the promised and the observed FSD by level.
func certainty(levels []ratio.Certainty) document.Table {
	t := document.NewTable("level by FSD, "+standard.EAA.Name, "number", "of all %", "FSD promised %", "observed %",
		interval95, "at most %", document.Words.Column(""))
	for i := range levels {
		c := &levels[i]
		known := func(v float64) string {
			if v == 0 {
				return document.None
			}
			return document.Number(v, 1)
		}
		largest := known(c.Largest)
		t.Add(c.Name(), c.N, document.Number(c.OfValues, 1), known(c.Promised), ranged(c.Observed, 1), largest,
			outcomeCell(c.Outcome))
	}
	return t
}

// judged has the bounds of mass appraisal.
func judged(list []ratio.Bound) document.Table {
	t := document.NewTable("mass appraisal", "figure", interval95, document.Words.Column("asked"),
		document.Words.Column(""))
	for i := range list {
		b := &list[i]
		t.Add(ratio.Bounded(b.Measure).Label(), ranged(b.Figure, 3), bounds(b.Low, b.High, b.Standard),
			outcomeCell(b.Outcome))
	}
	return t
}

// baselines compares the values with plain ways on the same sales.
func baselines(list []ratio.BesideBaseline) document.Table {
	t := document.NewTable("the values; a plain way on the same rows", "number", "of all %",
		headsOf([]ratio.Measure{ratio.MdAPE, ratio.PE10, ratio.PE15}), ratio.MdAPE.English+" less that", interval95)
	for i := range list {
		b := &list[i]
		if b.N == 0 {
			continue // a sentence says so
		}
		t.Add(b.Name, b.N, document.Number(b.OfValues, 1), beside(ratio.MdAPE, b.MdAPE, b.BaselineMdAPE),
			beside(ratio.PE10, b.PE10, b.BaselinePE10), beside(ratio.PE15, b.PE15, b.BaselinePE15), ranged(b.Difference, 2))
	}
	return t
}

// beside is a figure of the values, and of a plain way.
func beside(m ratio.Measure, own, plain float64) string {
	return document.Number(own, m.Decimals) + "; " + document.Number(plain, m.Decimals)
}

// Figures, amounts and lengths as text.

// figure formats a statistic, a dash where it does not exist.
func figure(f ratio.Figure, decimals int) string {
	if !f.Known {
		return document.None
	}
	return document.Number(f.Value, decimals)
}

// interval formats a statistic's interval, "" where it has none.
func interval(f ratio.Figure, decimals int) string {
	if f.Range == (ratio.Range{}) {
		return ""
	}
	return document.Number(f.Range.Low, decimals) + " to " + document.Number(f.Range.High, decimals)
}

// ends are the ends of a figure's interval.
func ends(f ratio.Figure) []float64 {
	low, high := f.Ends()
	return []float64{low, high}
}

// ranged are a statistic and its interval.
func ranged(f ratio.Figure, decimals int) []document.Cell {
	return []document.Cell{{Text: figure(f, decimals)}, {Text: interval(f, decimals)}}
}

// interval95 is the column of intervals, beside their figures.
var interval95 = document.Range.Column("95 % interval")

// headsOf are the columns of measures.
func headsOf(measures []ratio.Measure) (heads []document.Column) {
	for i := range measures {
		heads = append(heads, document.Column{Name: measures[i].Column()})
	}
	return heads
}

// figuresOf are the figures of measures.
func figuresOf(measures []ratio.Measure, s *ratio.Summary) (cells []document.Cell) {
	for i := range measures {
		cells = append(cells, document.Cell{Text: figure(measures[i].Of(s), measures[i].Decimals)})
	}
	return cells
}

// amount formats an amount of money in full.
func amount(v float64) string { return document.Count(int(math.Round(v))) }

// distance formats a length in metres.
func distance(metres float64) string {
	if metres >= 1000 {
		return strconv.FormatFloat(metres/1000, 'f', -1, 64) + " km"
	}
	return strconv.FormatFloat(metres, 'f', -1, 64) + " m"
}

// shortest formats a number with as many decimals as it has.
func shortest(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	return document.Number(v, max(0, len(text)-1-strings.IndexByte(text+".", '.')))
}
