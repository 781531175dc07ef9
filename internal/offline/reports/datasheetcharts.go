package reports

// The charts of an edition's data.

import (
	"fmt"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// onRegisterDay names the day of the register, "" where it has none.
func onRegisterDay(s *datasheet.DataSheet) string {
	for _, source := range s.Sources {
		if source.Name == edition.SourceBAG && source.AsOf != nil {
			return " on " + source.AsOf.String()
		}
	}
	return ""
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
func salesChart(s *datasheet.DataSheet) document.Chart {
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
