package reports

import (
	"cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

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

// all returns the charts in the order of the report, the index's among them; in their place it says that there are
// too few sales.
func (c *charts) all(index document.Chart) document.Block {
	var drawn document.Charts
	if len(c.samples) > 0 {
		drawn = document.Charts{
			c.ratioByPrice(), c.errors(), c.drift(), index, c.coverage(), c.classes(), c.accuracy(), c.fsd(), c.biasMap(),
			c.errorMap(),
		}.Drawn()
	}
	if len(drawn) == 0 {
		return document.Say(document.Fine, "There are too few valued sales to draw.")
	}
	for i := range drawn {
		drawn[i].Basis = cmp.Or(drawn[i].Basis, basisOf(c.samples))
	}
	return drawn
}

// leastBin is the fewest sales behind a point: with fewer, one sale moves a share by more than three points.
const leastBin = 30
