package propertyreport

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// The worksheet of an appraiser in a report: the value by it, what was decided about which sale, and what was corrected.

type worksheetView struct {
	Words       words.Worksheet
	Lines       [][2]string
	Sales       []judgedRow
	Corrections [][3]string // characteristic, value, source
	Cautious    bool
}

type judgedRow struct{ Verdict, Address, Price, Date, Adjusted, Reason string }

func worksheetOf(r *Report, why *present.Why) *worksheetView {
	s, l := r.Sheet, r.Language
	if s == nil {
		return nil
	}
	text := l.Worksheet()
	v := &worksheetView{Words: text, Cautious: s.Learned == 0 && len(s.Chosen) > 0, Lines: [][2]string{
		{text.Value, l.Euros(s.Value)},
		{text.Interval, fmt.Sprintf("%s – %s", l.Euros(s.Interval.Low), l.Euros(s.Interval.High))},
		{text.Model, l.Euros(why.Valuation.WeightedValue)},
	}}
	if s.Indication.Known {
		v.Lines = append(v.Lines, [2]string{fmt.Sprintf("%s (%d)", text.Indication, len(s.Chosen)), l.Euros(s.Indication.V)},
			[2]string{text.Weight, l.Number(100*s.Weight, 0) + " %"})
	}
	for _, c := range present.NewJudgedComparables(r.Explanation.Comparables, *s, l) {
		if c.Pick == nil {
			continue
		}
		row := judgedRow{
			text.Rejected, c.Name(l.PropertyReport().NotKnown), l.Euros(c.Price), l.Date(c.Date), l.Euros(c.Adjusted), *c.Reason,
		}
		if *c.Pick {
			row.Verdict = text.Picked
		}
		v.Sales = append(v.Sales, row)
	}
	for _, c := range s.Corrections {
		name := c.Characteristic
		if i := slices.IndexFunc(why.Characteristics, func(k present.WhyCharacteristic) bool { return k.Name == name }); i >= 0 {
			name = why.Characteristics[i].Label
		}
		v.Corrections = append(v.Corrections, [3]string{name, fmt.Sprint(c.Value), c.Source})
	}
	return v
}
