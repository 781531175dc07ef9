package reports

// The measures of a ratio study: headline figures, all figures with what the standards ask, and the parts of the sales.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

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
		if b.Measure != m.Bounded {
			continue
		}
		met := document.Good.Says("met")
		if !b.Met {
			met = document.Bad.Says("missed")
		}
		return []document.Cell{{Text: bounds(b.Low, b.High, b.Standard)}, met}
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
