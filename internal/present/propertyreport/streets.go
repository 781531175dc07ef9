package propertyreport

import (
	"math"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/num/geo"
)

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
	for _, t := range taken {
		if math.Hypot(t.X-at.X, t.Y-at.Y) < apart {
			return false
		}
	}
	return true
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
