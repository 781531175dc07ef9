// Package drawing draws the charts of a document: a few SVG shapes, and axes. The looks of shapes are classes of the
// document's style sheet, which has colours for light, dark and paper.
package drawing

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
)

// Size is a width and a height, in units that are pixels at full width.
type Size struct{ Width, Height float64 }

// The sizes of most charts.
var (
	Half = Size{520, 330}
	Full = Size{1064, 330}
)

// Canvas collects the shapes of one drawing.
type Canvas struct {
	Size
	shapes strings.Builder
}

// New returns an empty drawing.
func New(width, height float64) *Canvas { return &Canvas{Size: Size{width, height}} }

// Point is a place in a drawing.
type Point struct{ X, Y float64 }

// XY is the point at x and y.
func XY(x, y float64) Point { return Point{x, y} }

// Box is a rectangle in a drawing.
type Box struct{ X, Y, Width, Height float64 }

// NewBox is the box with its upper left corner at x and y.
func NewBox(x, y, width, height float64) Box { return Box{x, y, width, height} }

// SVG returns the drawing; label describes it for readers who can't see it.
func (c *Canvas) SVG(label string) template.HTML {
	return template.HTML(fmt.Sprintf( //nolint:gosec // escaped
		`<svg viewBox="0 0 %s %s" role="img" aria-label="%s">%s</svg>`,
		coordinate(c.Width), coordinate(c.Height), template.HTMLEscapeString(label), c.shapes.String()))
}

// Line draws a line.
func (c *Canvas) Line(class string, from, to Point) {
	fmt.Fprintf(&c.shapes, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class,
		coordinate(from.X), coordinate(from.Y), coordinate(to.X), coordinate(to.Y))
}

// Rect draws a box; its title is shown when the pointer rests on it.
func (c *Canvas) Rect(class string, b Box, title string) {
	fmt.Fprintf(&c.shapes, `<rect class="%s" x="%s" y="%s" width="%s" height="%s">%s</rect>`, class,
		coordinate(b.X), coordinate(b.Y), coordinate(b.Width), coordinate(b.Height), titled(title))
}

// Circle draws a dot, or as a ring an open one, so that a line through it stays visible.
func (c *Canvas) Circle(class string, at Point, radius float64, title string) {
	fmt.Fprintf(&c.shapes, `<circle class="%s" cx="%s" cy="%s" r="%s">%s</circle>`, class,
		coordinate(at.X), coordinate(at.Y), coordinate(radius), titled(title))
}

// Path draws a line through points.
func (c *Canvas) Path(class string, through []Point) {
	fmt.Fprintf(&c.shapes, `<path class="%s" d="%s"/>`, class, steps(through))
}

// Band fills the area between two lines.
func (c *Canvas) Band(class string, low, high []Point) {
	back := slices.Clone(high)
	slices.Reverse(back)
	c.Area(class, append(slices.Clone(low), back...))
}

// Area fills what rings enclose. A ring within another is a hole.
func (c *Canvas) Area(class string, rings ...[]Point) {
	if len(rings) == 0 {
		return
	}
	fmt.Fprintf(&c.shapes, `<path class="%s" d="`, class)
	for _, ring := range rings {
		c.shapes.WriteString(steps(ring) + "Z")
	}
	c.shapes.WriteString(`"/>`)
}

func steps(through []Point) string {
	var b strings.Builder
	for i, p := range through {
		fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], coordinate(p.X), coordinate(p.Y))
	}
	return b.String()
}

// Text writes s; class sets its alignment, see the style sheet.
func (c *Canvas) Text(class string, at Point, s string) {
	fmt.Fprintf(&c.shapes, `<text class="%s" x="%s" y="%s">%s</text>`, class,
		coordinate(at.X), coordinate(at.Y), template.HTMLEscapeString(s))
}

// Turned writes s clockwise by an angle, degrees.
func (c *Canvas) Turned(class string, at Point, angle float64, s string) {
	x, y := coordinate(at.X), coordinate(at.Y)
	fmt.Fprintf(&c.shapes, `<text class="%s" x="%s" y="%s" transform="rotate(%s %s %s)">%s</text>`, class,
		x, y, coordinate(angle), x, y, template.HTMLEscapeString(s))
}

func titled(title string) string {
	if title == "" {
		return ""
	}
	return "<title>" + template.HTMLEscapeString(title) + "</title>"
}

// coordinate formats a length to a tenth of a pixel.
func coordinate(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}
