package tile

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
)

const (
	// minBuildingZoom is the first zoom level with buildings: on lower ones a tile would take a megabyte.
	minBuildingZoom = 14
	// allBuildingsZoom is the first zoom level with all buildings. Lower levels leave out small ones without
	// a home, which would be specks: those that fit in a square of shedSide.
	allBuildingsZoom = 15
	shedSide         = 12 / footprint.Grid
	// mostBuildings limits the work per tile. The densest square kilometre of the country has some 8000.
	mostBuildings = 30_000
)

const (
	buildingYear = iota
	buildingType
	buildingHomes
)

// buildings draws the tile's buildings that existed in the year of a day.
func (m *Maker) buildings(f *frame, day gevel.Date) *layer {
	l := newLayer("buildings", "year", "type", "homes")
	if f.Z < minBuildingZoom {
		return l
	}
	d := drawer{frame: f, apart: apart(f.Z)}
	m.edition.Buildings().Within(f.bounds, func(c *footprint.Cursor) bool {
		b := c.Bounds()
		if c.Year > day.Year() || f.Z < allBuildingsZoom && c.Homes == 0 && max(b.Right-b.Left, b.High-b.Low) < shedSide {
			return true
		}
		d.draw(l, c)
		if len(l.geometry) == 0 {
			return true
		}
		if c.Year > 0 {
			l.say(buildingYear, whole(c.Year))
		}
		if c.Group > 0 {
			l.say(buildingType, textOf(c.Group.String()))
		}
		l.say(buildingHomes, whole(c.Homes))
		l.add(uint64(c.Row)+1, typePolygon)
		return l.features < mostBuildings
	})
	return l
}

// apart is the least distance between drawn corners, steps: about half a pixel.
func apart(zoom int) int32 {
	if zoom <= minBuildingZoom {
		return 4
	}
	return 1
}

// drawer draws outlines in a tile.
type drawer struct {
	*frame
	apart int32
	ring  []point
}

// draw adds the outline of a footprint to a feature, clipped to the tile and its buffer.
func (d *drawer) draw(l *layer, c *footprint.Cursor) {
	inside := c.Bounds().Within(d.bounds)
	courtyard := false
	for corners := range c.Rings {
		d.ring = d.ring[:0]
		for _, corner := range corners {
			p := d.of(corner.Metres())
			if n := len(d.ring); n == 0 || max(abs(p.x-d.ring[n-1].x), abs(p.y-d.ring[n-1].y)) >= d.apart {
				d.ring = append(d.ring, p)
			}
		}
		r := d.ring
		if !inside {
			r = cut(r)
		}
		if len(r) >= 3 && doubleArea(r) != 0 {
			l.ring(r, courtyard)
		} else if !courtyard {
			return
		}
		courtyard = true
	}
}

func abs(n int32) int32 { return max(n, -n) }
