// Calendar months of quotas and usage: those of the Netherlands.

package keystore

import (
	"time"
	_ "time/tzdata" // the zone must be known on machines and in images that have no zone files

	"github.com/gevel/gevel"
)

// Amsterdam is the zone in which months, quotas and days of expiry are counted.
var Amsterdam = mustLoad("Europe/Amsterdam")

func mustLoad(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic("zone data in the binary: " + err.Error())
	}
	return zone
}

// MonthOf returns the calendar month in Amsterdam at t.
func MonthOf(t time.Time) gevel.Month { return gevel.DateOf(t.In(Amsterdam)).Month() }

// endOf returns the first moment after the month.
func endOf(m gevel.Month) time.Time {
	y, month, day := (m + 1).First().Time().Date()
	return time.Date(y, month, day, 0, 0, 0, 0, Amsterdam)
}
