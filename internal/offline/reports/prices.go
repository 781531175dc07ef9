package reports

// The edition's own prices beside those that CBS publishes.

import (
	"fmt"

	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/judge/document"
)

// prices has both lines of the country by year, and of regions their growth and widest gap.
func prices(lines []pricecheck.Line) (blocks document.Blocks) {
	for i := range lines {
		if l := &lines[i]; l.Region == pricecheck.Country {
			blocks = append(blocks, pricesByYear(l))
			if g, ok := l.Widest(); ok {
				blocks = append(blocks, line("they part most from %d to %d: own %s, CBS %s",
					g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published)))
			}
		}
	}
	return append(blocks, pricesByRegion(lines))
}

func pricesByYear(l *pricecheck.Line) document.Table {
	t := document.NewTable(fmt.Sprintf("the %s of all sales beside the figure of CBS for %s", l.Measure, l.Name), "sales",
		"own", "CBS")
	decimals := 0
	if l.Measure == pricecheck.Index {
		decimals = 1
	}
	for _, y := range l.Years() {
		published := document.Number(y.Published, decimals)
		if y.Provisional {
			published += "*"
		}
		t.Add(fmt.Sprint(y.Year), y.Sales, document.Number(y.Own, decimals), published)
	}
	return t
}

// mostRegions is how many regions a terminal lists.
const mostRegions = 20

// pricesByRegion has of each region its growth over all years that both have, and the widest gap.
func pricesByRegion(lines []pricecheck.Line) document.Table {
	t := document.NewTable("region", document.Words.Column("measure"), "sales", "years", "own", "CBS",
		document.Words.Column("they part most"))
	t.Short = mostRegions
	for i := range lines {
		l := &lines[i]
		all, ok := l.Growth()
		if !ok || l.Region == pricecheck.Country {
			continue
		}
		g, _ := l.Widest()
		t.Add(l.Name, l.Measure, l.Sales, fmt.Sprintf("%d-%d", all.From, all.To),
			pricecheck.Percent(all.Own), pricecheck.Percent(all.Published),
			fmt.Sprintf("%d-%d: %s and %s", g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published)))
	}
	return t
}
