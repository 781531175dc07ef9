package propertyreport

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// The steps to the value, as a waterfall: each bar begins where the one before it ended.

// barWidth is the width of the waterfall, in units of its drawing.
const barWidth = 100.0

type stepRow struct {
	Label, Text, Change, Euros, Total string
	// Start and width of the bar.
	From, Width float64
	Kind        string // total, up or down
}

func stepRows(why *present.Why, l words.Language) []stepRow {
	low, high := why.Steps[0].Total, why.Steps[0].Total
	for _, s := range why.Steps {
		low, high = min(low, s.Total), max(high, s.Total)
	}
	low -= (high-low)/10 + 1 // so that the lowest total is seen
	at := func(total gevel.Euro) float64 { return barWidth * float64(total-low) / float64(high-low) }
	total := func(label string, amount gevel.Euro) stepRow {
		return stepRow{Label: label, Total: l.Euros(amount), Width: at(amount), Kind: "total"}
	}
	var rows []stepRow
	before := low
	for i, s := range why.Steps {
		if why.Reconciles(i) {
			rows = append(rows, total("= "+l.PropertyReport().HedonicValue, why.Valuation.PredictedValue))
		}
		row := stepRow{Label: s.Label, Euros: l.Signed(s.Euros), Total: l.Euros(s.Total), Kind: "up"}
		if s.Text != nil {
			row.Text = *s.Text
		}
		switch from, to := at(before), at(s.Total); {
		case i == 0:
			row.Kind, row.Width, row.Euros = "total", to, ""
		case to < from:
			row.Kind, row.From, row.Width = "down", to, from-to
		default:
			row.From, row.Width = from, to-from
		}
		if i > 0 {
			row.Change = l.Percent(s.Log)
		}
		before = s.Total
		if s.Euros != 0 || s.Part != explain.Having {
			rows = append(rows, row)
		}
	}
	return append(rows, total("= "+l.PropertyReport().Value, why.Valuation.WeightedValue))
}
