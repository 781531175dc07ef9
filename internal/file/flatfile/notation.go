package flatfile

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Notation is how a file writes numbers and dates.
type Notation struct {
	decimal spelling.Sign  // of all the file's numbers, NoSign when they show it themselves
	date    string         // layout of package time, "" for the usual forms
	order   spelling.Order // of the usual forms, as the file's own days show it
	iso     bool           // days may be as workbooks have them, whatever the layout
}

// Number reads a finite number, with or without thousands grouped and a euro sign. The
// decimal sign is the file's if that is given, else the one that the number itself shows,
// else the column's.
func (n Notation) Number(s string, column spelling.Sign) (float64, error) {
	decimal := n.decimal
	if decimal == spelling.NoSign {
		var sure bool
		if decimal, sure = spelling.SignOf(s); !sure {
			decimal = column
		}
		if !sure && column == spelling.NoSign {
			return 0, fmt.Errorf("%s may be %s", spelling.Quote(s), spelling.Readings(s))
		}
	}
	v, ok := spelling.Number(s, decimal)
	switch {
	case ok:
		return v, nil
	case !strings.ContainsAny(s, "0123456789"): // NA, NULL, -
		return 0, fmt.Errorf("%s is no number; unknown is written as an empty field", spelling.Quote(s))
	case n.decimal == spelling.NoSign:
		return 0, fmt.Errorf("%s is no number", spelling.Quote(s))
	}
	return 0, fmt.Errorf("%s is no number with decimal sign %q", spelling.Quote(s), string(n.decimal))
}

// Day reads a date, in the file's own layout or in one of the usual forms.
func (n Notation) Day(s string) (gevel.Date, error) {
	if n.date == "" {
		return spelling.Day(s, n.order)
	}
	plain, err := spelling.WithoutMidnight(s)
	if err != nil {
		return gevel.NoDate, err
	}
	t, err := time.Parse(n.date, plain)
	if err != nil && n.iso {
		t, err = time.Parse(time.DateOnly, plain)
	}
	if err != nil {
		sample := time.Date(2023, time.January, 31, 0, 0, 0, 0, time.UTC).Format(n.date)
		return gevel.NoDate, fmt.Errorf("%s is no date such as %s", spelling.Quote(s), sample)
	}
	return gevel.DateOf(t), nil
}

// named returns the number of a name of an attribute, NaN for those that say that it is unknown.
func named(a *gevel.Attribute, s string) (float64, error) {
	v, ok := spelling.Name(a, s)
	switch {
	case ok:
		return v, nil
	case a.Column != "build_type":
		return math.NaN(), fmt.Errorf("%s is no %s", spelling.Quote(s), a.Label)
	case spelling.IsNoHome(s):
		return math.NaN(), fmt.Errorf("%s is no home", spelling.Quote(s))
	}
	return math.NaN(), fmt.Errorf("%s %w", spelling.Quote(s), errNoType)
}

// errNoType is the error for a text without a house type in it.
var errNoType = errors.New("is no house type")
