package portfolio

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/value/bulk"
)

// loan is the loan in a row. Amounts are euros.
type loan struct {
	amount           float64 // outstanding
	originationDate  gevel.Opt[gevel.Date]
	originationValue gevel.Opt[float64] // of the home
	lastValue        gevel.Opt[float64] // of the home, at its last valuation
	lastDate         gevel.Opt[gevel.Date]
}

// readLoan reads the loan of a row. Each fault names its column.
func readLoan(text func(column string) string) (l loan, faults []gevel.Detail) {
	fault := func(column string, err error) {
		if err != nil {
			faults = append(faults, gevel.Detail{Reason: column, Message: err.Error()})
		}
	}
	if given := text(bulk.LoanAmount); given == "" {
		fault(bulk.LoanAmount, fmt.Errorf("is empty; write 0 where nothing is outstanding"))
	} else {
		amount, err := readAmount(given)
		l.amount = amount
		fault(bulk.LoanAmount, err)
	}
	value := func(column string) gevel.Opt[float64] {
		v, err := readValue(text(column))
		fault(column, err)
		return v
	}
	day := func(column string) gevel.Opt[gevel.Date] {
		d, err := readDay(text(column))
		fault(column, err)
		return d
	}
	l.originationValue, l.originationDate = value(bulk.OriginationValue), day(bulk.OriginationDate)
	l.lastValue, l.lastDate = value(bulk.LastValue), day(bulk.LastDate)
	return l, faults
}

// originationBy returns the value at origination as known on a day; none before the loan was granted.
func (l *loan) originationBy(day gevel.Date) (none gevel.Opt[float64]) {
	if l.originationDate.Known && l.originationDate.V > day {
		return none
	}
	return l.originationValue
}

// readValue parses a value of a home; empty is not known.
func readValue(text string) (none gevel.Opt[float64], err error) {
	if text == "" {
		return none, nil
	}
	v, err := readAmount(text)
	if err == nil && v < 1 {
		err = fmt.Errorf("no home is worth %s; leave it empty where it is not known", text)
	}
	return gevel.Opt[float64]{V: v, Known: err == nil}, err
}

func readDay(text string) (none gevel.Opt[gevel.Date], err error) {
	if text == "" {
		return none, nil
	}
	day, err := spelling.Day(text, spelling.UnknownOrder)
	return gevel.Opt[gevel.Date]{V: day, Known: err == nil}, err
}

// readAmount parses an amount of money, which its column has settled where it could be read both ways.
func readAmount(text string) (float64, error) {
	sign, sure := spelling.SignOf(text)
	if !sure { // and 250.000 is no 250 euros
		sign = sign.Other()
	}
	v, ok := spelling.Number(text, sign)
	switch {
	case !ok || math.IsNaN(v):
		return 0, fmt.Errorf("%q is no amount in euros", text)
	case v < 0 || v > bulk.MostEuros:
		return 0, fmt.Errorf("%q is not from 0 to %.0f", text, float64(bulk.MostEuros))
	}
	return v, nil
}

// Check returns the faults in a row's loan.
func (p *Portfolio) Check(text func(column string) string) []gevel.Detail {
	_, faults := readLoan(text)
	return faults
}

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
