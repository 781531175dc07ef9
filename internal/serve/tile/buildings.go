package tile

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"

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

// buildings draws the tile's buildings that existed in the year of a day.
func (m *Maker) buildings(f *frame, day gevel.Date) *layer {
	l := newLayer("buildings")
	if f.Z < minBuildingZoom {
		return l
	}
	m.edition.Buildings().Within(f.bounds, func(c *footprint.Cursor) bool {
		b := c.Bounds()
		if c.Year > day.Year() || f.Z < allBuildingsZoom && c.Homes == 0 && max(b.Right-b.Left, b.High-b.Low) < shedSide {
			return true
		}
		outline := f.outline(c)
		if outline == nil {
			return true
		}
		l.say("homes", c.Homes)
		if c.Year > 0 {
			l.say("year", c.Year)
		}
		if c.Group > 0 {
			l.say("type", c.Group.String())
		}
		l.add(c.Row+1, outline)
		return l.features < mostBuildings
	})
	return l
}

// apart is the least distance between drawn corners, steps: about half a pixel.
func apart(zoom int) float64 {
	if zoom <= minBuildingZoom {
		return 4
	}
	return 1
}

// outline returns the outline of a footprint, clipped to the tile and its buffer; nil where nothing is left of it.
func (f *frame) outline(c *footprint.Cursor) (outline orb.Polygon) {
	inside, apart := c.Bounds().Within(f.bounds), apart(f.Z)
	courtyard := false
	for corners := range c.Rings {
		ring := make(orb.Ring, 0, len(corners)+1)
		for _, corner := range corners {
			p := f.of(corner.Metres())
			if n := len(ring); n == 0 || max(math.Abs(p[0]-ring[n-1][0]), math.Abs(p[1]-ring[n-1][1])) >= apart {
				ring = append(ring, p)
			}
		}
		if ring = ringOf(ring, inside, courtyard); ring != nil {
			outline = append(outline, ring)
		} else if !courtyard {
			return nil
		}
		courtyard = true
	}
	return outline
}

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
		return cmp.Or(cmp.Compare(a.Street, b.Street), cmp.Compare(a.HouseNumber, b.HouseNumber),
			cmp.Compare(a.HouseLetter, b.HouseLetter),
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
