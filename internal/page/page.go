// Package page shows a backtest as one self-contained HTML page: figures, charts
// drawn as SVG, tables. It asks nothing of any network, and prints.
package page

import (
	"bytes"
	_ "embed" // the template and the style
	"html/template"
	"io"

	"github.com/gevel/gevel/internal/backtest"
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

//go:embed page.html.tmpl
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Write writes the page.
func Write(w io.Writer, s Study) error {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, newView(s)); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
