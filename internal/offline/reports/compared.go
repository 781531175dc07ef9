package reports

// Values that others gave, or that were given before, compared with sales.

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/score"
)

// Score is the report of a score.
func Score(r *score.Result) *document.Document {
	var names []string
	for i := range r.Vendors {
		names = append(names, r.Vendors[i].Name)
	}
	d := &document.Document{
		Kind: "Values scored by sales", Title: strings.Join(names, ", "), Lead: r.Lead(),
		Blocks: document.Blocks{leftOut(&r.Sales), sideBySide(r.Common)},
		Footer: reproduce(strings.Join(r.Command, " "), "Made by %s. %s", r.MadeBy, standardOf),
	}
	for i := range r.Vendors {
		v := &r.Vendors[i]
		d.Blocks = append(d.Blocks, document.Section{Title: v.Name, Weight: document.Part, Blocks: document.Blocks{
			document.Paragraph{Text: v.Lead()},
			leftOut(&v.File), tiles(&v.Measures), ranges,
			measured(&v.Measures, "Shares in percent."), parts("By part", &v.Measures), decision(&v.Decision),
		}})
	}
	return d
}

// leftOut says which rows of a file were left out, and which parts of others.
func leftOut(f *score.File) document.Blocks {
	return document.Blocks{rejects("left out", f.Rejects), rejects("kept, but without what can't be read", f.Faults)}
}

// commonMeasures are those by which vendors stand side by side.
var commonMeasures = []ratio.Measure{
	ratio.MdAPE, ratio.PE10, ratio.PE20, ratio.MedianRatio, ratio.COD, ratio.PRD, ratio.PRB, ratio.MKI, ratio.VEI,
	ratio.CRPS, ratio.InInterval, ratio.InFSD,
}

// sideBySide compares the vendors on the sales that all of them valued; nothing with one vendor.
func sideBySide(c *comparison.Common) document.Section {
	s := document.Under("Side by side")
	if c == nil {
		return s
	}
	s.Blocks = document.Blocks{document.Say(document.Plain, "The %s that all valued.", document.Plural(c.N, "sale"))}
	if c.N == 0 {
		return s
	}
	t := document.NewTable("", headsOf(commonMeasures))
	for i := range c.Vendors {
		t.Add(c.Vendors[i].Name, figuresOf(commonMeasures, &c.Vendors[i].Summary))
	}
	var pairs document.List
	for i := range c.Pairs {
		pairs = append(pairs, pairSentence(&c.Pairs[i]))
	}
	s.Blocks = append(s.Blocks, t,
		document.Say(document.Plain, "%s of the first less %[1]s of the second, on the same sales:", ratio.MdAPE.English), pairs,
		document.Say(document.Aside, "Intervals: %s.", c.Intervals))
	return s
}

// pairSentence says who is better, if anybody.
func pairSentence(p *comparison.Pair) string {
	text := fmt.Sprintf("%s less %s: %s points", p.First, p.Other, document.Signed(p.Difference.Value, 2))
	if r := p.Difference.Range; r != (ratio.Range{}) {
		text += fmt.Sprintf(" (%s to %s)", document.Signed(r.Low, 2), document.Signed(r.High, 2))
	}
	if p.Better == "" {
		return text + "; may be chance"
	}
	return text + "; " + p.Better + " is better"
}

// Track is how answers compare with later sales of their homes.
type Track struct {
	Log      string // that the answers are from
	Lead     string // says which answers count
	Measures *ratio.Measures
	// Unmatched are the answers that don't count, LeftOut the sales.
	Unmatched, LeftOut []gevel.Reject
	Editions           []TrackedEdition
}

// TrackedEdition is an edition that answered, with the accuracy of its models out of time.
type TrackedEdition struct {
	ID      string
	Answers int
	Tested  *accuracy.Accuracy // nil where it is not known
	Why     string             // why the edition can't be opened; "" where it can
}

// Document is the report of the comparison.
func (t *Track) Document() *document.Document {
	found := document.Blocks{measured(t.Measures, "Shares in percent."), parts("By part", t.Measures), t.editions()}
	if t.Measures.N == 0 {
		found = document.Blocks{document.Paragraph{Text: "There is nothing to compare yet."}}
	}
	return &document.Document{Kind: "Answers and later sales", Title: t.Log, Lead: t.Lead, Blocks: document.Blocks{
		rejects("answers that don't count", t.Unmatched), rejects("left out", t.LeftOut), found,
	}}
}

// editions have the accuracy out of time of the models that answered, to compare with.
func (t *Track) editions() document.Section {
	measures := []ratio.Measure{ratio.MdAPE, ratio.PE10, ratio.InInterval}
	table := document.NewTable("edition", "of these", "from", "to", "sales", headsOf(measures))
	s := document.Under("The models out of time")
	for _, e := range t.Editions {
		if e.Why != "" {
			s.Blocks = append(s.Blocks, document.Say(document.Plain, "edition %s: %s", e.ID, e.Why))
		}
		if a := e.Tested; a != nil {
			m := &a.Measures
			table.Add(e.ID, e.Answers, a.From, a.Until, m.Valued, figuresOf(measures, &m.Summary))
		}
	}
	s.Blocks = append(s.Blocks, table)
	return s
}
