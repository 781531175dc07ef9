package energy

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

func sprint(format string, args []any) string { return fmt.Sprintf(format, args...) }

// count adds to rejects or faults. Samples are made only while some are wanted: a file may be
// dirty in each of its millions of rows.
func (p *parser) count(to *gevel.Rejects, reason, what string) {
	if to.Count(reason) >= gevel.RejectSamples {
		to.Add(reason, "", "")
		return
	}
	to.Addf(reason, "%s line %d: %s", p.name, p.line, what)
}

// day returns the day of a column that may be empty.
func (p *parser) day(c column, reason string) gevel.Date {
	v := p.value(c)
	if len(v) == 0 {
		return gevel.NoDate
	}
	day, ok := parseDay(v)
	if !ok {
		p.fault(reason, "%s is %s", columnNames[c][0], spelling.Quote(v))
	}
	return day
}

func (p *parser) surveyed() gevel.Date {
	day := p.day(surveyed, FaultBadSurveyDay)
	if p.isFuture(day) {
		p.fault(FaultBadSurveyDay, "surveyed on %s, after %s", day, p.latest)
		return gevel.NoDate
	}
	return day
}

// firstDay is the first that can be meant: what lies before stands in for none.
var firstDay = gevel.NewDate(1900, 1, 1)

// parseDay reads a day; ok is false when it is none.
func parseDay(v []byte) (day gevel.Date, ok bool) {
	day, err := spelling.Day(string(v), spelling.UnknownOrder)
	if err != nil || day < firstDay {
		return gevel.NoDate, false
	}
	return day, true
}

// bounds are what a figure can be; beyond them it is none of its column.
type bounds struct{ above, most float64 }

var (
	surfaceBounds = bounds{0, 1e6}    // m2; no home has 0
	energyBounds  = bounds{-1e5, 1e5} // kWh/m2 a year
)

// number returns the number of a column that may be empty.
func (p *parser) number(c column, reason string, within bounds) gevel.Opt[float32] {
	v := p.value(c)
	if len(v) == 0 {
		return gevel.Opt[float32]{}
	}
	sign, sure := spelling.SignOf(string(v))
	n, ok := spelling.Number(string(v), sign)
	if !ok || !sure && sign == spelling.Point || // the files have a decimal comma, and group no thousands
		n <= within.above || n > within.most {
		p.fault(reason, "%s is %s", columnNames[c][0], spelling.Quote(v))
		return gevel.Opt[float32]{}
	}
	return gevel.Some(float32(n))
}
