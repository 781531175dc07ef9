package features

import (
	"math"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// The time that features are of.

// period is from a day to a day, both included.
type period struct{ from, to gevel.Date }

var always = period{math.MinInt32, math.MaxInt32}

// readPeriod reads a day, or two with a slash between; an open end is two full stops, or nothing.
func readPeriod(text string) (p period, err error) {
	if text == "" {
		return always, nil
	}
	from, to, isInterval := strings.Cut(text, "/")
	if !isInterval {
		to = from
	}
	p = always
	open := func(end string) bool { return isInterval && (end == "" || end == "..") }
	if !open(from) {
		if p.from, err = readDay(from); err != nil {
			return p, err
		}
	}
	if !open(to) {
		if p.to, err = readDay(to); err != nil {
			return p, err
		}
	}
	if isInterval && open(from) && open(to) || p.from > p.to {
		return p, fault("datetime", "has no end that is after its beginning")
	}
	return p, nil
}

// readDay reads a day, or the day of a moment in the Netherlands.
func readDay(text string) (gevel.Date, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return gevel.NewDate(day.Year(), day.Month(), day.Day()), nil
	}
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0, fault("datetime", "has no day such as 2024-01-31, or 2024-01-31T12:00:00Z")
	}
	return gevel.DayOf(moment), nil
}

func (p period) holds(day gevel.Date) bool { return day >= p.from && day <= p.to }
