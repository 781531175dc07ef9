package propertyreport

// The map: the home and its references, among the buildings and the names of streets.

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/list"
)

const (
	// mapWidth and mapHeight are the size of the map's drawing, and mapMargin the free space along its border.
	mapWidth, mapHeight = 640.0, 180.0
	mapMargin           = 24.0
	// leastSpan is the least height that the map shows, metres.
	leastSpan = 200.0
	// mostSpan is the height up to which footprints are drawn, metres: beyond it they are too many and too small.
	mostSpan = 1500.0
)

// townMap is a map around a home.
type townMap struct {
	*drawing.Canvas
	home     gevel.Point
	perMetre float64
	taken    []drawing.Point // by pins and names, which no name may touch
	pins     int             // of these
}

// drawMap returns the map; none where the home's position is not known.
func (b *builder) drawMap() document.Charts {
	e := &b.report.Explanation
	home := e.Valuation.Dwelling.At
	if home == (gevel.Point{}) {
		return nil
	}
	span := leastSpan
	for _, r := range e.References {
		if r.At != (gevel.Point{}) {
			span = max(span, 2*math.Abs(r.At.X-home.X)*mapHeight/mapWidth, 2*math.Abs(r.At.Y-home.Y))
		}
	}
	m := &townMap{Canvas: drawing.New(mapWidth, mapHeight), home: home, perMetre: (mapHeight - 2*mapMargin) / span}
	m.Rect("few", drawing.NewBox(0, 0, mapWidth, mapHeight), "")
	if span <= mostSpan {
		m.buildings(b.report.Buildings, e.Valuation.Date.Year())
	}
	middle := m.place(home)
	m.taken = append(m.taken, middle)
	for _, r := range e.References {
		if r.At != (gevel.Point{}) {
			m.taken = append(m.taken, m.place(r.At))
		}
	}
	m.pins = len(m.taken)
	m.names(b.report.Streets)
	for i, r := range e.References {
		if r.At != (gevel.Point{}) {
			at := m.place(r.At)
			m.Circle("pin", at, 8, "")
			m.Text("middle", drawing.XY(at.X, at.Y+4), fmt.Sprint(i+1))
		}
	}
	m.Rect("high3", drawing.NewBox(middle.X-6, middle.Y-6, 12, 12), "")
	metres := roundMetres(span / 4)
	m.Line("measure", drawing.XY(mapMargin, mapHeight-16), drawing.XY(mapMargin+m.perMetre*float64(metres), mapHeight-16))
	m.Text("tick", drawing.XY(mapMargin, mapHeight-21), fmt.Sprintf("%d m", metres))
	return document.Charts{{Drawing: m.SVG(b.text.Map), Caption: b.text.MapNote, Wide: true}}
}

// place returns where a position is on the map.
func (m *townMap) place(at gevel.Point) drawing.Point {
	return drawing.XY(mapWidth/2+m.perMetre*(at.X-m.home.X), mapHeight/2-m.perMetre*(at.Y-m.home.Y))
}

// buildings draws the outlines of the buildings in the map that were built until a year.
func (m *townMap) buildings(table *footprint.Table, until int) {
	var homes, others [][]drawing.Point
	across, up := mapWidth/2/m.perMetre, mapHeight/2/m.perMetre
	within := footprint.BoundsOf(
		gevel.Point{X: m.home.X - across, Y: m.home.Y - up}, gevel.Point{X: m.home.X + across, Y: m.home.Y + up})
	table.Within(within, func(c *footprint.Cursor) bool {
		if c.Year > until {
			return true
		}
		rings := &others
		if c.Homes > 0 {
			rings = &homes
		}
		for corners := range c.Rings {
			ring := list.Of(corners, func(corner footprint.Corner) drawing.Point { return m.place(corner.Metres()) })
			*rings = append(*rings, ring)
		}
		return true
	})
	m.Area("level", others...)
	m.Area("spread", homes...)
}

// roundMetres returns the largest of 1, 2 and 5 times a power of ten up to a number of metres.
func roundMetres(most float64) int {
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{5, 2} {
		if times*power <= most {
			return int(times * power)
		}
	}
	return int(power)
}

// The names of streets on the map: along the homes that bear them, where there is room.

// Sizes of names, in units of the map's drawing.
const (
	letterWidth  = 4.3
	letterHeight = 9.0
	leastHomes   = 3 // of a street in the map
)

// names writes the names of streets. They come in the order of their importance.
func (m *townMap) names(streets []Street) {
	for _, s := range streets {
		middle, angle, ok := m.axis(s)
		if !ok {
			continue
		}
		half := letterWidth * float64(utf8.RuneCountInString(s.Name)) / 2
		sin, cos := math.Sincos(angle)
		var spots []drawing.Point
		fits := true
		for along := -half; along <= half && fits; along += letterHeight / 2 {
			at := drawing.XY(middle.X+along*cos, middle.Y+along*sin)
			inside := at.X > letterHeight && at.X < mapWidth-letterHeight &&
				at.Y > letterHeight && at.Y < mapHeight-3*letterHeight // above the scale
			fits = inside && free(m.taken[:m.pins], at, 1.5*letterHeight) && free(m.taken[m.pins:], at, letterHeight)
			spots = append(spots, at)
		}
		if fits {
			m.taken = append(m.taken, spots...)
			m.Turned("street", drawing.XY(middle.X, middle.Y), angle*180/math.Pi, s.Name)
		}
	}
}

// free reports whether a spot is so far apart from all that is taken.
func free(taken []drawing.Point, at drawing.Point, apart float64) bool {
	return !slices.ContainsFunc(taken, func(t drawing.Point) bool { return math.Hypot(t.X-at.X, t.Y-at.Y) < apart })
}

// axis returns the middle and the direction of a street's homes in the map; false where too few are.
func (m *townMap) axis(s Street) (middle gevel.Point, angle float64, ok bool) {
	var shown []gevel.Point
	for _, home := range s.Homes {
		if at := m.place(home); at.X >= 0 && at.X <= mapWidth && at.Y >= 0 && at.Y <= mapHeight {
			shown = append(shown, gevel.Point{X: at.X, Y: at.Y})
		}
	}
	if len(shown) < leastHomes {
		return gevel.Point{}, 0, false
	}
	middle, angle = geo.Axis(shown)
	return middle, angle, true
}
