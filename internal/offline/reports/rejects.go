package reports

import (
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
)

// rejects has the reasons for which rows were left out, with samples.
func rejects(key, title string, left []gevel.Reject) document.Table {
	t := document.Table{Key: key, Columns: []document.Column{
		{Key: "reason", Name: title},
		{Key: "rows", Name: "rows"},
		{Key: "samples", Name: "such as", Style: document.Samples},
	}}
	for _, r := range left {
		t.Rows = append(t.Rows, []document.Cell{document.Word(r.Reason), document.Whole(r.Count), sampleCell(r)})
	}
	return t
}

// sampleCell has rows of a reject, with a mark where there are more.
func sampleCell(r gevel.Reject) document.Cell {
	text := strings.Join(r.Samples, "\n")
	if r.Count > len(r.Samples) {
		text += "\n…"
	}
	return document.Cell{Text: text, Raw: r.Samples}
}
