package propertyreport

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/present"
)

// worksheet is an appraiser's: the value by it, what was decided about which sale, and what was corrected.
func (b *builder) worksheet() document.Block {
	s := b.report.Worksheet
	if s == nil {
		return document.Blocks{}
	}
	text := b.Worksheet()
	note := aside(text.Note)
	if s.Learned == 0 && len(s.Chosen) > 0 {
		note = aside(text.Note, text.Cautious)
	}
	lines := document.Pairs{
		{Name: text.Value, Value: b.Euros(s.Value)},
		{Name: text.Interval, Value: fmt.Sprintf("%s – %s", b.Euros(s.Interval.Low), b.Euros(s.Interval.High))},
		{Name: text.Model, Value: b.Euros(b.why.Valuation.WeightedValue)},
	}
	if s.Indication.Known {
		lines = append(lines,
			document.Pair{Name: fmt.Sprintf("%s (%d)", text.Indication, len(s.Chosen)), Value: b.Euros(s.Indication.V)},
			document.Pair{Name: text.Weight, Value: b.Number(100*s.Weight, 0) + " %"})
	}
	sales := table(text.Verdict, document.Meanings.Column(text.Sale), b.text.Price, b.text.Sold, b.text.Adjusted,
		document.Meanings.Column(text.Reason))
	for _, c := range present.NewJudgedComparables(b.report.Explanation.Comparables, *s, b.Language) {
		if c.Pick == nil {
			continue
		}
		verdict := text.Rejected
		if *c.Pick {
			verdict = text.Picked
		}
		row(&sales, verdict, c.Name(b.text.NotKnown), b.Euros(c.Price), b.Date(c.Date), b.Euros(c.Adjusted), *c.Reason)
	}
	corrected := table(b.text.Characteristic, document.Words.Column(b.text.Home), document.Meanings.Column(text.Source))
	for _, c := range s.Corrections {
		name := c.Characteristic
		known := func(k present.WhyCharacteristic) bool { return k.Name == c.Characteristic }
		if i := slices.IndexFunc(b.why.Characteristics, known); i >= 0 {
			name = b.why.Characteristics[i].Label
		}
		row(&corrected, name, fmt.Sprint(c.Value), c.Source)
	}
	return document.Blocks{
		document.Under(text.Title, note, lines, sales), document.Under(text.Corrections, corrected),
	}
}
