package reports

// The measures of a ratio study: headline figures, all figures with what the standards ask, and the parts of the sales.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// ranges says what intervals are.
var ranges = document.Paragraph{Size: document.Fine, Text: "Ranges are 95 % intervals: resampling the sales for figures, Wilson's for " +
	"the hit rate; of promises clustered by month of sale, since the homes of a month share the error of the level. Sales of a single " +
	"month have none."}

// standardOf names the standard that measures follow.
const standardOf = "Metrics follow the IAAO Standard on Ratio Studies (2013)."

// measured are figures and promises; about says what the shares of promises are.
func measured(r *ratio.Measures, about string) []document.Block {
	return []document.Block{
		figures(r),
		document.Section{Key: "promises", Title: "Promises", Blocks: explained(promises(r), about+" "+verdicts)},
	}
}

// explained is a table with an explanation, nothing without rows.
func explained(t document.Table, text string) []document.Block {
	if len(t.Rows) == 0 {
		return nil
	}
	return []document.Block{t, document.Paragraph{Text: text, Size: document.Fine}}
}

// figures has each measure with its interval, and what a standard asks of it.
func figures(r *ratio.Measures) document.Section {
	t := document.Table{Key: "measures", Columns: []document.Column{
		{Key: "measure"},
		{Key: "figure", Name: "figure"},
		{Name: "95 % interval", Style: document.Range},
		{Key: "ideal", Name: "ideal"},
		{Key: "asked", Name: "asked", Style: document.Words},
		{Key: "met", Style: document.Words},
		{Key: "meaning", Style: document.Meanings},
	}}
	for i := range ratio.Table {
		m := &ratio.Table[i]
		row := append([]document.Cell{{Text: m.Label(), Raw: m.Key}}, figureCells(m.Of(&r.Summary), m.Decimals)...)
		row = append(row, document.Cell{Text: shortest(m.Good), Raw: m.Good})
		t.Rows = append(t.Rows, append(append(row, asked(r, m)...), document.Word(m.Meaning)))
	}
	s := document.Section{Key: "figures", Title: "All figures", Blocks: []document.Block{t, document.Paragraph{Text: hits(r, "sale") + ".", Size: document.Aside}}}
	if groups := len(r.VEI.Groups); groups > 0 {
		s.Blocks = append(s.Blocks, document.Paragraph{Size: document.Aside, Text: fmt.Sprintf("%s is of %d groups by price; its significance is %s.",
			ratio.VEI.English, groups, figure(r.VEI.Significance, 2))})
	}
	if r.Invalid > 0 {
		s.Blocks = append(s.Blocks, document.Paragraph{Text: document.Plural(r.Invalid, "invalid row") + " left out.", Size: document.Aside})
	}
	return s
}

// asked is a standard's bound on a measure, and whether it is met.
func asked(r *ratio.Measures, m *ratio.Measure) []document.Cell {
	for _, b := range r.Bounds {
		if b.Measure != m.Bounded {
			continue
		}
		met := document.Cell{Text: "met", Tone: document.Good}
		if !b.Met {
			met = document.Cell{Text: "missed", Tone: document.Bad}
		}
		return []document.Cell{bounds(b.Low, b.High, b.Standard), met}
	}
	return []document.Cell{{}, {}}
}

func bounds(low, high float64, standard string) document.Cell {
	return document.Cell{
		Text: fmt.Sprintf("%s to %s, %s", shortest(low), shortest(high), standard),
		Raw:  map[string]any{"low": low, "high": high, "standard": standard},
	}
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
	return document.Tile{Name: m.English, Value: figure(f, m.Decimals), Unit: m.Unit, Interval: interval(f, m.Decimals), Note: note}
}

// partMeasures stand in the row of each part of the sales, after the MdAPE.
var partMeasures = []ratio.Measure{
	ratio.MAPE, ratio.PE10, ratio.PE20, ratio.MedianRatio, ratio.COD, ratio.PRD, ratio.PRB, ratio.VEI, ratio.InInterval, ratio.InFSD, ratio.HitRate,
}

// mostOpen is the most parts of a table that is open at first.
const mostOpen = 20

// parts are the tables of the parts of the sales, one a dimension.
func parts(title string, r *ratio.Measures) document.Section {
	s := document.Section{Key: "parts", Title: title}
	for from := 0; from < len(r.Segments); {
		to := from
		for to < len(r.Segments) && r.Segments[to].Dimension == r.Segments[from].Dimension {
			to++
		}
		s.Blocks = append(s.Blocks, dimension(r.Segments[from:to]))
		from = to
	}
	if r.SmallSegments > 0 {
		s.Blocks = append(s.Blocks, document.Paragraph{Size: document.Aside, Text: fmt.Sprintf("%s of fewer than %d sales not shown.",
			document.Plural(r.SmallSegments, "segment"), ratio.DefaultMinSegment)})
	}
	return s
}

// dimension is the table of the parts along one dimension.
func dimension(parts []ratio.SegmentSummary) document.Table {
	t := document.Table{
		Key: parts[0].Dimension, Title: parts[0].Dimension, Note: document.Count(len(parts)), Fold: document.Open,
		Columns: []document.Column{
			{Key: "name"},
			{Key: "sales", Name: "sales"},
			{Key: ratio.MdAPE.Key, Name: ratio.MdAPE.Column(), Style: document.Barred},
			{Name: "95 % interval", Style: document.Margins},
		},
	}
	if len(parts) > mostOpen {
		t.Fold = document.Folded
	}
	for i := range partMeasures {
		t.Columns = append(t.Columns, document.Column{Key: partMeasures[i].Key, Name: partMeasures[i].Column()})
	}
	longest := 0.0
	for i := range parts {
		longest = max(longest, parts[i].MdAPE.Value)
	}
	for i := range parts {
		s := &parts[i].Summary
		missed := figureCells(s.MdAPE, ratio.MdAPE.Decimals)
		missed[0].Bar = share(s.MdAPE.Value, longest)
		row := append([]document.Cell{document.Word(parts[i].Name), document.Whole(s.N)}, missed...)
		for k := range partMeasures {
			row = append(row, figureCell(partMeasures[k].Of(s), partMeasures[k].Decimals))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// share is a length, percent of the longest.
func share(of, longest float64) int {
	if longest == 0 {
		return 0
	}
	return int(100*of/longest + 0.5)
}
