package htmlreport

import (
	"html/template"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// chart is a drawing with its texts.
type chart struct {
	Title   string
	Drawing template.HTML
	Caption string
	Basis   string // number and dates of the sales; blank: all valued sales
	Wide    bool   // takes the full width of the report
}

// Sizes of drawings, pixels.
const (
	halfWidth   = 520
	fullWidth   = 1064
	chartHeight = 330
)

// charts draws the charts for which there are enough valued sales.
type charts struct {
	samples     []sample
	report      *ratio.Measures
	first, last gevel.Month // of the sales
}

// all returns the charts in the order of the report, the index's among them.
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

// leastBin is the fewest sales behind a point: with fewer, one sale moves a share by more than three points.
const leastBin = 30
