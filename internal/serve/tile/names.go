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
)

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
