package reports

// The edition's own prices beside those that CBS publishes.

import (
	"fmt"

	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/judge/document"
)

// prices has both lines of the country by year, and of regions their growth and widest gap.
func prices(lines []pricecheck.Line) (blocks []document.Block) {
	for i := range lines {
		if l := &lines[i]; l.Region == pricecheck.Country {
			blocks = append(blocks, pricesByYear(l))
			if g, ok := l.Widest(); ok {
				blocks = append(blocks, document.Paragraph{Text: fmt.Sprintf("they part most from %d to %d: own %s, CBS %s",
					g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published))})
			}
		}
	}
	return append(blocks, pricesByRegion(lines))
}

func pricesByYear(l *pricecheck.Line) document.Table {
	t := document.Table{Key: "prices " + string(l.Measure), Columns: []document.Column{
		{Key: "year", Name: fmt.Sprintf("the %s of all sales beside that of CBS for %s", l.Measure, l.Name)},
		{Key: "sales", Name: "sales"}, {Key: "own", Name: "own"}, {Key: "published", Name: "CBS"},
	}}
	decimals := 0
	if l.Measure == pricecheck.Index {
		decimals = 1
	}
	for _, y := range l.Years() {
		published := document.Float(y.Published, decimals)
		if y.Provisional {
			published.Text += "*"
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(fmt.Sprint(y.Year)), document.Whole(int(y.Sales)), document.Float(y.Own, decimals), published,
		})
	}
	return t
}

// mostRegions is how many regions a terminal lists.
const mostRegions = 20

// pricesByRegion has of each region its growth over all years that both have, and the widest gap.
func pricesByRegion(lines []pricecheck.Line) document.Table {
	t := document.Table{Key: "regions", Short: mostRegions, Columns: []document.Column{
		{Key: "region", Name: "region"}, {Key: "measure", Name: "measure", Style: document.Words}, {Key: "sales", Name: "sales"},
		{Key: "years", Name: "years"}, {Key: "own", Name: "own"}, {Key: "published", Name: "CBS"},
		{Key: "widest", Name: "they part most", Style: document.Words},
	}}
	for i := range lines {
		l := &lines[i]
		all, ok := l.Growth()
		if !ok || l.Region == pricecheck.Country {
			continue
		}
		g, _ := l.Widest()
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(l.Name), document.Word(string(l.Measure)), document.Whole(l.Sales), document.Word(fmt.Sprintf("%d-%d", all.From, all.To)),
			{Text: pricecheck.Percent(all.Own), Raw: all.Own}, {Text: pricecheck.Percent(all.Published), Raw: all.Published},
			document.Word(fmt.Sprintf("%d-%d: %s and %s", g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published))),
		})
	}
	return t
}
