// Package document holds a report as data: text, tables, charts and headline figures. It is written for a terminal or
// as one HTML page. The JSON of a report is the marshalled data that the report is built of.
package document

import (
	"fmt"
	"html/template"
)

// Document is a report.
type Document struct {
	Kind   string // what it is, such as a ratio study
	Title  string // what it is of
	Lead   string // says in a sentence or two what was done
	Blocks Blocks
	Footer Blocks // how to make it again; a terminal has just seen it

	Language string // code of its language; "" for English
	Head     Pairs  // for programs that read its page again
}

// Block is a part of a document. Blocks without content are left out.
type Block interface{ empty() bool }

// Blocks are several blocks in a row.
type Blocks []Block

// Paragraph is some text.
type Paragraph struct {
	Text string
	Size Size
}

// Say is a paragraph of a size.
func Say(size Size, format string, values ...any) Paragraph {
	return Paragraph{fmt.Sprintf(format, values...), size}
}

// Size is how loud a paragraph is.
type Size int

// The sizes.
const (
	Plain   Size = iota
	Aside        // smaller
	Fine         // smaller, and only explains the figures: a terminal leaves it out
	Loud         // larger
	Warning      // stands out
)

// List is a list of sentences.
type List []string

// Pairs are names with a value each. Pairs without a value are left out.
type Pairs []Pair

// Pair is a name with its value.
type Pair struct{ Name, Value string }

// Command is a line to type.
type Command string

// Tiles are the headline figures. Blocks below say them again, so a terminal leaves them out.
type Tiles []Tile

// Tile is a headline figure.
type Tile struct{ Name, Value, Unit, Interval, Note string }

// Charts are drawings and pictures; a terminal leaves them out.
type Charts []Chart

// Chart is a drawing or a picture with its texts.
type Chart struct {
	Title   string
	Drawing template.HTML // an SVG whose texts are escaped, or a Picture; a chart without it is left out
	Caption string
	Basis   string // number and dates of what is drawn
	Wide    bool   // takes the full width of the page
}

// Section is a part of a document under a heading.
type Section struct {
	Title  string
	Blocks Blocks
	Weight Weight
}

// Under is a section under a heading.
func Under(title string, blocks ...Block) Section { return Section{Title: title, Blocks: blocks} }

// Weight is how much a section stands out on a page.
type Weight int

// The weights.
const (
	Ordinary Weight = iota
	Part            // begins another part of the document
	Page            // begins another printed page too
	Whole           // is not broken over printed pages
)

func (b Blocks) empty() bool    { return len(b.filled()) == 0 }
func (p Paragraph) empty() bool { return p.Text == "" }
func (l List) empty() bool      { return len(l) == 0 }
func (p Pairs) empty() bool     { return len(p.Given()) == 0 }
func (c Command) empty() bool   { return c == "" }
func (t Tiles) empty() bool     { return len(t) == 0 }
func (c Charts) empty() bool    { return len(c.Drawn()) == 0 }
func (s Section) empty() bool   { return s.Blocks.empty() }

// filled returns the blocks with content.
func (b Blocks) filled() (list Blocks) {
	for _, block := range b {
		if several, ok := block.(Blocks); ok {
			list = append(list, several.filled()...)
		} else if !block.empty() {
			list = append(list, block)
		}
	}
	return list
}

// Given returns the pairs that have a value.
func (p Pairs) Given() (given Pairs) {
	for _, one := range p {
		if one.Value != "" {
			given = append(given, one)
		}
	}
	return given
}

// Drawn returns the charts that have a drawing.
func (c Charts) Drawn() (drawn Charts) {
	for _, one := range c {
		if one.Drawing != "" {
			drawn = append(drawn, one)
		}
	}
	return drawn
}
