package reports

// The charts of an edition's data.

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// dataCharts draws the charts of a sheet's data, the index last.
func dataCharts(s *datasheet.Sheet) document.Charts {
	var drawn document.Charts
	for _, draw := range []func(*datasheet.Sheet) (document.Chart, bool){
		fillChart, typeChart, soldTypesChart, ageChart, salesChart, sheetIndex,
	} {
		if one, ok := draw(s); ok {
			drawn = append(drawn, one)
		}
	}
	return drawn
}

func sheetIndex(s *datasheet.Sheet) (document.Chart, bool) {
	return indexPath(indexLines{path: &s.Index.Market, first: 1, last: 0, beside: s.Index.Beside})
}

// sourceLegend names the sources of homes, followed by "unknown".
func sourceLegend(h *datasheet.Homes) []string {
	var names []string
	for _, source := range h.Sources {
		if source == "" {
			names = append(names, "other files")
		} else {
			names = append(names, source)
		}
	}
	return append(names, "unknown")
}

// fillChart shows the share of homes with each characteristic, by source.
func fillChart(s *datasheet.Sheet) (document.Chart, bool) {
	var rows []shareRow
	for _, rate := range s.Homes.FillRates {
		rows = append(rows, shareRow{
			name: rate.Label, parts: shares(s.Homes.Sources, rate.Source, s.Homes.N), whole: float64(s.Homes.N),
			note: document.Number(rate.Percent, 1) + " %",
		})
	}
	legend := sourceLegend(&s.Homes)
	return document.Chart{
		Title:   "What is known of the homes",
		Drawing: drawShares(rows, legend, partClasses(len(legend)-1), "homes", "Share of homes by characteristic and source"),
		Caption: "The share of homes with each characteristic known, by source.",
		Basis:   basisOfHomes(s),
	}, len(rows) > 0 && s.Homes.N > 0
}

// typeChart shows the sources of house types.
func typeChart(s *datasheet.Sheet) (document.Chart, bool) {
	var rows []shareRow
	most := 0
	for _, t := range s.Homes.Types {
		most = max(most, t.Homes)
	}
	for _, t := range s.Homes.Types {
		if t.Type == "" {
			continue
		}
		rows = append(rows, shareRow{
			name: shortType(t.Type), parts: shares(s.Homes.Sources, t.Source, t.Homes),
			whole: float64(most), note: document.Count(t.Homes),
		})
	}
	legend := sourceLegend(&s.Homes)
	return document.Chart{
		Title:   "House types by source",
		Drawing: drawShares(rows, legend, partClasses(len(legend)-1), "homes", "Homes by house type and source"),
		Caption: "The homes of each house type, by source. The walls distinguish five types.",
		Basis:   basisOfHomes(s),
	}, len(rows) > 0
}

// longType is the longest name of a house type that fits beside a bar.
const longType = 21

func shortType(name string) string {
	if len(name) > longType {
		return name[:longType-1] + "…"
	}
	return name
}

func basisOfHomes(s *datasheet.Sheet) string {
	return fmt.Sprintf("%s%s.", document.Plural(s.Homes.N, "home"), onRegisterDay(s))
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
func soldTypesChart(s *datasheet.Sheet) (document.Chart, bool) {
	sold := map[string]int{}
	for _, t := range s.Sales.Types {
		sold[t.Type] = t.Sales
	}
	var rows []shareRow
	most := 0.0
	for _, t := range s.Homes.Types {
		if t.Type == "" {
			continue
		}
		homes, sales := 100*float64(t.Homes)/float64(max(s.Homes.N, 1)), 100*float64(sold[t.Type])/float64(max(s.Sales.N, 1))
		most = max(most, homes, sales)
		rows = append(rows,
			shareRow{name: shortType(t.Type), parts: []float64{homes, 0}, note: document.Number(homes, 1) + " %"},
			shareRow{parts: []float64{0, sales}, note: document.Number(sales, 1) + " %"})
	}
	for i := range rows {
		rows[i].whole = most
	}
	return document.Chart{
		Title: "Are the sales like the homes?",
		Drawing: drawShares(rows, []string{"of the homes", "of the sales"}, []string{"part2", "part1"}, "percent",
			"Share of each house type in homes and in sales"),
		Caption: "The share of each house type among the homes and among the sales that are kept. Of a type that is sold " +
			"less than it stands the model has seen less than its share.",
		Basis: fmt.Sprintf("%s; %s.", document.Plural(s.Homes.N, "home"), document.Plural(s.Sales.N, "sale")),
	}, len(rows) > 0 && s.Sales.N > 0
}

// ageChart shows the age of the data.
func ageChart(s *datasheet.Sheet) (document.Chart, bool) {
	var names []string
	var ages []int
	for _, source := range s.Sources {
		if source.AgeDays != nil {
			names, ages = append(names, source.Label), append(ages, *source.AgeDays)
		}
	}
	names, ages = append(names, "newest model"), append(ages, s.Model.AgeDays)
	rows, most := make([]shareRow, len(ages)), float64(slices.Max(ages))
	for i, days := range ages {
		rows[i] = shareRow{name: names[i], parts: []float64{max(0, float64(days))}, whole: most, note: age(days)}
	}
	return document.Chart{
		Title:   "How old the data is",
		Drawing: drawShares(rows, []string{"days"}, []string{"part1"}, "days", "Age of each source"),
		Caption: "The days since each source's as-of date, and since the newest model's date; for sales, since the last " +
			"day on which a sale became known, which is also the index's last day.",
		Basis: fmt.Sprintf("Counted on %s.", s.Day),
	}, true
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
func salesChart(s *datasheet.Sheet) (document.Chart, bool) {
	quarters := s.Sales.Quarters
	if len(quarters) == 0 {
		return document.Chart{}, false
	}
	most := 0
	for _, q := range quarters {
		most = max(most, q.Sales)
	}
	first := quarters[0].From.Month()
	x := monthAxis(first, quarters[len(quarters)-1].From.Month()+2)
	x.name = "day of sale, by quarter"
	p := newPlot(fullWidth, x, linear("sales", 0, float64(most), decimals))
	for _, q := range quarters {
		at := float64(q.From.Month()-first) - 0.5
		a, b := p.at(at, float64(q.Sales)), p.at(at+3, 0)
		title := fmt.Sprintf("quarter from %s: %s", q.From, document.Plural(q.Sales, "sale"))
		if q.Sales > 0 {
			title += ", median price € " + amount(float64(q.Median))
		}
		p.rect("bar", box{a.x + 0.5, a.y, b.x - a.x - 1, b.y - a.y}, title)
	}
	return document.Chart{
		Title: "Sales by quarter", Drawing: p.svg("Number of sales by quarter"), Wide: true,
		Caption: fmt.Sprintf("The sales kept after screening. In the median a sale became known %s after it.",
			age(int(s.Sales.Delay+0.5))),
		Basis: fmt.Sprintf("%s, %s to %s.", document.Plural(s.Sales.N, "sale"), s.Sales.First, s.Sales.Last),
	}, true
}
