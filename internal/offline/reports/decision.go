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
	s := document.Under("Good enough?",
		document.Paragraph{Text: d.Evidence.Sentence(), Size: document.Loud}, document.List(d.Uses), symptoms(d.Symptoms),
		lending(d.Lending), certainty(d.Certainty), judged(d.Bounds), baselines(d.Baselines))
	s.Weight = document.Page
	if len(d.Lending) > 0 {
		s.Blocks = append(s.Blocks, document.Say(document.Aside, "Intervals: %s.", d.Intervals),
			document.Say(document.Fine, "Lending is relative to the price paid, an FSD to the value. Met and not met are said "+
				"of the whole interval."),
			document.Say(document.Fine, "Sources: %s.", strings.Join(sources(), "; ")))
	}
	return s
}

func symptoms(of []ratio.Symptom) (p document.Paragraph) {
	var names []string
	for _, s := range of {
		names = append(names, string(s))
	}
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
		add(fmt.Sprintf("class %d and higher", l.Class), &l.Classed)
	}
	return t
}

// certainty has the promised and the observed FSD by level.
func certainty(levels []ratio.Certainty) document.Table {
	t := document.NewTable("level by FSD, "+standard.EAA.Name, "number", "of all %", "FSD promised %", "observed %",
		interval95, "at most %", document.Words.Column(""))
	for i := range levels {
		c := &levels[i]
		largest := document.None
		if c.Largest > 0 {
			largest = document.Number(c.Largest, 1)
		}
		t.Add(c.Name(), c.N, document.Number(c.OfValues, 1), document.Number(c.Promised, 1), ranged(c.Observed, 1), largest,
			outcomeCell(c.Outcome))
	}
	return t
}

// judged has the bounds of mass appraisal.
func judged(list []ratio.Judged) document.Table {
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
