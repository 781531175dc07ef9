// Package document holds a report as data: text, tables, charts and headline figures. It is written for a terminal, as
// one HTML page, or as JSON.
package document

import "html/template"

// Document is a report.
type Document struct {
	Kind   string // what it is, such as a ratio study
	Title  string // what it is of
	Lead   string // says in a sentence or two what was done
	Blocks []Block
	Footer []Block // how to make it again; a terminal has just seen it
}

// Block is a part of a document. Blocks without content are left out.
type Block interface{ empty() bool }

// Paragraph is some text.
type Paragraph struct {
	Text string
	Size Size
}

// Size is how loud a paragraph is.
type Size int

// The sizes.
const (
	Plain Size = iota
	Aside      // smaller
	Fine       // smaller, and only explains the figures: a terminal leaves it out
	Loud       // larger
)

// List is a list of sentences.
type List struct {
	Key   string
	Items []string
}

// Command is a line to type.
type Command string

// Tiles are the headline figures. Blocks below say them again, so a terminal leaves them out.
type Tiles []Tile

// Tile is a headline figure.
type Tile struct{ Name, Value, Unit, Interval, Note string }

// Charts are drawings; a terminal and JSON leave them out.
type Charts []Chart

// Chart is a drawing with its texts.
type Chart struct {
	Title   string
	Drawing template.HTML // an SVG whose texts are escaped
	Caption string
	Basis   string // number and dates of what is drawn
	Wide    bool   // takes the full width of the page
}

// Section is a part of a document under a heading.
type Section struct {
	Key    string // unique within its parent
	Title  string
	Blocks []Block
	Weight Weight
}

// Weight is how much a section stands out on a page.
type Weight int

// The weights.
const (
	Ordinary Weight = iota
	Part            // begins another part of the document
	Page            // begins another printed page too
)

func (p Paragraph) empty() bool { return p.Text == "" }
func (l List) empty() bool      { return len(l.Items) == 0 }
func (c Command) empty() bool   { return c == "" }
func (t Tiles) empty() bool     { return len(t) == 0 }
func (c Charts) empty() bool    { return len(c) == 0 }
func (s Section) empty() bool   { return len(filled(s.Blocks)) == 0 }

// filled returns the blocks with content.
func filled(blocks []Block) []Block {
	var list []Block
	for _, b := range blocks {
		if !b.empty() {
			list = append(list, b)
		}
	}
	return list
}
