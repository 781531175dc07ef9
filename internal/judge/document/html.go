package document

import (
	"bytes"
	"cmp"
	_ "embed" // the page and its style
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"kind": kindOf, "filled": Blocks.filled, "class": Column.class, "verdict": Tone.class,
	"language": func(code string) string { return cmp.Or(code, "en") },
	"style":    func() template.CSS { return template.CSS(pageStyle) }, //nolint:gosec // our own
	"lines":    func(text string) []string { return strings.Split(text, "\n") },
}).Parse(pageText))

// WriteHTML writes the document as one page that loads nothing from the network and can be printed; nothing is written
// if the whole of it can't be made.
func (d *Document) WriteHTML(w io.Writer) error {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, d); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// pictures are the media types that a browser shows and that contain no program.
var pictures = []string{"image/jpeg", "image/png", "image/webp"}

// Picture is a picture for a chart: JPEG, PNG or WebP. label describes it for readers who can't see it.
// Error: gevel.Internal for what is no picture.
func Picture(picture []byte, label string) (template.HTML, error) {
	media := http.DetectContentType(picture)
	if !slices.Contains(pictures, media) {
		return "", &gevel.Error{Code: gevel.Internal, Message: "it is no picture but " + media}
	}
	return template.HTML(fmt.Sprintf( //nolint:gosec // escaped
		`<img src="data:%s;base64,%s" alt="%s">`,
		media, base64.StdEncoding.EncodeToString(picture), template.HTMLEscapeString(label))), nil
}

func kindOf(b Block) string {
	switch b := b.(type) {
	case Paragraph:
		return [...]string{Plain: "plain", Aside: "aside", Fine: "aside", Loud: "lead", Warning: "warning"}[b.Size]
	case List:
		return "list"
	case Pairs:
		return "pairs"
	case Command:
		return "command"
	case Tiles:
		return "tiles"
	case Charts:
		return "charts"
	case Table:
		return "table"
	}
	return "section"
}

// class is the class of a column's cells in the style sheet.
func (c Column) class() string {
	return [...]string{
		Words: "left", Range: "faint", Barred: "barred", Samples: "samples", Meanings: "meaning", Margins: "faint",
	}[c.Style]
}

// class is the class of a verdict.
func (t Tone) class() string {
	return [...]string{NoVerdict: "", Neutral: "verdict", Good: "verdict kept", Bad: "verdict broken", Soft: "faint"}[t]
}
