// Package htmlreport writes self-contained HTML reports with figures, SVG charts and tables: of a backtest,
// an edition or a portfolio. A report loads nothing from the network, and can be printed.
package htmlreport

import (
	"bytes"
	_ "embed" // the template and the style
	"html/template"
	"io"

	"github.com/gevel/gevel/internal/offline/backtest"
)

// Study is a backtest with the facts that a reader needs about how it was made.
type Study struct {
	Name       string // of the sales
	Source     string // the sales in one line
	Command    string // repeats the study
	MadeBy     string // program and version
	Result     *backtest.Result
	Comparison *backtest.Comparison // nil without a rival
	Rival      string               // the rival's name
}

//go:embed blocks.html.tmpl
var blocks string

//go:embed study.html.tmpl
var studyText string

//go:embed report.css
var reportStyle string

var studyTemplate = parsed(studyText)

// parsed returns the template of a report, with the blocks that all reports share.
func parsed(text string) *template.Template {
	return template.Must(template.Must(template.New("report").Parse(blocks)).Parse(text))
}

// Write writes the report of a study.
func Write(w io.Writer, s Study) error {
	return execute(w, studyTemplate, newView(s))
}

// execute writes a report only if the whole of it could be made.
func execute(w io.Writer, t *template.Template, view any) error {
	var b bytes.Buffer
	if err := t.Execute(&b, view); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
