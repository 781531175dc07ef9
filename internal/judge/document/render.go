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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
	head, body, _ := strings.Cut(b.String(), "<body>")
	_, err := io.WriteString(w, head+"<body>"+fallen.ReplaceAllStringFunc(together.Replace(body), trueMinus))
	return err
}

// together keeps an amount or a number on one line with its unit.
var together = strings.NewReplacer("- € ", "−\u00a0€\u00a0", "&#43; € ", "+\u00a0€\u00a0", "€ ", "€\u00a0", " %", "\u00a0%",
	" m²", "\u00a0m²", " / m²", "\u00a0/\u00a0m²")

// fallen is a percentage below 0.
var fallen = regexp.MustCompile(`-[\d.,]+\x{a0}%`)

func trueMinus(number string) string { return "−" + number[1:] }

// pictures are the media types that a browser shows and that contain no program.
var pictures = []string{"image/jpeg", "image/png", "image/webp"}

// Picture is a picture for a chart: JPEG, PNG or WebP. label describes it for readers who can't see it.
// Error: gevel.Internal for what is no picture.
func Picture(picture []byte, label string) (template.HTML, error) {
	media := http.DetectContentType(picture)
	if !slices.Contains(pictures, media) {
		return "", gevel.Failure(gevel.Internal, "", "it is no picture but %s", media)
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

// WriteText writes the document for a terminal: headings in capitals, tables aligned, without tiles and charts.
func (d *Document) WriteText(w io.Writer) error {
	t := &text{}
	t.line(d.Kind + ": " + d.Title)
	t.line(d.Lead)
	t.blocks(d.Blocks)
	_, err := w.Write(t.Bytes())
	return err
}

// text collects lines. Prose follows prose or a heading at once; all else stands apart.
type text struct {
	bytes.Buffer
	prose bool
}

func (t *text) blocks(blocks Blocks) {
	for _, b := range blocks.filled() {
		switch b := b.(type) {
		case Paragraph:
			if b.Size != Fine {
				t.line(b.Text)
			}
		case List:
			t.apart()
			for _, item := range b {
				t.line(item)
			}
			t.prose = false
		case Pairs:
			for _, pair := range b.Given() {
				t.line(pair.Name + ": " + pair.Value)
			}
		case Command:
			t.line(string(b))
		case Table:
			if !b.Drawn {
				t.table(&b)
			}
		case Section:
			t.heading(b.Title)
			t.blocks(b.Blocks)
		}
	}
}

// apart begins with an empty line what does not follow at once.
func (t *text) apart() {
	if t.Len() > 0 {
		t.WriteByte('\n')
	}
	t.prose = true
}

func (t *text) heading(title string) {
	t.apart()
	t.line(strings.ToUpper(title))
}

func (t *text) line(line string) {
	if line == "" {
		return
	}
	if !t.prose {
		t.apart()
	}
	t.WriteString(plain(line) + "\n")
}

// plain replaces the characters of a printer by the ones of a keyboard.
var plain = strings.NewReplacer(thin, "", "\u00a0", " ", "−", "-", "–", "-").Replace

// gap is the room between columns.
const gap = "  "

func (t *text) table(table *Table) {
	t.apart()
	columns, rows := table.narrow()
	more := 0
	if table.Short > 0 {
		more = max(0, len(table.Rows)-table.Short)
	}
	rows = rows[:len(rows)-more]
	width := make([]int, len(columns))
	for i := range columns {
		for _, row := range rows {
			width[i] = max(width[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			room := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			switch {
			case i == 0:
				line.WriteString(cell + room)
			case columns[i].Style == Words || columns[i].Style == Samples: // texts, to be read from the left
				line.WriteString(gap + cell + room)
			default:
				line.WriteString(gap + room + cell)
			}
		}
		if trimmed := strings.TrimRight(line.String(), " "); trimmed != "" {
			t.WriteString(trimmed + "\n")
		}
	}
	if more > 0 {
		t.WriteString(strconv.Itoa(more) + " more\n")
	}
	t.prose = false
}

// narrow returns the columns for which a terminal has room, and their names and cells as texts.
func (t *Table) narrow() (columns []Column, rows [][]string) {
	rows = make([][]string, 1+len(t.Rows))
	for i, c := range t.Columns {
		if c.Style == Meanings || c.Style == Margins {
			continue
		}
		if len(columns) == 0 && c.Name == "" {
			c.Name = t.Title
		}
		columns, rows[0] = append(columns, c), append(rows[0], plain(c.Name))
		for k, row := range t.Rows {
			rows[k+1] = append(rows[k+1], row[i].terminal())
		}
	}
	return columns, rows
}

// terminal is the cell for a terminal: its first line, in capitals where a standard or promise is broken.
func (c Cell) terminal() string {
	first, _, _ := strings.Cut(c.Text, "\n")
	if c.Tone == Bad {
		first = strings.ToUpper(first)
	}
	return plain(first)
}
