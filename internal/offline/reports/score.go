package reports

// The score of vendors' values.

import (
	"fmt"
	"strings"

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
			document.Paragraph{Text: v.Lead()}, leftOut(&v.File), tiles(&v.Measures), ranges,
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
		document.Say(document.Plain, "%s of the first less the other's, on the same sales:", ratio.MdAPE.English), pairs,
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
