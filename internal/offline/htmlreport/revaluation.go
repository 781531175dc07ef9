package htmlreport

// The ratio study of a revaluation.

import (
	_ "embed" // the template
	"html/template"
	"io"

	"github.com/gevel/gevel/internal/offline/ratiostudy"
)

//go:embed revaluation.html.tmpl
var revaluationText string

var revaluationTemplate = parsed(revaluationText)

// revaluationView is the template's data.
type revaluationView struct {
	*ratiostudy.Result
	MadeBy     string
	Style      template.CSS
	Tiles      []tile
	Figures    []figureRow
	Promises   []promiseRow
	Dimensions []dimension
	Small      string
}

// WriteRevaluation writes the ratio study of a revaluation, made by a program and version.
func WriteRevaluation(w io.Writer, r *ratiostudy.Result, madeBy string) error {
	m := &r.Measures
	return execute(w, revaluationTemplate, revaluationView{
		Result: r, MadeBy: madeBy, Style: template.CSS(reportStyle), Tiles: tiles(m), Figures: figures(m), Promises: promises(m),
		Dimensions: dimensions(m), Small: smallSegments(m),
	})
}
