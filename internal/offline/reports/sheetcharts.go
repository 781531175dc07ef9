package reports

// The charts of an edition's data.

import (
	"cmp"
	"fmt"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// dataCharts draws the charts of a data sheet, the index last.
func dataCharts(s *datasheet.Sheet) document.Charts {
	index := indexPath(indexLines{path: &s.Index.Market, first: 1, last: 0, beside: s.Index.Beside})
	return document.Charts{fillChart(s), typeChart(s), soldTypesChart(s), salesChart(s), index}
}

// sourceLegend names the sources of homes, followed by "unknown".
func sourceLegend(h *datasheet.Homes) []string {
	var names []string
	for _, source := range h.Sources {
		names = append(names, cmp.Or(source, "other files"))
	}
	return append(names, "unknown")
}

// bySource draws homes by source.
func bySource(s *datasheet.Sheet, title, label, caption string, rows []shareRow) document.Chart {
	legend := sourceLegend(&s.Homes)
	return document.Chart{
		Title: title, Drawing: drawShares(rows, legend, partClasses(len(legend)-1), "homes", label), Caption: caption,
		Basis: fmt.Sprintf("%s%s.", document.Plural(s.Homes.N, "home"), onRegisterDay(s)),
	}
}

// fillChart shows the share of homes with each characteristic, by source.
func fillChart(s *datasheet.Sheet) document.Chart {
	if s.Homes.N == 0 {
		return document.Chart{}
	}
	var rows []shareRow
	for _, rate := range s.Homes.FillRates {
		rows = append(rows, shareRow{
			name: rate.Label, parts: shares(s.Homes.Sources, rate.Source, s.Homes.N),
			note: document.Number(rate.Percent, 1) + " %",
		})
	}
	return bySource(s, "What is known of the homes", "Share of homes by characteristic and source",
		"The share of homes with each characteristic known, by source.", rows)
}

// typeChart shows the sources of house types.
func typeChart(s *datasheet.Sheet) document.Chart {
	var rows []shareRow
	for _, t := range s.Homes.Types {
		if t.Type != "" {
			rows = append(rows, shareRow{
				name: shortType(t.Type), parts: shares(s.Homes.Sources, t.Source, t.Homes), note: document.Count(t.Homes),
			})
		}
	}
	return bySource(s, "House types by source", "Homes by house type and source",
		"The homes of each house type, by source. The walls distinguish five types.", rows)
}

// longType is the longest name of a house type that fits beside a bar.
const longType = 21

func shortType(name string) string {
	if len(name) > longType {
		return name[:longType-1] + "…"
	}
	return name
}

// onRegisterDay names the day of the register, "" where it has none.
func onRegisterDay(s *datasheet.Sheet) string {
	for _, source := range s.Sources {
		if source.Name == edition.SourceBAG && source.AsOf != nil {
			return " on " + source.AsOf.String()
		}
	}
	return ""
}

// soldTypesChart compares the house types of sales and of all homes.
func soldTypesChart(s *datasheet.Sheet) document.Chart {
	if s.Sales.N == 0 {
		return document.Chart{}
	}
	sold := map[string]int{}
	for _, t := range s.Sales.Types {
		sold[t.Type] = t.Sales
	}
	var rows []shareRow
	for _, t := range s.Homes.Types {
		if t.Type == "" {
			continue
		}
		homes, sales := 100*float64(t.Homes)/float64(max(s.Homes.N, 1)), 100*float64(sold[t.Type])/float64(s.Sales.N)
		rows = append(rows,
			shareRow{name: shortType(t.Type), parts: []float64{homes, 0}, note: document.Number(homes, 1) + " %"},
			shareRow{parts: []float64{0, sales}, note: document.Number(sales, 1) + " %"})
	}
	return document.Chart{
		Title: "Are the sales like the homes?",
		Drawing: drawShares(rows, []string{"of the homes", "of the sales"}, []string{"part2", "part1"}, "percent",
			"Share of each house type in homes and in sales"),
		Caption: "The share of each house type among the homes and among the sales that are kept. Of a type that is sold " +
			"less than it stands the model has seen less than its share.",
		Basis: fmt.Sprintf("%s; %s.", document.Plural(s.Homes.N, "home"), document.Plural(s.Sales.N, "sale")),
	}
}

// age formats a number of days.
func age(days int) string {
	switch {
	case days < 0:
		return "ahead"
	case days >= 2*366:
		return document.Number(float64(days)/365.25, 1) + " years"
	}
	return document.Plural(days, "day")
}

// salesChart shows the number of sales per quarter.
func salesChart(s *datasheet.Sheet) document.Chart {
	quarters := s.Sales.Quarters
	if len(quarters) == 0 {
		return document.Chart{}
	}
	var held drawing.Span
	for _, q := range quarters {
		held.Hold(float64(q.Sales))
	}
	first := quarters[0].From.Month()
	x := drawing.Months("day of sale, by quarter", first, quarters[len(quarters)-1].From.Month()+2)
	p := drawing.NewPlot(drawing.Full, x, drawing.Linear("sales", held, drawing.Decimals))
	for _, q := range quarters {
		title := fmt.Sprintf("quarter from %s: %s", q.From, document.Plural(q.Sales, "sale"))
		if q.Sales > 0 {
			title += ", median price € " + amount(float64(q.Median))
		}
		at := float64(q.From.Month()-first) - 0.5
		p.Bar(at, at+3, float64(q.Sales), title)
	}
	return document.Chart{
		Title: "Sales by quarter", Drawing: p.SVG("Number of sales by quarter"), Wide: true,
		Caption: fmt.Sprintf("The sales kept after screening. In the median a sale became known %s after it.",
			age(int(s.Sales.Delay+0.5))),
		Basis: fmt.Sprintf("%s, %s to %s.", document.Plural(s.Sales.N, "sale"), s.Sales.First, s.Sales.Last),
	}
}
