package portfolio

import (
	"github.com/gevel/gevel"
)

// The cap on a revaluation: article 229(1)(e) of Regulation (EU) No 575/2013, as amended by Regulation (EU)
// 2024/1623. See docs/decisions/0022-cap-on-revaluations.md.

const (
	// capYears is the number of years over which values of residential property are averaged.
	capYears = 6
	// leastCapPoints is the least number of values for an average.
	leastCapPoints = 3
)

// The bases of a capped value.
const (
	basisValue       = "value"       // the cap does not bind
	basisAverage     = "average"     // the average of six years' values
	basisOrigination = "origination" // the value at origination
)

// capped is a value with its cap.
type capped struct {
	value   gevel.Opt[gevel.Euro]
	average gevel.Opt[gevel.Euro]
	points  int // number of values in the average, or that it would have
	basis   string
}

// capOf caps a value at the higher of the average of six years and the value at origination. Without either
// there is no evidence that the value may be used, and no capped value.
func (p *Portfolio) capOf(q gevel.Inquiry, value gevel.Euro, own loan) (c capped) {
	day, sum := q.Date, float64(value)
	for c.points = 1; c.points < capYears; c.points++ {
		q.Date = q.Date.AddMonths(-12)
		if q.Date < p.Valuer.Oldest() {
			break
		}
		v, err := p.Valuer.ValueAlone(q)
		if err != nil { // not built yet, or too few sales
			break
		}
		sum += float64(v.Weighted)
	}
	if c.points >= leastCapPoints {
		c.average = gevel.Some(roundEuro(sum / float64(c.points)))
	}
	ceiling, basis := c.average, basisAverage
	if o := own.originationBy(day); o.Known && (!ceiling.Known || roundEuro(o.V) > ceiling.V) {
		ceiling, basis = gevel.Some(roundEuro(o.V)), basisOrigination
	}
	switch {
	case !ceiling.Known:
	case value <= ceiling.V:
		c.value, c.basis = gevel.Some(value), basisValue
	default:
		c.value, c.basis = ceiling, basis
	}
	return c
}
