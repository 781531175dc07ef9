package present

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
)

// Position is a position for JSON; null if it is not known, or outside the Netherlands.
type Position struct {
	Lon *float64 `json:"lon" doc:"degrees east, WGS84"`
	Lat *float64 `json:"lat" doc:"degrees north, WGS84"`
}

// PositionOf returns the position of a point in RD New.
func PositionOf(p gevel.Point) Position {
	if !geo.InNetherlands(p) {
		return Position{}
	}
	lat, lon := geo.ToWGS84(p)
	return Position{&lon, &lat}
}
