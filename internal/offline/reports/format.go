package reports

// Figures, amounts and lengths as text.

import (
	"math"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// figure formats a statistic, a dash where it does not exist.
func figure(f ratio.Figure, decimals int) string {
	if !f.Known {
		return document.None
	}
	return document.Number(f.Value, decimals)
}

// interval formats a statistic's interval, "" where it has none.
func interval(f ratio.Figure, decimals int) string {
	if f.Range == (ratio.Range{}) {
		return ""
	}
	return document.Number(f.Range.Low, decimals) + " to " + document.Number(f.Range.High, decimals)
}

// ends are the ends of a figure's interval.
func ends(f ratio.Figure) []float64 {
	low, high := f.Ends()
	return []float64{low, high}
}

// ranged are a statistic and its interval.
func ranged(f ratio.Figure, decimals int) []document.Cell {
	return []document.Cell{{Text: figure(f, decimals)}, {Text: interval(f, decimals)}}
}

// interval95 is the column of intervals, beside their figures.
var interval95 = document.Range.Column("95 % interval")

// headsOf are the columns of measures.
func headsOf(measures []ratio.Measure) (heads []document.Column) {
	for i := range measures {
		heads = append(heads, document.Column{Name: measures[i].Column()})
	}
	return heads
}

// figuresOf are the figures of measures.
func figuresOf(measures []ratio.Measure, s *ratio.Summary) (cells []document.Cell) {
	for i := range measures {
		cells = append(cells, document.Cell{Text: figure(measures[i].Of(s), measures[i].Decimals)})
	}
	return cells
}

// amount formats an amount of money in full.
func amount(v float64) string { return document.Count(int(math.Round(v))) }

// distance formats a length in metres.
func distance(metres float64) string {
	if metres >= 1000 {
		return strconv.FormatFloat(metres/1000, 'f', -1, 64) + " km"
	}
	return strconv.FormatFloat(metres, 'f', -1, 64) + " m"
}

// shortest formats a number with as many decimals as it has.
func shortest(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	return document.Number(v, max(0, len(text)-1-strings.IndexByte(text+".", '.')))
}
