// Calendar months of quotas and usage, in Dutch time.

package keystore

import (
	"time"

	"github.com/gevel/gevel"
)

// MonthOf returns the calendar month in Amsterdam at t.
func MonthOf(t time.Time) gevel.Month { return gevel.DayOf(t).Month() }

// beginOf returns the first moment of the month.
func beginOf(m gevel.Month) time.Time {
	y, month, day := m.First().Time().Date()
	return time.Date(y, month, day, 0, 0, 0, 0, gevel.Amsterdam)
}
