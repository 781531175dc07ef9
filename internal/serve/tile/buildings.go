package tile

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/list"
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
		ring := list.Of(corners, footprint.Corner.Metres)
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

// The layer of names: cities as points, and streets as lines through the homes of each stretch, since the register says
// where homes are and not where streets run.

const (
	// minStreetZoom is the first zoom level with streets; lower ones name cities.
	minStreetZoom = 15
	// fewHomes is the least number of homes whose positions show how a street runs.
	fewHomes = 3
	// beyond is how far around a tile homes of its stretches are looked for, metres.
	beyond = 100
	// mostNamed limits the work per tile, homes.
	mostNamed = 20_000
)

// names draws the names of cities, or of the streets whose stretches have their middle in the tile.
func (m *Maker) names(f *frame, day gevel.Date) *layer {
	l := newLayer("names")
	if f.Z < minStreetZoom {
		m.cityNames(f, l, day)
	} else {
		m.streetNames(f, l)
	}
	return l
}

// cityNames draws each city of the tile at the middle of its homes.
func (m *Maker) cityNames(f *frame, l *layer, day gevel.Date) {
	for _, c := range citiesOf(m.areasOf(m.valuer.VintageOn(day).Areas())) {
		if at := f.of(c.middle); holdsPoint(at) {
			l.say("name", c.name)
			l.say("homes", c.homes)
			l.add(noID, at)
		}
	}
}

// city is a city to name.
type city struct {
	name   string
	homes  int
	middle gevel.Point
}

// citiesOf adds up the areas of each city, the largest city first.
func citiesOf(areas []area) []city {
	byName := map[string]*city{}
	for _, a := range areas {
		c := byName[a.city]
		if c == nil {
			c = &city{name: a.city}
			byName[a.city] = c
		}
		c.homes += a.homes
		share := float64(a.homes) / float64(c.homes)
		c.middle.X += share * (a.middle.X - c.middle.X)
		c.middle.Y += share * (a.middle.Y - c.middle.Y)
	}
	delete(byName, "")
	list := make([]city, 0, len(byName))
	for _, c := range byName {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b city) int { return cmp.Or(cmp.Compare(b.homes, a.homes), cmp.Compare(a.name, b.name)) })
	return list
}

// stretch is a stretch of a street.
type stretch struct {
	street string
	place  gevel.Point // its middle
}

// streetNames draws a line for each stretch.
func (m *Maker) streetNames(f *frame, l *layer) {
	homes := map[stretch][]gevel.Point{}
	seen := 0
	for row := range m.homesAt().within(f.around(beyond)) {
		home := m.edition.RegisteredHome(int(row))
		if home.Place == (gevel.Point{}) || !holdsPoint(f.of(home.Place)) {
			continue
		}
		if a, ok := m.edition.MainAddress(home.ID); ok {
			s := stretch{a.Street, home.Place}
			homes[s] = append(homes[s], home.At)
		}
		if seen++; seen == mostNamed {
			break
		}
	}
	list := slices.SortedFunc(maps.Keys(homes), func(a, b stretch) int {
		return cmp.Or(cmp.Compare(len(homes[b]), len(homes[a])), cmp.Compare(a.street, b.street),
			cmp.Compare(a.place.X, b.place.X), cmp.Compare(a.place.Y, b.place.Y))
	})
	for _, s := range list {
		if len(homes[s]) < fewHomes {
			break
		}
		from, to := axisOf(homes[s])
		l.say("name", s.street)
		l.say("homes", len(homes[s]))
		l.add(noID, orb.LineString{f.of(from), f.of(to)})
	}
}

// around returns the bounds of the frame with a margin, metres.
func (f *frame) around(margin float64) footprint.Bounds {
	low := footprint.Corner{X: f.bounds.Left, Y: f.bounds.Low}.Metres()
	high := footprint.Corner{X: f.bounds.Right, Y: f.bounds.High}.Metres()
	return footprint.BoundsOf(gevel.Point{X: low.X - margin, Y: low.Y - margin}, gevel.Point{X: high.X + margin, Y: high.Y + margin})
}

// axisOf returns the ends of the line along which points lie, by their principal axis. It runs from west to east, as a name
// is read.
func axisOf(points []gevel.Point) (from, to gevel.Point) {
	middle, angle := geo.Axis(points)
	sin, cos := math.Sincos(angle)
	least, most := 0.0, 0.0
	for _, p := range points {
		along := (p.X-middle.X)*cos + (p.Y-middle.Y)*sin
		least, most = min(least, along), max(most, along)
	}
	at := func(along float64) gevel.Point { return gevel.Point{X: middle.X + along*cos, Y: middle.Y + along*sin} }
	return at(least), at(most)
}
