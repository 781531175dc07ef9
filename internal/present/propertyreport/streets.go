package propertyreport

import (
	"math"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
)

// The names of streets on the map: along the homes that bear them, where there is room.

// label is a name, turned by an angle around its middle.
type label struct {
	X, Y, Angle float64
	Text        string
}

// Sizes of names, in units of the map's drawing.
const (
	letterWidth  = 4.3
	letterHeight = 9.0
	leastHomes   = 3 // of a street in the map
)

// roomFor keeps what is drawn apart: circles that names may not touch.
type roomFor []mark

func (r roomFor) free(x, y, apart float64) bool {
	for _, m := range r {
		if math.Hypot(m.X-x, m.Y-y) < apart {
			return false
		}
	}
	return true
}

// label names the streets in the map. They come in the order of their importance.
func (m *mapView) label(streets []Street, place func(gevel.Point) mark) {
	var taken roomFor
	for _, pin := range append([]mark{m.Home}, m.References...) {
		taken = append(taken, pin)
	}
	pins := len(taken)
	for _, s := range streets {
		l, ok := labelOf(s, place)
		if !ok {
			continue
		}
		half := letterWidth * float64(utf8.RuneCountInString(s.Name)) / 2
		sin, cos := math.Sincos(l.Angle * math.Pi / 180)
		var spots roomFor
		fits := true
		for along := -half; along <= half && fits; along += letterHeight / 2 {
			x, y := l.X+along*cos, l.Y+along*sin
			inside := x > letterHeight && x < mapSize-letterHeight && y > letterHeight && y < mapSize-3*letterHeight // above the scale
			fits = inside && taken[:pins].free(x, y, 1.5*letterHeight) && taken[pins:].free(x, y, letterHeight)
			spots = append(spots, mark{X: x, Y: y})
		}
		if fits {
			taken = append(taken, spots...)
			m.Streets = append(m.Streets, l)
		}
	}
}

// labelOf places a street's name in the middle of its homes in the map and along them; false where too few are.
func labelOf(s Street, place func(gevel.Point) mark) (label, bool) {
	var shown []gevel.Point
	for _, home := range s.Homes {
		if at := place(home); at.X >= 0 && at.X <= mapSize && at.Y >= 0 && at.Y <= mapSize {
			shown = append(shown, gevel.Point{X: at.X, Y: at.Y})
		}
	}
	if len(shown) < leastHomes {
		return label{}, false
	}
	middle, angle := geo.Axis(shown)
	return label{middle.X, middle.Y, angle * 180 / math.Pi, s.Name}, true
}
