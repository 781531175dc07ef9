package energy

import (
	"fmt"
	"time"

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

// firstYear is the first of which a day can be meant: what lies before stands in for none.
const firstYear = 1900

// parseDay reads 20240131, 2024-01-31 or 31-01-2024; gevel.NoDate for anything else.
func parseDay(v []byte) (gevel.Date, bool) {
	var y, m, d int
	switch {
	case len(v) == 8:
		y, m, d = digits(v[:4]), digits(v[4:6]), digits(v[6:])
	case len(v) == 10 && v[4] == '-' && v[7] == '-':
		y, m, d = digits(v[:4]), digits(v[5:7]), digits(v[8:])
	case len(v) == 10 && v[2] == '-' && v[5] == '-':
		y, m, d = digits(v[6:]), digits(v[3:5]), digits(v[:2])
	}
	if y < firstYear || m < 1 || m > 12 || d < 1 || d > 31 {
		return gevel.NoDate, false
	}
	day := gevel.NewDate(y, time.Month(m), d)
	if d > 28 && day.Time().Day() != d {
		return gevel.NoDate, false
	}
	return day, true
}

// digits returns the number of a few digits, -1 for anything else.
func digits(v []byte) int {
	n := 0
	for _, c := range v {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
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
	n, ok := parseNumber(v)
	if !ok || n <= within.above || n > within.most {
		p.fault(reason, "%s is %s", columnNames[c][0], spelling.Quote(v))
		return gevel.Opt[float32]{}
	}
	return gevel.Some(float32(n))
}

// mostDigits is how many digits a number may have: more fit no float, and no home.
const mostDigits = 15

// parseNumber reads a number with a decimal comma, such as -12,5.
func parseNumber(v []byte) (float64, bool) {
	negative := len(v) > 0 && v[0] == '-'
	if negative {
		v = v[1:]
	}
	n, scale, decimals := 0.0, 1.0, false
	if len(v) == 0 || len(v) > mostDigits {
		return 0, false
	}
	for i, c := range v {
		switch {
		case c >= '0' && c <= '9':
			n = 10*n + float64(c-'0')
			if decimals {
				scale *= 10
			}
		case c == ',' && !decimals && i > 0 && i < len(v)-1:
			decimals = true
		default:
			return 0, false
		}
	}
	if negative {
		n = -n
	}
	return n / scale, true
}
