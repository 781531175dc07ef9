package features

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/gevel/gevel/internal/serve/frame"
)

// An answer as JSON, or as a page to look at.

// page is an answer in both forms.
type page struct {
	Title  string
	Doc    string
	Links  []link
	Header []string
	Rows   [][]cell
	body   any    // as JSON
	media  string // of the JSON
}

// cell is a field of a page's table.
type cell struct {
	Text string
	Href string
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// isHTML reports whether a page to look at is asked for.
func (in question) isHTML(c frame.Call) bool {
	if in.format != "" {
		return in.format == "html"
	}
	return strings.Contains(c.Header.Get("Accept"), "text/html")
}

// answer returns the answer in the form that is asked for.
func (p page) answer(c frame.Call, in question) (frame.Answer, error) {
	c.Exchange.Header().Add("Vary", "Accept")
	if !in.isHTML(c) {
		body, err := frame.Render(p.body)
		if err != nil {
			return frame.Answer{}, err
		}
		body = frame.Compress(c.Exchange.Header(), c.Header, body)
		return frame.Answer{Content: frame.Content{Media: p.media, Body: body.Bytes()}}, nil
	}
	var text bytes.Buffer
	if err := pageTemplate.Execute(&text, p); err != nil {
		return frame.Answer{}, err
	}
	body := frame.Compress(c.Exchange.Header(), c.Header, &text)
	return frame.Answer{Content: frame.Content{Media: htmlMedia, Body: body.Bytes()}}, nil
}

func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case *float64:
		if v == nil {
			return ""
		}
		return fmt.Sprint(*v)
	}
	return fmt.Sprint(value)
}
