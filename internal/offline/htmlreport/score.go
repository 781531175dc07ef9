package htmlreport

// The score of vendors' values.

import (
	_ "embed" // the template
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/offline/score"
)

//go:embed score.html.tmpl
var scoreText string

var scoreTemplate = parsed(scoreText)

// scoreView is the template's data.
type scoreView struct {
	*score.Result
	Style   template.CSS
	Line    string // that repeats it
	Vendors []vendorView
	Beside  *besideView // nil with one vendor
}

// vendorView is a vendor with its figures in words.
type vendorView struct {
	*score.Vendor
	Tiles      []tile
	Figures    []figureRow
	Promises   []promiseRow
	Dimensions []dimension
	Small      string
	Decision   decisionView
}

// besideView has vendors side by side.
type besideView struct {
	N         string
	Columns   []string
	Rows      []besideRow
	Pairs     []string
	Intervals string
}

type besideRow struct {
	Name    string
	Figures []string
}

// WriteScore writes the score as one HTML page.
func WriteScore(w io.Writer, r *score.Result) error {
	v := scoreView{Result: r, Style: template.CSS(reportStyle), Line: strings.Join(r.Command, " ")}
	for i := range r.Vendors {
		m := &r.Vendors[i].Measures
		v.Vendors = append(v.Vendors, vendorView{
			Vendor: &r.Vendors[i], Tiles: tiles(m), Figures: figures(m), Dimensions: dimensions(m),
			Small: smallSegments(m), Decision: newDecisionView(&r.Vendors[i].Decision),
			Promises: slices.DeleteFunc(promises(m), func(p promiseRow) bool { return p.Sales == count(0) }),
		})
	}
	if r.Common != nil {
		v.Beside = newBesideView(r.Common)
	}
	return execute(w, scoreTemplate, v)
}

func newBesideView(c *score.Common) *besideView {
	v := &besideView{N: count(c.N), Intervals: c.Intervals}
	columns := score.CommonColumns()
	for _, column := range columns {
		v.Columns = append(v.Columns, column.Name)
	}
	for i := range c.Vendors {
		row := besideRow{Name: c.Vendors[i].Name}
		for _, column := range columns {
			row.Figures = append(row.Figures, figure(column.Of(&c.Vendors[i].Summary), column.Decimals))
		}
		v.Rows = append(v.Rows, row)
	}
	for i := range c.Pairs {
		v.Pairs = append(v.Pairs, c.Pairs[i].Sentence())
	}
	return v
}
