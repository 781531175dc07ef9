package textreport

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/gevel/gevel/internal/edition/pricecheck"
)

// The edition's own prices beside those that CBS publishes.

// writePrices writes both lines of the country by year, and of regions their growth and widest gap.
func writePrices(w io.Writer, lines []pricecheck.Line) error {
	for i := range lines {
		if l := &lines[i]; l.Region == pricecheck.Country {
			if err := writeLine(w, l); err != nil {
				return err
			}
		}
	}
	return writeRegions(w, lines)
}

func writeLine(w io.Writer, l *pricecheck.Line) error {
	fmt.Fprintf(w, "\nthe %s of all sales beside that of CBS for %s\n", l.Measure, l.Name)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "year\tsales\town\tCBS\t\n")
	for _, y := range l.Years() {
		mark := ""
		if y.Provisional {
			mark = "*"
		}
		fmt.Fprintf(t, "%d\t%d\t%s\t%s%s\t\n", y.Year, y.Sales, amount(l, y.Own), amount(l, y.Published), mark)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if g, ok := l.Widest(); ok {
		fmt.Fprintf(w, "they part most from %d to %d: own %s, CBS %s\n",
			g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published))
	}
	return nil
}

// amount writes an index with a decimal and an average price without.
func amount(l *pricecheck.Line, x float64) string {
	if l.Measure == pricecheck.Index {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// mostRegions is how many regions the summary lists; the edition has all of them.
const mostRegions = 20

// writeRegions writes a row per region: its growth over all years that both have, and the widest gap.
func writeRegions(w io.Writer, lines []pricecheck.Line) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	listed, more := 0, 0
	for i := range lines {
		l := &lines[i]
		all, ok := l.Growth()
		if !ok || l.Region == pricecheck.Country {
			continue
		}
		if listed == mostRegions {
			more++
			continue
		}
		if listed == 0 {
			fmt.Fprint(t, "\nregion\tmeasure\tsales\tyears\town\tCBS\tthey part most\n")
		}
		listed++
		g, _ := l.Widest()
		fmt.Fprintf(t, "%s\t%s\t%d\t%d-%d\t%s\t%s\t%d-%d: %s and %s\n", l.Name, l.Measure, l.Sales, all.From, all.To,
			pricecheck.Percent(all.Own), pricecheck.Percent(all.Published),
			g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published))
	}
	if more > 0 {
		fmt.Fprintf(t, "and %d more\n", more)
	}
	return t.Flush()
}
