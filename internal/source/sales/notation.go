package sales

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// notation is how a file writes numbers and dates.
type notation struct {
	decimal sign   // of all the file's numbers, noSign when they show it themselves
	date    string // layout of package time, "" for the usual forms
}

// day reads a date, in the file's own layout or in one of the usual forms.
func (n notation) day(s string) (gevel.Date, error) {
	layout := n.date
	if layout == "" {
		s = strings.TrimSuffix(strings.TrimSuffix(s, " 00:00:00"), "T00:00:00")
		layout = usualLayout(s)
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		return gevel.NoDate, fmt.Errorf("%s is no date such as %s", quote(s), n.sampleDay())
	}
	return gevel.DateOf(t), nil
}

// sampleDay shows how the file may write dates.
func (n notation) sampleDay() string {
	if n.date == "" {
		return "2023-01-31, 31-01-2023 or 20230131"
	}
	return time.Date(2023, time.January, 31, 0, 0, 0, 0, time.UTC).Format(n.date)
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

// answer reads yes or no, as files in Dutch and English spell it.
func answer(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "j", "ja", "y", "yes", "true", "t", "1":
		return true, nil
	case "n", "nee", "no", "false", "f", "0":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither yes nor no", quote(s))
}

// fraction reads a share such as 1/2, 50% or 0.5.
func (n notation) fraction(s string) (float64, error) {
	divisor := 1.0
	if part, whole, ok := strings.Cut(s, "/"); ok {
		d, err := n.share(strings.TrimSpace(whole))
		if err != nil {
			return 0, err
		}
		s, divisor = strings.TrimSpace(part), d
	} else if percent, ok := strings.CutSuffix(s, "%"); ok {
		s, divisor = strings.TrimSpace(percent), 100
	}
	v, err := n.share(s)
	if err != nil {
		return 0, err
	}
	if v <= 0 || v > divisor {
		return 0, fmt.Errorf("%s is no share of a whole", quote(s))
	}
	return v / divisor, nil
}

// share reads a number of a share, which has no thousands.
func (n notation) share(s string) (float64, error) {
	decimal, _ := decimalOf(plainNumber(s))
	return n.number(s, decimal)
}

// longestQuoted is how many bytes of a value a message repeats.
const longestQuoted = 40

func quote(s string) string {
	if len(s) > longestQuoted {
		return strconv.Quote(s[:longestQuoted]) + "..."
	}
	return strconv.Quote(s)
}
