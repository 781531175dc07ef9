package reports

// Figures, amounts and lengths as text.

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
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

// Bars divided into parts, for example homes by source.

// shareRow is a divided bar; the longest one has the full width. Its parts are in the order of a legend.
type shareRow struct {
	name  string
	parts []float64
	note  string // text on the right
}

func (r shareRow) whole() (sum float64) {
	for _, part := range r.parts {
		sum += part
	}
	return sum
}

// Sizes of divided bars, pixels.
const (
	shareNames  = 152 // room for the names on the left
	shareNotes  = 72  // room for the notes on the right
	shareHeight = 26  // of a row
	shareTop    = 34  // room for the legend
)

// legendWidth is the approximate width of a letter in a legend, pixels.
const legendWidth = 7.2

// drawShares draws a bar per row, nothing without rows. The legend names the parts, and classes give their colours. A
// tooltip shows the number of each part with its unit.
func drawShares(rows []shareRow, legend, classes []string, unit, label string) template.HTML {
	if len(rows) == 0 {
		return ""
	}
	d := drawing.New(drawing.Half.Width, shareTop+shareHeight*float64(len(rows))+6)
	at := 2.0
	for i, name := range legend {
		d.Rect(classes[i], drawing.NewBox(at, 8, 11, 11), "")
		d.Text("tick", drawing.XY(at+16, 18), name)
		at += 16 + 14 + legendWidth*float64(len(name))
	}
	longest := 1.0
	for _, row := range rows {
		longest = max(longest, row.whole())
	}
	room := drawing.Half.Width - shareNames - shareNotes
	for i, row := range rows {
		y := shareTop + shareHeight*float64(i)
		d.Text("row end", drawing.XY(shareNames-10, y+15), row.name)
		from := float64(shareNames)
		for k, part := range row.parts {
			width := room * part / longest
			if width > 0 {
				d.Rect(classes[k], drawing.NewBox(from, y+2, width, shareHeight-8),
					fmt.Sprintf("%s, %s: %s %s", row.name, legend[k], document.Count(int(part)), unit))
			}
			from += width
		}
		d.Text("name end", drawing.XY(drawing.Half.Width-2, y+15), row.note)
	}
	return d.SVG(label)
}

// shares returns the counts of a row in the order of keys, and the rest of the whole at the end.
func shares[K comparable](keys []K, counts map[K]int, whole int) []float64 {
	parts := make([]float64, 0, len(keys)+1)
	left := whole
	for _, key := range keys {
		parts = append(parts, float64(counts[key]))
		left -= counts[key]
	}
	return append(parts, float64(max(0, left)))
}

// partClasses returns the colours of n parts and of the rest.
func partClasses(n int) []string {
	var classes []string
	for i := range n {
		classes = append(classes, fmt.Sprintf("part%d", 1+i%mostPartClasses))
	}
	return append(classes, "part0")
}

// mostPartClasses is the number of part colours in the style sheet.
const mostPartClasses = 7
