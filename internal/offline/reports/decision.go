package reports

// What values may be used for, by the standards.

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// decision is the section that says what values may be used for.
func decision(d *ratio.Decision) document.Section {
	s := document.Section{Key: "decision", Title: "Good enough?", Weight: document.Page, Blocks: []document.Block{
		document.Paragraph{Text: d.Evidence.Sentence(), Size: document.Loud},
		document.List{Key: "uses", Items: d.Uses},
		symptoms(d.Symptoms),
		lending(d.Lending), certainty(d.Certainty), judged(d.Bounds), baselines(d.Baselines),
	}}
	if len(d.Lending) > 0 {
		s.Blocks = append(s.Blocks,
			document.Paragraph{Text: "Intervals: " + d.Intervals + ".", Size: document.Aside},
			document.Paragraph{Size: document.Fine, Text: "Lending is relative to the price paid, an FSD to the value. Met and not met are said " +
				"of the whole interval."},
			document.Paragraph{Text: "Sources: " + strings.Join(sources(), "; ") + ".", Size: document.Fine})
	}
	return s
}

func symptoms(of []ratio.Symptom) document.Block {
	var names []string
	for _, s := range of {
		names = append(names, string(s))
	}
	if len(names) == 0 {
		return document.Paragraph{}
	}
	return document.Paragraph{Text: "What to do, by symptom, is in " + ratio.Advice + ": " + strings.Join(names, "; ") + "."}
}

func sources() []string {
	var list []string
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
	t := document.Table{Key: "lending", Columns: []document.Column{
		{Key: "loans", Name: "lending, " + standard.NRVT.Name},
		{Key: "asked", Name: "asked, of the price", Style: document.Words},
		{Key: "values", Name: "values", Style: document.Words},
		{Key: "number", Name: "number"},
		{Key: "ofValues", Name: "of all %"},
		{Key: "kept", Name: "kept %"},
		{Name: "95 % interval", Style: document.Range},
		{Key: "outcome", Style: document.Words},
	}}
	for i := range bars {
		l := &bars[i]
		for _, row := range []struct {
			values string
			part   ratio.Part
		}{{"all", l.All}, {fmt.Sprintf("class %d and higher", l.Class), l.Classed}} {
			cells := []document.Cell{
				document.Word(l.Name()), document.Word(fmt.Sprintf("%.0f %% within %.0f %%", l.Share, l.Within)), document.Word(row.values),
				document.Whole(row.part.N), document.Float(row.part.OfValues, 1),
			}
			t.Rows = append(t.Rows, append(append(cells, figureCells(row.part.Share, 1)...), outcomeCell(row.part.Outcome)))
		}
	}
	return t
}

// certainty has the promised and the observed FSD by level.
func certainty(levels []ratio.Certainty) document.Table {
	t := document.Table{Key: "certainty", Columns: []document.Column{
		{Key: "level", Name: "level by FSD, " + standard.EAA.Name},
		{Key: "number", Name: "number"},
		{Key: "ofValues", Name: "of all %"},
		{Key: "promised", Name: "FSD promised %"},
		{Key: "observed", Name: "observed %"},
		{Name: "95 % interval", Style: document.Range},
		{Key: "largest", Name: "at most %"},
		{Key: "outcome", Style: document.Words},
	}}
	for i := range levels {
		c := &levels[i]
		largest := document.Word(document.None)
		if c.Largest > 0 {
			largest = document.Float(c.Largest, 1)
		}
		row := []document.Cell{document.Word(c.Name()), document.Whole(c.N), document.Float(c.OfValues, 1), document.Float(c.Promised, 1)}
		t.Rows = append(t.Rows, append(append(row, figureCells(c.Observed, 1)...), largest, outcomeCell(c.Outcome)))
	}
	return t
}

// judged has the bounds of mass appraisal.
func judged(list []ratio.Judged) document.Table {
	t := document.Table{Key: "massAppraisal", Columns: []document.Column{
		{Key: "measure", Name: "mass appraisal"},
		{Key: "figure", Name: "figure"},
		{Name: "95 % interval", Style: document.Range},
		{Key: "asked", Name: "asked", Style: document.Words},
		{Key: "outcome", Style: document.Words},
	}}
	for i := range list {
		b := &list[i]
		m := ratio.Bounded(b.Measure)
		row := append([]document.Cell{{Text: m.Label(), Raw: m.Key}}, figureCells(b.Figure, 3)...)
		t.Rows = append(t.Rows, append(row, bounds(b.Low, b.High, b.Standard), outcomeCell(b.Outcome)))
	}
	return t
}

// baselines compares the values with plain ways on the same sales.
func baselines(list []ratio.BesideBaseline) document.Table {
	t := document.Table{Key: "baselines", Columns: []document.Column{
		{Key: "baseline", Name: "the values; a plain way on the same rows"},
		{Key: "number", Name: "number"},
		{Key: "ofValues", Name: "of all %"},
		{Key: ratio.MdAPE.Key, Name: ratio.MdAPE.Column()},
		{Key: ratio.PE10.Key, Name: ratio.PE10.Column()},
		{Key: ratio.PE15.Key, Name: ratio.PE15.Column()},
		{Key: "difference", Name: ratio.MdAPE.English + " less that"},
		{Name: "95 % interval", Style: document.Range},
	}}
	for i := range list {
		b := &list[i]
		if b.N == 0 {
			continue // a sentence says so
		}
		row := []document.Cell{
			document.Word(b.Name), document.Whole(b.N), document.Float(b.OfValues, 1), beside(ratio.MdAPE, b.MdAPE, b.BaselineMdAPE),
			beside(ratio.PE10, b.PE10, b.BaselinePE10), beside(ratio.PE15, b.PE15, b.BaselinePE15),
		}
		t.Rows = append(t.Rows, append(row, figureCells(b.Difference, 2)...))
	}
	return t
}

// beside is a figure of the values, and of a plain way.
func beside(m ratio.Measure, own, plain float64) document.Cell {
	return document.Cell{
		Text: document.Number(own, m.Decimals) + "; " + document.Number(plain, m.Decimals),
		Raw:  map[string]float64{"values": own, "baseline": plain},
	}
}
