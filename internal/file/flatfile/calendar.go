package flatfile

import (
	"fmt"

	"github.com/gevel/gevel/internal/file/spelling"
)

// calendar is the evidence for the order of day and month in the days of a file: the first day that can be read both ways,
// and the first that shows each order.
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
