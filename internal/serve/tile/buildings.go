package tile

import (
	"cmp"
	"slices"

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

// Building is a building with its homes.
type Building struct {
	Year  int // 0: not known
	Homes []gevel.Address
}

// BuildingAt returns the building whose footprint holds a position, with the homes that stood in it on a day, by their
// addresses. Not ok: there is none.
func (m *Maker) BuildingAt(p gevel.Point, day gevel.Date) (found Building, ok bool) {
	var bounds footprint.Bounds
	var rings [][]gevel.Point
	m.edition.Buildings().Within(footprint.BoundsOf(p, p), func(c *footprint.Cursor) bool {
		if c.Year > day.Year() {
			return true
		}
		rings = ringsOf(c)
		if ok = holds(rings, p); ok {
			found.Year, bounds = c.Year, c.Bounds()
		}
		return !ok
	})
	if !ok {
		return found, false
	}
	for row := range m.homesAt().within(bounds) {
		home := m.edition.RegisteredHome(int(row))
		if home.BuildYear.Known && home.BuildYear.V > day.Year() || !holds(rings, home.At) {
			continue
		}
		if a, known := m.edition.MainAddress(home.ID); known {
			found.Homes = append(found.Homes, a)
		}
	}
	slices.SortFunc(found.Homes, func(a, b gevel.Address) int {
		return cmp.Or(cmp.Compare(a.Street, b.Street), cmp.Compare(a.HouseNumber, b.HouseNumber), cmp.Compare(a.HouseLetter, b.HouseLetter),
			cmp.Compare(len(a.HouseNumberExt), len(b.HouseNumberExt)), cmp.Compare(a.HouseNumberExt, b.HouseNumberExt))
	})
	return found, true
}

// ringsOf returns the outline of a footprint and its courtyards, metres.
func ringsOf(c *footprint.Cursor) (rings [][]gevel.Point) {
	for corners := range c.Rings {
		ring := make([]gevel.Point, len(corners))
		for i, corner := range corners {
			ring[i] = corner.Metres()
		}
		rings = append(rings, ring)
	}
	return rings
}

// holds reports whether a position lies within an odd number of rings: in a building, and not in its courtyard.
func holds(rings [][]gevel.Point, p gevel.Point) (inside bool) {
	for _, ring := range rings {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
				inside = !inside
			}
		}
	}
	return inside
}
