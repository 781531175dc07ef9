package tile

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
)

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
