package propertyreport

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/worksheet"
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

func worksheetOf(s *worksheet.Sheet, e explain.Explanation, l words.Language) *worksheetView {
	if s == nil {
		return nil
	}
	text := l.Worksheet()
	v := &worksheetView{Words: text, Cautious: s.Learned == 0 && len(s.Chosen) > 0, Lines: [][2]string{
		{text.Value, l.Euros(s.Value)},
		{text.Interval, fmt.Sprintf("%s – %s", l.Euros(s.Interval.Low), l.Euros(s.Interval.High))},
		{text.Model, l.Euros(e.Valuation.Weighted)},
	}}
	if s.Indication.Known {
		v.Lines = append(v.Lines, [2]string{fmt.Sprintf("%s (%d)", text.Indication, len(s.Chosen)), l.Euros(s.Indication.V)},
			[2]string{text.Weight, l.Number(100*s.Weight, 0) + " %"})
	}
	for _, c := range e.Comparables {
		verdict, judged := s.Verdict(c.Sale)
		if !judged {
			continue
		}
		row := judgedRow{text.Rejected, l.PropertyReport().NotKnown, l.Euros(c.Price), l.Date(c.Date), l.Euros(c.Adjusted), verdict.Reason}
		if verdict.Pick {
			row.Verdict = text.Picked
		}
		if c.Address.ObjectID != "" {
			row.Address = c.Address.String()
		}
		v.Sales = append(v.Sales, row)
	}
	for _, c := range s.Corrections {
		name := c.Characteristic
		for _, known := range e.Characteristics {
			if known.Name == name {
				a := gevel.Attribute{Name: known.Name, Label: known.Label, Dutch: known.Dutch}
				name = l.Characteristic(&a)
			}
		}
		v.Corrections = append(v.Corrections, [3]string{name, fmt.Sprint(c.Value), c.Source})
	}
	return v
}
