package sales

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/spelling"
)

// notation is how a file writes numbers and dates.
type notation struct {
	decimal spelling.Sign // of all the file's numbers, NoSign when they show it themselves
	date    string        // layout of package time, "" for the usual forms
}

// number reads a finite number, with or without thousands grouped and a euro sign. The
// decimal sign is the file's if that is given, else the one that the number itself shows,
// else that of its column.
func (n notation) number(s string, column spelling.Sign) (float64, error) {
	decimal := n.decimal
	if decimal == spelling.NoSign {
		var sure bool
		if decimal, sure = spelling.SignOf(s); !sure {
			decimal = column
		}
		if !sure && column == spelling.NoSign {
			return 0, fmt.Errorf("%s may be %s", quote(s), spelling.Readings(s))
		}
	}
	v, ok := spelling.Number(s, decimal)
	switch {
	case ok:
		return v, nil
	case !strings.ContainsAny(s, "0123456789"): // NA, NULL, -
		return 0, fmt.Errorf("%s is no number; unknown is written as an empty field", quote(s))
	case n.decimal == spelling.NoSign:
		return 0, fmt.Errorf("%s is no number", quote(s))
	}
	return 0, fmt.Errorf("%s is no number with decimal sign %q", quote(s), string(n.decimal))
}

// day reads a date, in the file's own layout or in one of the usual forms.
func (n notation) day(s string) (gevel.Date, error) {
	if n.date == "" {
		if d, ok := spelling.Day(s); ok {
			return d, nil
		}
		return gevel.NoDate, fmt.Errorf("%s is no date such as 2023-01-31, 31-01-2023 or 20230131", quote(s))
	}
	t, err := time.Parse(n.date, s)
	if err != nil {
		sample := time.Date(2023, time.January, 31, 0, 0, 0, 0, time.UTC).Format(n.date)
		return gevel.NoDate, fmt.Errorf("%s is no date such as %s", quote(s), sample)
	}
	return gevel.DateOf(t), nil
}

// answer reads yes or no.
func answer(s string) (bool, error) {
	yes, ok := spelling.Yes(s)
	if !ok {
		return false, fmt.Errorf("%s is neither yes nor no", quote(s))
	}
	return yes, nil
}

// named returns the number of a name of an attribute, NaN for those that say that it is unknown.
func named(a *gevel.Attribute, s string) (float64, error) {
	v, ok := spelling.Name(a, s)
	if !ok {
		return math.NaN(), fmt.Errorf("%s is no %s", quote(s), a.Label)
	}
	return v, nil
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
	decimal, _ := spelling.SignOf(s)
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
