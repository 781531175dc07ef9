package portfolio

import (
	"github.com/gevel/gevel"
)

// The cap on a revaluation: article 229(1)(e) of Regulation (EU) No 575/2013, as Regulation (EU) 2024/1623
// has it. See docs/decisions/0022-cap-on-revaluations.md.

const (
	// capYears is over how many years the values of residential property are averaged.
	capYears = 6
	// leastCapPoints is how many values an average needs.
	leastCapPoints = 3
)

// The bases of a capped value: what it is equal to.
const (
	basisValue       = "value"       // the cap does not bind
	basisAverage     = "average"     // of the values of six years
	basisOrigination = "origination" // the value at origination
)

// capped is a value under its cap.
type capped struct {
	value   gevel.Opt[gevel.Euro]
	average gevel.Opt[gevel.Euro]
	points  int // values in the average, or that there would be
	basis   string
}

// capOf caps a value by the higher of the average of six years and the value at origination. Where
// there is neither, nothing says that the value may be used, and it has no capped value.
func (p *Portfolio) capOf(q gevel.Inquiry, value gevel.Euro, own loan) (c capped) {
	day, sum := q.Date, float64(value)
	for c.points = 1; c.points < capYears; c.points++ {
		q.Date = anniversary(q.Date)
		if q.Date < p.Valuer.Oldest() {
			break
		}
		v, err := p.Valuer.Value(q)
		if err != nil { // it was not built yet, or there were too few sales
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

// anniversary returns the same day a year before.
func anniversary(day gevel.Date) gevel.Date { return day.AddMonths(-12) }
