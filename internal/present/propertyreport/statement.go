package propertyreport

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/present/words"
)

// What the value was held against: accuracy here, sources, standards.

// accuracyRow is the accuracy on some tested sales.
type accuracyRow struct{ Name, Sales, Off, Within10, Within15, Held string }

func accuracyRows(c *Case, l words.Language) (rows []accuracyRow) {
	if c.Accuracy == nil {
		return nil
	}
	add := func(name string, p accuracy.Part) {
		row := accuracyRow{name, l.Whole(int64(p.Sales)), unknown, unknown, unknown, unknown}
		if s := p.Summary; s != nil {
			row.Off, row.Within10, row.Within15 = l.Number(s.MdAPE.Value, 1)+" %", l.Number(s.PE10.Value, 0)+" %", l.Number(s.PE15.Value, 0)+" %"
			if s.Coverage80.N >= accuracy.Least {
				row.Held = l.Number(s.Coverage80.Share.Value, 0) + " %"
			}
		}
		rows = append(rows, row)
	}
	if c.Near.Sales >= accuracy.Least {
		add(l.Around(c.Near.Metres), c.Near.Part)
	}
	own := c.Explanation.Home.BuildType.String()
	for _, p := range c.Accuracy.Parts(accuracy.ByType) {
		if p.Name == own && p.Summary != nil {
			add(l.Value(own), p)
		}
	}
	whole := accuracy.Part{Sales: c.Accuracy.Measures.N}
	if whole.Sales >= accuracy.Least {
		whole.Summary = &c.Accuracy.Measures.Summary
	}
	add(l.Overall(), whole)
	return rows
}

// sourceRows are the sources with their days.
func sourceRows(c *Case, l words.Language) (rows [][2]string) {
	for _, s := range c.Sources {
		day := unknown
		if s.AsOf != gevel.NoDate {
			day = l.Date(s.AsOf)
		}
		rows = append(rows, [2]string{l.SourceFile(s.Name), day})
	}
	return rows
}
