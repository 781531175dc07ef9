// Package htmlreport shows a backtest, and what an edition is made of, as one self-contained HTML page
// each: figures, charts drawn as SVG, tables. It asks nothing of any network, and prints.
package htmlreport

import (
	"bytes"
	_ "embed" // the template and the style
	"html/template"
	"io"

	"github.com/gevel/gevel/internal/offline/backtest"
)

// Study is a backtest and what a reader needs to know about how it was made.
type Study struct {
	Name       string // of the sales
	Source     string // the sales in one line
	Command    string // that makes the study again
	MadeBy     string // program and version
	Result     *backtest.Result
	Comparison *backtest.Comparison // nil without a rival
	Rival      string               // the rival's name
}

//go:embed blocks.html.tmpl
var blocks string

//go:embed page.html.tmpl
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = parsed(pageText)

// parsed returns the template of a page, with the blocks that all pages may use.
func parsed(text string) *template.Template {
	return template.Must(template.Must(template.New("page").Parse(blocks)).Parse(text))
}

// Write writes the page.
func Write(w io.Writer, s Study) error {
	return execute(w, pageTemplate, newView(s))
}

// execute writes a page when all of it could be made.
func execute(w io.Writer, t *template.Template, view any) error {
	var b bytes.Buffer
	if err := t.Execute(&b, view); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
