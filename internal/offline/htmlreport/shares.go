package htmlreport

// Bars that are parted: of homes by source, say.

import (
	"fmt"
	"html/template"
)

// shareRow is a bar of parts, in the order of a legend.
type shareRow struct {
	name  string
	parts []float64
	whole float64 // what fills the whole width
	note  string  // at the right
}

// Sizes of parted bars, pixels.
const (
	shareNames  = 152 // room for the names on the left
	shareNotes  = 72  // room for the notes on the right
	shareHeight = 26  // of a row
	shareTop    = 34  // room for the legend
)

// legendWidth is about how wide a letter of a legend is.
const legendWidth = 7.2

// drawShares draws a bar per row; legend names the parts, of which a class colours each. A part is
// what a pointer is told, with its unit.
func drawShares(rows []shareRow, legend, classes []string, unit, label string) template.HTML {
	d := &canvas{width: halfWidth, height: shareTop + shareHeight*float64(len(rows)) + 6}
	at := 2.0
	for i, name := range legend {
		d.rect(classes[i], box{at, 8, 11, 11}, "")
		d.text("tick", point{at + 16, 18}, name)
		at += 16 + 14 + legendWidth*float64(len(name))
	}
	const room = halfWidth - shareNames - shareNotes
	for i, row := range rows {
		y := shareTop + shareHeight*float64(i)
		d.text("row end", point{shareNames - 10, y + 15}, row.name)
		from := float64(shareNames)
		for k, part := range row.parts {
			width := room * part / max(row.whole, 1)
			if width > 0 {
				d.rect(classes[k], box{from, y + 2, width, shareHeight - 8},
					fmt.Sprintf("%s, %s: %s %s", row.name, legend[k], count(int(part)), unit))
			}
			from += width
		}
		d.text("name end", point{halfWidth - 2, y + 15}, row.note)
	}
	return d.svg(label)
}

// shares counts parts up: counts of a row by key, in the order of keys, and what is left of the
// whole at the end.
func shares[K comparable](keys []K, counts map[K]int, whole int) []float64 {
	parts := make([]float64, 0, len(keys)+1)
	left := whole
	for _, key := range keys {
		parts = append(parts, float64(counts[key]))
		left -= counts[key]
	}
	return append(parts, float64(max(0, left)))
}

// partClasses returns the colours of so many parts, and that of what is left at the end.
func partClasses(n int) []string {
	var classes []string
	for i := range n {
		classes = append(classes, fmt.Sprintf("part%d", 1+i%mostPartClasses))
	}
	return append(classes, "part0")
}

// mostPartClasses is how many colours of parts the style sheet has.
const mostPartClasses = 7
