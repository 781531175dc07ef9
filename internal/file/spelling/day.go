package spelling

import (
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Day reads a day as 2023-01-31, 20230131 or 31-01-2023, also with a time of midnight behind it; ok
// is false when it is none.
func Day(s string) (day gevel.Date, ok bool) {
	s = strings.TrimSuffix(strings.TrimSuffix(s, " 00:00:00"), "T00:00:00")
	t, err := time.Parse(usualLayout(s), s)
	if err != nil {
		return gevel.NoDate, false
	}
	return gevel.DateOf(t), true
}

func usualLayout(s string) string {
	switch {
	case len(s) == 8:
		return "20060102"
	case len(s) == 10 && s[2] == '-':
		return "02-01-2006"
	}
	return time.DateOnly
}
