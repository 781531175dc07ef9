package priceseries

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
)

const (
	// mostStep is how far a figure may lie from the one of the month before, in logs: no market of homes moves by a
	// fifth in a month. More is a slip, another base year, or a series of growth.
	mostStep = 0.2
	// stepGap is how much farther it may for each month between them.
	stepGap = 0.04
)

// checkSteps refuses a series with a figure that no market could have, by its line.
func (r *reading) checkSteps() error {
	figures := r.series.Newest()
	for i := 1; i < len(figures); i++ {
		before, p := figures[i-1], figures[i]
		if math.Abs(math.Log(p.Value/before.Value)) <= mostStep+stepGap*float64(p.Month-before.Month-1) {
			continue
		}
		return &gevel.Error{
			Code: gevel.Invalid,
			Message: fmt.Sprintf("line %d: %g of %s follows on %g of %s, and no market moves so far in so short a time",
				r.lines[row{p.Month, p.Known}], p.Value, p.Month, before.Value, before.Month),
			Hint: "mend the figure; put figures of another base year on one base, and growth as an index",
		}
	}
	return nil
}
