package reports

// The few SVG shapes that charts consist of. Their looks are classes of the style sheet, which has colours
// for light, dark and paper.

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
)

// canvas collects the shapes of one drawing, in units that are pixels at full width.
type canvas struct {
	width, height float64
	shapes        strings.Builder
}

type point struct{ x, y float64 }

type box struct{ x, y, width, height float64 }

// svg returns the drawing; label describes it for readers who can't see it.
func (c *canvas) svg(label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %s %s" role="img" aria-label="%s">%s</svg>`,
		coordinate(c.width), coordinate(c.height), template.HTMLEscapeString(label), c.shapes.String()))
}

func (c *canvas) line(class string, from, to point) {
	fmt.Fprintf(&c.shapes, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class,
		coordinate(from.x), coordinate(from.y), coordinate(to.x), coordinate(to.y))
}

// rect draws a box; its title is shown when the pointer rests on it.
func (c *canvas) rect(class string, b box, title string) {
	fmt.Fprintf(&c.shapes, `<rect class="%s" x="%s" y="%s" width="%s" height="%s">%s</rect>`, class,
		coordinate(b.x), coordinate(b.y), coordinate(b.width), coordinate(b.height), titled(title))
}

// circle draws a dot, or as a ring an open one, so that a line through it stays visible.
func (c *canvas) circle(class string, at point, radius float64, title string) {
	fmt.Fprintf(&c.shapes, `<circle class="%s" cx="%s" cy="%s" r="%s">%s</circle>`, class,
		coordinate(at.x), coordinate(at.y), coordinate(radius), titled(title))
}

// path draws a line through points.
func (c *canvas) path(class string, through []point) {
	fmt.Fprintf(&c.shapes, `<path class="%s" d="%s"/>`, class, steps(through))
}

// band fills the area between two lines.
func (c *canvas) band(class string, low, high []point) {
	back := slices.Clone(high)
	slices.Reverse(back)
	fmt.Fprintf(&c.shapes, `<path class="%s" d="%sZ"/>`, class, steps(append(slices.Clone(low), back...)))
}

func steps(through []point) string {
	var b strings.Builder
	for i, p := range through {
		fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], coordinate(p.x), coordinate(p.y))
	}
	return b.String()
}

// text writes s; class sets its alignment, see the style sheet.
func (c *canvas) text(class string, at point, s string) {
	fmt.Fprintf(&c.shapes, `<text class="%s" x="%s" y="%s">%s</text>`, class,
		coordinate(at.x), coordinate(at.y), template.HTMLEscapeString(s))
}

// upright writes s upwards.
func (c *canvas) upright(class string, at point, s string) {
	x, y := coordinate(at.x), coordinate(at.y)
	fmt.Fprintf(&c.shapes, `<text class="%s" x="%s" y="%s" transform="rotate(-90 %s %s)">%s</text>`, class,
		x, y, x, y, template.HTMLEscapeString(s))
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
