package page

import (
	"fmt"
	"html/template"

	"github.com/gevel/gevel/internal/backtest"
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

// charts draws the charts for which there are sales enough.
type charts struct {
	samples []sample
	result  *backtest.Result
}

// all returns the charts in the order of the page.
func (c *charts) all() []chart {
	var drawn []chart
	for _, draw := range []func() (chart, bool){
		c.ratioByPrice, c.errors, c.drift, c.indexPath, c.coverage, c.classes, c.accuracy, c.fsd, c.biasMap, c.errorMap,
	} {
		if one, ok := draw(); ok {
			if one.Basis == "" {
				one.Basis = c.basis()
			}
			drawn = append(drawn, one)
		}
	}
	return drawn
}

// basis is the number and the dates of the sales.
func (c *charts) basis() string {
	first, last := c.samples[0].day, c.samples[0].day
	for _, s := range c.samples {
		first, last = min(first, s.day), max(last, s.day)
	}
	return fmt.Sprintf("%s, %s to %s.", plural(len(c.samples), "sale"), first, last)
}

// leastBin is the fewest sales of a point: a share of fewer jumps by more than three points
// with each sale.
const leastBin = 30
