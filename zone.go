package gevel

import (
	"time"
	_ "time/tzdata" // the zone must be known where no zone files are installed
)

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
