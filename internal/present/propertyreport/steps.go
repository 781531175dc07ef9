package propertyreport

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/value/explain"
)

// steps are the steps to the value, as a waterfall: each bar begins where the one before it ended.
func (b *builder) steps() document.Section {
	steps := b.why.Steps
	low, high := steps[0].Total, steps[0].Total
	for _, s := range steps {
		low, high = min(low, s.Total), max(high, s.Total)
	}
	low -= (high-low)/10 + 1 // so that the lowest total is seen
	at := func(total gevel.Euro) int { return int(100*float64(total-low)/float64(high-low) + 0.5) }
	t := table(b.text.Step, document.Meanings.Column(""), b.text.Change, b.text.Euros, b.text.Total,
		document.Barred.Column(""))
	total := func(label string, amount gevel.Euro) {
		bold := document.Neutral.Says
		t.Add(bold(label), "", "", "", bold(b.Euros(amount)), document.Cell{Bar: at(amount)})
	}
	before := low
	for i, s := range steps {
		if b.why.Reconciles(i) {
			total("= "+b.text.HedonicValue, b.why.Valuation.PredictedValue)
		}
		if i == 0 {
			total(capital(s.Label), s.Total)
		} else if s.Euros != 0 || s.Part != explain.Having {
			text := ""
			if s.Text != nil {
				text = *s.Text
			}
			from, to, tone := at(before), at(s.Total), document.Good
			if to < from {
				from, to, tone = to, from, document.Bad
			}
			row(&t, s.Label, text, b.Percent(s.Log), b.Signed(s.Euros), b.Euros(s.Total),
				document.Cell{Start: from, Bar: max(1, to-from), Tone: tone})
		}
		before = s.Total
	}
	name := b.text.Value
	if b.judged {
		name = b.Worksheet().Model
	}
	total("= "+name, b.why.Valuation.WeightedValue)
	return document.Under(b.text.Steps, aside(b.text.StepsNote), t, paragraphs(b.why.Notes.Steps...))
}
