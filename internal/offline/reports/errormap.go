package reports

import (
	"fmt"
	"html/template"
	"math"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/judge/ratio"
)

const (
	// leastCell is the fewest sales of a coloured cell.
	leastCell = 10
	// goodCell is the number of sales that most cells should have.
	goodCell = 25
	// mostAcross is the most cells in width or height: smaller ones would be dots.
	mostAcross = 60
	mapHeight  = 430
)

// cellSides are the possible sides of cells, metres.
var cellSides = []float64{100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 25_000, 50_000}

type cell struct{ column, line int }

// cellMap groups the valued sales by cell of a grid.
type cellMap struct {
	side        float64
	cells       map[cell][]sample
	unplaced    int // sales without a position
	left, right int // columns of the coloured cells
	low, high   int // their rows
}

// newCellMap chooses the smallest side with which most sales are in well-filled cells; nil where none has.
func newCellMap(samples []sample) *cellMap {
	for _, side := range cellSides {
		m := &cellMap{side: side, cells: map[cell][]sample{}}
		for _, s := range samples {
			if s.at.Known() {
				at := cell{int(math.Floor(s.at.X / m.side)), int(math.Floor(s.at.Y / m.side))}
				m.cells[at] = append(m.cells[at], s)
			} else {
				m.unplaced++
			}
		}
		if len(m.cells) == 0 {
			return nil
		}
		if m.frame() && max(m.right-m.left, m.high-m.low) < mostAcross &&
			2*m.within(goodCell) >= len(samples)-m.unplaced {
			return m
		}
	}
	return nil
}

// within returns the number of sales in cells of n or more.
func (m *cellMap) within(n int) int {
	in := 0
	for _, c := range m.cells {
		if len(c) >= n {
			in += len(c)
		}
	}
	return in
}

// frame finds the part of the map with coloured cells.
func (m *cellMap) frame() bool {
	m.left, m.low, m.right, m.high = math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	for at, c := range m.cells {
		if len(c) >= leastCell {
			m.left, m.right = min(m.left, at.column), max(m.right, at.column)
			m.low, m.high = min(m.low, at.line), max(m.high, at.line)
		}
	}
	return m.left <= m.right
}

// shades are the colours of a map, as classes of the style sheet, and the bounds between them, in percent.
type shades struct {
	classes []string
	borders []float64
	label   func(border float64, decimals int) string
}

// of returns the colour of a value.
func (s shades) of(v float64) string {
	i := 0
	for i < len(s.borders) && v >= s.borders[i] {
		i++
	}
	return s.classes[i]
}

// draw colours each cell by a percentage computed from its sales.
func (m *cellMap) draw(
	colours shades, look func([]sample) (percent float64, title string), label string,
) template.HTML {
	const legendHeight, scaleHeight = 44, 26
	d := drawing.New(drawing.Half.Width, mapHeight)
	room := d.Height - legendHeight - scaleHeight
	columns, lines := float64(m.right-m.left+1), float64(m.high-m.low+1)
	size := min(d.Width/columns, room/lines)
	left, top := (d.Width-size*columns)/2, scaleHeight+(room-size*lines)/2
	for line := m.high; line >= m.low; line-- { // in a fixed order, so that the same study gives the same report
		for column := m.left; column <= m.right; column++ {
			inside := m.cells[cell{column, line}]
			if len(inside) == 0 {
				continue
			}
			at := drawing.NewBox(left+size*float64(column-m.left), top+size*float64(m.high-line), size-1, size-1)
			if len(inside) < leastCell {
				d.Rect("few", at, document.Plural(len(inside), "sale")+", too few to say")
				continue
			}
			v, title := look(inside)
			d.Rect(colours.of(v), at, title+", "+document.Plural(len(inside), "sale"))
		}
	}
	m.scale(d, size)
	colours.legend(d, d.Height-legendHeight+12)
	return d.SVG(label)
}

// scale draws a scale bar of one or more cells.
func (m *cellMap) scale(d *drawing.Canvas, size float64) {
	const shortest = 40 // pixels
	cells := math.Ceil(shortest / size)
	d.Line("measure", drawing.XY(2, 14), drawing.XY(2+size*cells, 14))
	d.Text("tick", drawing.XY(8+size*cells, 18), distance(m.side*cells))
	d.Text("tick end", drawing.XY(d.Width-2, 18), "north ↑")
}

// legend draws the colours in a row with their bounds below.
func (s shades) legend(d *drawing.Canvas, y float64) {
	each := d.Width / float64(len(s.classes))
	for i, class := range s.classes {
		d.Rect(class, drawing.NewBox(each*float64(i), y, each-1, 10), "")
	}
	for i, border := range s.borders {
		d.Text("tick middle", drawing.XY(each*float64(i+1), y+25), s.label(border, 1)+"%")
	}
}

// shaded is a map of a percentage.
func (c *charts) shaded(
	title, label, caption string, colours shades, look func([]sample) (percent float64, title string),
) document.Chart {
	m := newCellMap(c.samples)
	if m == nil {
		return document.Chart{}
	}
	return document.Chart{
		Title: title, Drawing: m.draw(colours, look, label),
		Caption: caption + " per cell of " + m.about(),
	}
}

// biasMap shows where values are too low or too high.
func (c *charts) biasMap() document.Chart {
	typical := c.report.MdAPE.Value
	colours := shades{
		classes: []string{"low3", "low2", "low1", "level", "high1", "high2", "high3"},
		borders: []float64{-typical, -typical / 2, -typical / 4, typical / 4, typical / 2, typical},
		label:   document.Signed,
	}
	return c.shaded("Where values are too low or too high", "Map of the median ratio",
		"The median of value ÷ price − 1, in percent,", colours, func(inside []sample) (float64, string) {
			bias := 100 * (quantile(inside, 0.5, sample.ratio) - 1)
			return bias, "median error " + document.Signed(bias, 1) + " %"
		})
}

// errorMap shows where errors are large.
func (c *charts) errorMap() document.Chart {
	typical := c.report.MdAPE.Value
	colours := shades{
		classes: []string{"err1", "err2", "err3", "err4", "err5"},
		borders: []float64{0.6 * typical, 0.85 * typical, 1.15 * typical, 1.5 * typical},
		label:   document.Number,
	}
	return c.shaded("Where values are far off", "Map of the median absolute error",
		"The median absolute error by price, in percent,", colours, func(inside []sample) (float64, string) {
			off := 100 * quantile(inside, 0.5, func(s sample) float64 { return math.Abs(s.ratio() - 1) })
			return off, ratio.MdAPE.English + " " + document.Number(off, 1) + " %"
		})
}

// about describes the size of the cells and the sales left out.
func (m *cellMap) about() string {
	text := fmt.Sprintf("%s; cells with fewer than %d sales are only outlined.", distance(m.side), leastCell)
	if m.unplaced > 0 {
		text += fmt.Sprintf(" %s without a position.", document.Plural(m.unplaced, "sale"))
	}
	return text
}
