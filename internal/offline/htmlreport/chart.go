package htmlreport

import (
	"html/template"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/ratio"
)

// chart is a drawing and what it shows.
type chart struct {
	Title   string
	Drawing template.HTML
	Caption string
	Basis   string // the number and the dates of the sales; all that were valued if blank
	Wide    bool   // takes the whole width of the page
}

// Sizes of drawings, pixels.
const (
	halfWidth   = 520
	fullWidth   = 1064
	chartHeight = 330
)

// charts draws the charts of valued sales for which there are sales enough.
type charts struct {
	samples     []sample
	report      *ratio.Measures
	first, last gevel.Month // of the sales
}

// all returns the charts in the order of the page, with that of the index among them.
func (c *charts) all(index func() (chart, bool)) []chart {
	var drawn []chart
	for _, draw := range []func() (chart, bool){
		c.ratioByPrice, c.errors, c.drift, index, c.coverage, c.classes, c.accuracy, c.fsd, c.biasMap, c.errorMap,
	} {
		if one, ok := draw(); ok {
			if one.Basis == "" {
				one.Basis = basisOf(c.samples)
			}
			drawn = append(drawn, one)
		}
	}
	return drawn
}

// leastBin is the fewest sales of a point: a share of fewer jumps by more than three points
// with each sale.
const leastBin = 30
