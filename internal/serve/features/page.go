package features

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
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
	h := c.Exchange.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	var text bytes.Buffer
	if err := pageTemplate.Execute(&text, p); err != nil {
		return frame.Answer{}, err
	}
	body := frame.Compress(c.Exchange.Header(), c.Header, &text)
	return frame.Answer{Content: frame.Content{Media: htmlMedia, Body: body.Bytes()}}, nil
}

// policy lets the page have its own style and nothing else.
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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

// link leads from one answer to another.
type link struct {
	Href  string `json:"href"`
	Rel   string `json:"rel"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title,omitempty"`
}

// at returns the address of a path below Base.
func (f *Features) at(path string) string { return f.public + Base + path }

// bothWays returns the links of an answer to itself, in the form that it has and in the other.
func (f *Features) bothWays(path, media string, isHTML bool, query url.Values) []link {
	self := link{Href: f.with(path, query, "json"), Rel: "self", Type: media}
	other := link{Href: f.with(path, query, "html"), Rel: "alternate", Type: "text/html"}
	if isHTML {
		self.Rel, other.Rel = other.Rel, self.Rel
	}
	return []link{self, other}
}

// with returns the address of a path with a query, in a format.
func (f *Features) with(path string, query url.Values, format string) string {
	asked := url.Values{"f": {format}}
	for name, values := range query {
		if name != "f" {
			asked[name] = values
		}
	}
	return f.at(path) + "?" + asked.Encode()
}

// query returns what was asked of features, as it was spelled.
func (in question) query(c frame.Call) url.Values {
	asked := url.Values{}
	for i, p := range c.Exchange.Params.Table {
		v := c.Exchange.Params.Values[i]
		switch {
		case !v.Given || p.InPath:
		case v.Spelled != "":
			asked.Set(p.Name, v.Spelled)
		case p.Name == "valuationDate":
			asked.Set(p.Name, in.day.String())
		default:
			asked.Set(p.Name, strconv.Itoa(v.Number))
		}
	}
	return asked
}
