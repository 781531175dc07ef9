package htmlreport

// The report of a portfolio of loans.

import (
	_ "embed" // the template
	"fmt"
	"html/template"
	"io"

	"github.com/gevel/gevel/internal/present/portfoliotext"
	"github.com/gevel/gevel/internal/value/portfolio"
)

//go:embed portfolio.html.tmpl
var portfolioText string

var portfolioTemplate = template.Must(parsedWith(portfolioText, template.FuncMap{
	"amount": func(v float64) string { return portfoliotext.Amount(int64(v)) }, "euros": portfoliotext.Amount, "percent": portfoliotext.Percent, "share": func(v float64) string { return portfoliotext.Percent(&v) },
	"bookRows": portfoliotext.BookRows,
}))

// parsedWith is parsed for a template that calls functions.
func parsedWith(text string, f template.FuncMap) (*template.Template, error) {
	t, err := template.New("report").Funcs(f).Parse(blocks)
	if err != nil {
		return nil, err
	}
	return t.Parse(text)
}

// Portfolio is a portfolio with the facts that a reader needs about its valuation.
type Portfolio struct {
	portfolio.Summary
	Name    string // of the file
	Edition string // its id
	Date    string // the valuation date
	MadeBy  string
}

// portfolioView is the template's data.
type portfolioView struct {
	*Portfolio
	Style template.CSS
	Tiles []tile
}

// Totals are the summary, for a function of the template.
func (p *Portfolio) Totals() *portfolio.Summary { return &p.Summary }

// WritePortfolio writes the report of a portfolio. The same portfolio gives the same report.
func WritePortfolio(w io.Writer, p Portfolio) error {
	above := p.Now.Above[len(p.Now.Above)-1]
	return execute(w, portfolioTemplate, portfolioView{Portfolio: &p, Style: template.CSS(reportStyle), Tiles: []tile{
		{Name: "Homes", Value: count(p.Homes), Note: fmt.Sprintf("%s valued", count(p.Valued))},
		{Name: "Exposure", Value: "€\u00a0" + millions(p.Exposure), Unit: "million", Note: fmt.Sprintf("%s of it on homes without a value", portfoliotext.Amount(p.Exposure-p.ExposureValued))},
		{Name: "Loan to value", Value: portfoliotext.Percent(p.Now.LTV), Note: "mean, weighed by the loans"},
		{Name: "Above 100 %", Value: portfoliotext.Percent(&above.Share), Note: fmt.Sprintf("of the exposure, %s", plural(above.Homes, "home"))},
	}})
}

func millions(euros int64) string { return number(float64(euros)/1e6, 1) }
