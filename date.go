package gevel

import (
	"fmt"
	"time"
	_ "time/tzdata" // the zone must be known where no zone files are installed
)

// Date is a calendar day, counted from 1 January 1970. Days have no time zone:
// what "today" is, the caller's edge decides (Europe/Amsterdam in the service).
type Date int32

// NoDate stands for an unknown day. It lies before every day in use.
const NoDate Date = -1 << 31

// NewDate returns the day y-m-d of the Gregorian calendar.
func NewDate(y int, m time.Month, d int) Date {
	return Date(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

const secondsPerDay = 24 * 60 * 60

// DateOf returns the calendar day of t in t's own location.
func DateOf(t time.Time) Date { return NewDate(t.Year(), t.Month(), t.Day()) }

// ParseDate reads an ISO 8601 day, such as 2023-09-01.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || len(s) != len(time.DateOnly) {
		return NoDate, fmt.Errorf("%q is no date of the form 2006-01-31", s)
	}
	return DateOf(t), nil
}

// Time returns midnight UTC of the day.
func (d Date) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// Year returns the calendar year.
func (d Date) Year() int { return d.Time().Year() }

// Month returns the number of the month since January of year 0: consecutive months differ by one.
func (d Date) Month() Month {
	t := d.Time()
	return Month(t.Year()*12 + int(t.Month()) - 1)
}

// AddMonths returns the day n months later, or the last day of that month when it is shorter.
func (d Date) AddMonths(n int) Date {
	first := (d.Month() + Month(n)).First()
	last := (d.Month() + Month(n) + 1).First() - 1
	return min(first+Date(d.Time().Day()-1), last)
}

// String returns the ISO 8601 day, or the empty string for NoDate.
func (d Date) String() string {
	if d == NoDate {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}

// MarshalText writes the ISO 8601 day.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads an ISO 8601 day; the empty text is NoDate.
func (d *Date) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*d = NoDate
		return nil
	}
	*d, err = ParseDate(string(text))
	return err
}

// Month counts months since January of year 0.
type Month int32

// First returns the first day of the month.
func (m Month) First() Date { return NewDate(int(m)/12, time.Month(int(m)%12+1), 1) }

// String returns the ISO 8601 month, such as 2023-09.
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", int(m)/12, int(m)%12+1) }

// MarshalText writes the month as String does.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads an ISO 8601 month, such as 2023-09.
func (m *Month) UnmarshalText(text []byte) error {
	first, err := ParseDate(string(text) + "-01")
	if err != nil {
		return fmt.Errorf("%q is no month of the form 2006-01", text)
	}
	*m = first.Month()
	return nil
}

// Amsterdam is the zone in which the service counts days and months: valuation
// dates, quotas, and times that were noted without a zone.
var Amsterdam = mustLoadZone("Europe/Amsterdam")

func mustLoadZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic("zone data in the binary: " + err.Error())
	}
	return zone
}

// DayOf returns the calendar day in Amsterdam at t.
func DayOf(t time.Time) Date { return DateOf(t.In(Amsterdam)) }

// ClockTime writes a time to the minute, in UTC and with its zone.
func ClockTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04Z07:00") }
