package reports

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// rival compares the values with another model; nothing without one.
func rival(name string, c *backtest.Comparison) document.Section {
	s := document.Section{Key: "rival", Title: "Against " + name}
	if c == nil {
		return s
	}
	t := document.Table{Key: "measures", Columns: []document.Column{
		{Key: "measure"},
		{Key: "values", Name: "gevel"},
		{Key: "rival", Name: name},
		{Key: "difference", Name: "difference"},
		{Name: "95 % interval", Style: document.Range},
		{Key: "verdict", Name: "gevel is", Style: document.Words},
	}}
	for _, row := range []struct {
		m                      ratio.Measure
		own, other, difference ratio.Figure
	}{
		{ratio.MdAPE, c.MdAPEA, c.MdAPEB, c.MdAPE},
		{ratio.MAPE, c.MAPEA, c.MAPEB, c.MAPE},
		{ratio.PE10, c.PE10A, c.PE10B, c.PE10},
	} {
		cells := []document.Cell{{Text: row.m.Label(), Raw: row.m.Key}, figureCell(row.own, 2), figureCell(row.other, 2)}
		cells = append(cells, figureCells(row.difference, 2)...)
		t.Rows = append(t.Rows, append(cells, document.Word(better(row.difference, row.m.Good == 0))))
	}
	s.Blocks = []document.Block{
		document.Paragraph{Text: fmt.Sprintf("%s in both, %s valued by both, %s by gevel alone, %s by %s alone. "+
			"The interval is from a paired bootstrap: the same sales are drawn for both.",
			document.Plural(c.N, "sale"), document.Count(c.Both), document.Count(c.OnlyA), document.Count(c.OnlyB), name)},
		t,
		rejects("unmatched", "left out", c.Unmatched),
	}
	return s
}

// better says whether a difference is more than chance.
func better(difference ratio.Figure, lessIsBetter bool) string {
	r := difference.Range
	switch {
	case r == (ratio.Range{}) || r.Low <= 0 && r.High >= 0:
		return "may be chance"
	case (r.High < 0) == lessIsBetter:
		return "better"
	}
	return "worse"
}
