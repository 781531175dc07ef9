package htmlreport

// Tables by segment, and of a comparison.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// dimension is a table of segments.
type dimension struct {
	Name     string
	Folded   bool // too long to be open at first
	Segments []segmentRow
}

// segmentRow is a row of it. Bar is the length of its MdAPE, percent of the largest in the table.
type segmentRow struct {
	Name    string
	Bar     int
	Figures []string
	MdAPE   string
	Between string
	N       string
}

// mostOpen is the most segments of a table that is open at first.
const mostOpen = 20

func dimensions(r *ratio.Measures) []dimension {
	var all []dimension
	for from := 0; from < len(r.Segments); {
		to := from
		for to < len(r.Segments) && r.Segments[to].Dimension == r.Segments[from].Dimension {
			to++
		}
		all = append(all, dimension{
			Name: r.Segments[from].Dimension, Folded: to-from > mostOpen, Segments: segmentRows(r.Segments[from:to]),
		})
		from = to
	}
	return all
}

func segmentRows(segments []ratio.SegmentSummary) []segmentRow {
	longest := 0.0
	for _, s := range segments {
		longest = max(longest, s.MdAPE.Value)
	}
	rows := make([]segmentRow, len(segments))
	for i, s := range segments {
		rows[i] = segmentRow{
			Name: s.Name, N: count(s.N), MdAPE: figure(s.MdAPE, 2), Between: interval(s.MdAPE, 2),
			Figures: []string{
				figure(s.PE10, 1), figure(s.PE20, 1), figure(s.MedianRatio, 3), figure(s.COD, 1), figure(s.PRD, 3),
				figure(s.PRB, 3), figure(s.VEI.Figure, 1), figure(s.Coverage80.Share, 1), figure(s.FSD.Share, 1), figure(s.HitRate, 1),
			},
		}
		if longest > 0 {
			rows[i].Bar = int(100*s.MdAPE.Value/longest + 0.5)
		}
	}
	return rows
}

// importanceRow is the importance of one name. Bar is the length of its share, percent of the largest.
type importanceRow struct {
	Name, Share string
	Bar         int
}

// mostImportant is the number of names shown.
const mostImportant = 15

func importanceRows(importance []hedonic.Importance) []importanceRow {
	var rows []importanceRow
	for _, i := range importance[:min(mostImportant, len(importance))] {
		bar := int(100*i.Share/importance[0].Share + 0.5)
		rows = append(rows, importanceRow{Name: i.Name, Share: number(i.Share, 1), Bar: bar})
	}
	return rows
}

// rivalView is a comparison with another model.
type rivalView struct {
	Name      string
	Lead      string
	Rows      []rivalRow
	Unmatched []gevel.Reject
}

type rivalRow struct{ Name, Own, Other, Difference, Interval, Verdict string }

func newRivalView(name string, c *backtest.Comparison) *rivalView {
	row := func(of string, own, other, difference ratio.Figure, lessIsBetter bool) rivalRow {
		return rivalRow{
			of, figure(own, 2), figure(other, 2), figure(difference, 2), interval(difference, 2),
			verdict(difference, lessIsBetter),
		}
	}
	return &rivalView{
		Name: name, Unmatched: c.Unmatched,
		Lead: fmt.Sprintf("%s in both, %s valued by both, %s by gevel alone, %s by %s alone. "+
			"The interval is from a paired bootstrap: the same sales are drawn for both.",
			plural(c.N, "sale"), count(c.Both), count(c.OnlyA), count(c.OnlyB), name),
		Rows: []rivalRow{
			row("MdAPE, %", c.MdAPEA, c.MdAPEB, c.MdAPE, true),
			row("MAPE, %", c.MAPEA, c.MAPEB, c.MAPE, true),
			row("PE10, %", c.PE10A, c.PE10B, c.PE10, false),
		},
	}
}

// verdict says whether a difference is more than chance.
func verdict(difference ratio.Figure, lessIsBetter bool) string {
	r := difference.Range
	switch {
	case r == (ratio.Range{}) || r.Low <= 0 && r.High >= 0:
		return "may be chance"
	case (r.High < 0) == lessIsBetter:
		return "better"
	}
	return "worse"
}
