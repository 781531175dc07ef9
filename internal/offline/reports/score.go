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
		Blocks: append(leftOut(&r.Sales), sideBySide(r.Common)),
		Footer: reproduce(strings.Join(r.Command, " "), fmt.Sprintf("Made by %s. %s", r.MadeBy, standardOf)),
	}
	for i := range r.Vendors {
		v := &r.Vendors[i]
		blocks := append([]document.Block{document.Paragraph{Text: v.Lead()}}, leftOut(&v.File)...)
		blocks = append(blocks, tiles(&v.Measures), ranges)
		blocks = append(blocks, measured(&v.Measures, "Shares in percent.")...)
		blocks = append(blocks, parts("By part", &v.Measures), decision(&v.Decision))
		d.Blocks = append(d.Blocks, document.Section{Key: fmt.Sprint("vendor", i+1), Title: v.Name, Weight: document.Part, Blocks: blocks})
	}
	return d
}

// leftOut says which rows of a file were left out, and which parts of others.
func leftOut(f *score.File) []document.Block {
	return []document.Block{rejects("leftOut", "left out", f.Rejects), rejects("faults", "kept, but without what can't be read", f.Faults)}
}

// commonMeasures are those by which vendors stand side by side.
var commonMeasures = []ratio.Measure{
	ratio.MdAPE, ratio.PE10, ratio.PE20, ratio.MedianRatio, ratio.COD, ratio.PRD, ratio.PRB, ratio.MKI, ratio.VEI, ratio.CRPS,
	ratio.InInterval, ratio.InFSD,
}

// sideBySide compares the vendors on the sales that all of them valued; nothing with one vendor.
func sideBySide(c *comparison.Common) document.Section {
	s := document.Section{Key: "common", Title: "Side by side"}
	if c == nil {
		return s
	}
	t := document.Table{Key: "vendors", Columns: []document.Column{{Key: "vendor"}}}
	for i := range commonMeasures {
		t.Columns = append(t.Columns, document.Column{Key: commonMeasures[i].Key, Name: commonMeasures[i].Column()})
	}
	for i := range c.Vendors {
		row := []document.Cell{document.Word(c.Vendors[i].Name)}
		for k := range commonMeasures {
			row = append(row, figureCell(commonMeasures[k].Of(&c.Vendors[i].Summary), commonMeasures[k].Decimals))
		}
		t.Rows = append(t.Rows, row)
	}
	s.Blocks = []document.Block{document.Paragraph{Text: fmt.Sprintf("The %s that all valued.", document.Plural(c.N, "sale"))}}
	if c.N == 0 {
		return s
	}
	pairs := document.List{Key: "pairs"}
	for i := range c.Pairs {
		pairs.Items = append(pairs.Items, pairSentence(&c.Pairs[i]))
	}
	s.Blocks = append(s.Blocks, t,
		document.Paragraph{Text: ratio.MdAPE.English + " of the first less the other's, on the same sales:"}, pairs,
		document.Paragraph{Text: "Intervals: " + c.Intervals + ".", Size: document.Aside})
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
