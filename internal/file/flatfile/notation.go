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

// Number reads a finite number, with or without thousands grouped and a euro sign. The decimal sign is the file's
// if that is given, else the one that the number itself shows, else the column's.
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
		return math.NaN(), fmt.Errorf("%s %w", spelling.Quote(s), errNoHome)
	}
	return math.NaN(), fmt.Errorf("%s %w", spelling.Quote(s), errNoType)
}

var (
	errNoType = errors.New("is no house type") // a text without a house type in it
	errNoHome = errors.New("is no home")
)

// Files with more rejected rows than allowed are refused: a wrong mapping must not make an edition of the few rows
// that it happens to fit.
//
// Files of one source are judged together when all are read: of a file a day, two bad rows of three say nothing. None is judged
// sooner. Files are often in an order, such as all auctions first, so that its first rows say little of the others. And that
// the others can't make up for them is sure only near the end: a row may be as short as its delimiters, and a gzipped
// one takes hardly a bit. What is rejected takes no memory meanwhile.

// CheckRejects returns an error when more than a share of the rows of files are rejected, but for those
// that are excused; an unknown share is no limit.
func CheckRejects(most gevel.Opt[float64], files ...*Reader) error {
	var all gevel.Rejects
	rejected, rows, name := 0, 0, files[0].Name
	for _, f := range files {
		all.Merge(f.Rejects)
		rejected, rows = rejected+f.Rejects.Total()-f.Excused, rows+f.Rows
	}
	if len(files) > 1 {
		name = fmt.Sprintf("%d files", len(files))
	}
	if !most.Known || float64(rejected) <= most.V*float64(rows) {
		return nil
	}
	list := all.List()
	return fmt.Errorf("%d of the %d rows of %s are rejected, more than the %g %% allowed: %s; such as %s; mend the mapping, "+
		"or allow more with max_reject_share in the build file",
		rejected, rows, name, 100*most.V, Reasons(list), list[0].Samples[0])
}

// Reasons names reasons with their counts, "none" when there are none.
func Reasons(rejects []gevel.Reject) string {
	if len(rejects) == 0 {
		return "none"
	}
	texts := make([]string, len(rejects))
	for i, r := range rejects {
		texts[i] = fmt.Sprintf("%s %d", r.Reason, r.Count)
	}
	return strings.Join(texts, ", ")
}

// calendar is the evidence for the order of day and month in the days of a file: the first day that can be read both
// ways, and the first that shows each order.
type calendar struct {
	twofold, dayFirst, monthFirst witness
	column                        string // of the twofold one
}

// hear notes which order a day shows.
func (c *calendar) hear(line int, column, text string) {
	switch order, twofold := spelling.OrderOf(text); {
	case twofold && c.twofold.line == 0:
		c.column = column
		c.twofold.set(line, text)
	case order == spelling.DayFirst:
		c.dayFirst.set(line, text)
	case order == spelling.MonthFirst:
		c.monthFirst.set(line, text)
	}
}

// verdict returns the order of the file's days; spelling.UnknownOrder when each shows its own.
func (c *calendar) verdict() (spelling.Order, error) {
	day, month := c.dayFirst.line > 0, c.monthFirst.line > 0
	switch {
	case day && !month:
		return spelling.DayFirst, nil
	case month && !day:
		return spelling.MonthFirst, nil
	case c.twofold.line == 0:
		return spelling.UnknownOrder, nil
	}
	why := "no other day of the file shows which"
	if day {
		why = fmt.Sprintf("the file has both orders, in line %d (%s) and line %d (%s)",
			c.dayFirst.line, spelling.Quote(c.dayFirst.text), c.monthFirst.line, spelling.Quote(c.monthFirst.text))
	}
	_, err := spelling.Day(c.twofold.text, spelling.UnknownOrder)
	return 0, fmt.Errorf("line %d: %s: %w, or give date: DD/MM/YYYY or MM/DD/YYYY in the mapping of a build file, as %s",
		c.twofold.line, c.column, err, why)
}
