package demo

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/gevel/gevel"
)

// The street plan. All streets of a district run round one centre, like canals in an old town, so they never cross.

// Dimensions of the street plan, metres.
const (
	innerRadius  = 120.0 // from a centre to the gardens of the first street
	ringGap      = 40.0  // between two rings of districts
	backPath     = 2.0   // between the gardens of two streets
	crossing     = 16.0  // between two streets on one arc
	streetLength = 190.0 // target
)

// dice are the random numbers for one purpose. Each purpose has its own, so that a change in one (such as the
// pictures) leaves the others (such as the prices) unchanged.
type dice struct{ *rand.Rand }

func newDice(seed uint64, purpose string) dice {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// between returns a whole number from lo to hi, both included. It draws nothing if these are the same.
func (d dice) between(lo, hi int) int {
	if lo == hi {
		return lo
	}
	return lo + d.IntN(hi-lo+1)
}

// uniform returns a number from lo up to hi.
func (d dice) uniform(lo, hi float64) float64 { return lo + (hi-lo)*d.Float64() }

// normal returns a number with the given mean and standard deviation.
func (d dice) normal(mean, sd float64) float64 { return mean + sd*d.NormFloat64() }

// chance returns true with probability p.
func (d dice) chance(p float64) bool { return d.Float64() < p }

// arc is the centre line of a street: a part of a circle.
type arc struct {
	centre gevel.Point
	radius float64 // metres
	from   float64 // angle at which the street begins, radians
	length float64 // metres along the centre line
}

// corner is a corner of an outline: metres along a centre line and metres away from it, outwards when positive.
type corner struct{ s, out float64 }

// at returns the point of a corner, rounded to the millimetre as in the register.
func (a arc) at(c corner) gevel.Point {
	sin, cos := math.Sincos(a.from + c.s/a.radius)
	r := a.radius + c.out
	return gevel.Point{X: millimetre(a.centre.X + r*cos), Y: millimetre(a.centre.Y + r*sin)}
}

// ring returns the closed outline through the corners.
func (a arc) ring(corners ...corner) []gevel.Point {
	ring := make([]gevel.Point, 0, len(corners)+1)
	for _, c := range corners {
		ring = append(ring, a.at(c))
	}
	return append(ring, ring[0])
}

func millimetre(metres float64) float64 { return math.Round(metres*1000) / 1000 }

// square returns the closed outline of a square round a point.
func square(centre gevel.Point, half float64) []gevel.Point {
	ring := make([]gevel.Point, 0, 5)
	for _, side := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}} {
		ring = append(ring, gevel.Point{X: centre.X + side[0]*half, Y: centre.Y + side[1]*half})
	}
	return ring
}

// layOut draws the streets and builds them up.
func (t *town) layOut() {
	cities, districts := newDistricts(t.site)
	t.cities = cities
	d := newDice(t.Seed, "layout")
	type belt struct {
		centre gevel.Point
		ring   int
	}
	reached := map[belt]float64{} // radius
	for _, part := range districts {
		begin, here := innerRadius, belt{part.centre, part.ring}
		if inner := reached[belt{part.centre, part.ring - 1}]; inner > 0 {
			begin = inner + ringGap
		}
		reached[here] = max(reached[here], t.layDistrict(part, d, begin))
	}
}

// layDistrict lays arc after arc, from radius begin outwards, until the district has its homes. It returns
// its outer radius.
func (t *town) layDistrict(part *district, d dice, begin float64) float64 {
	quota := max(part.atLeast, int(math.Round(part.share*float64(t.Dwellings))))
	for count := 0; part.homes < quota; begin += 2*part.band + backPath {
		radius := begin + part.band
		sector := (part.to - part.from) * math.Pi / 180
		pieces := max(1, math.Round(radius*sector/streetLength))
		length := radius * sector / pieces
		for i := 0; i < int(pieces) && part.homes < quota; i++ {
			s := t.addStreet(part, part.streetName(count), arc{
				centre: part.centre, radius: radius,
				from:   part.from*math.Pi/180 + float64(i)*length/radius,
				length: length - crossing,
			})
			count++
			year := d.between(part.years[0], part.years[1])
			for _, side := range []float64{-1, 1} {
				t.fill(s, side, year, quota, d)
			}
		}
	}
	return begin
}

func (t *town) addStreet(in *district, name string, line arc) *street {
	s := &street{ID: t.newID(gevel.CodeOpenbareRuimte), Name: name, City: in.city, district: in, line: line}
	t.streets = append(t.streets, s)
	return s
}

// site is the place of a town in a country, from 0, or alone. Each town of a country has its own square of the
// map, municipality and postal codes.
type site int

// alone is the site of the single town.
const alone site = -1

const (
	siteSide    = 8_200 // metres between the centres of towns
	siteColumns = 32
	siteRows    = 38
	maxTowns    = siteColumns * siteRows
	// The first square, RD New in metres, and codes that no register has issued.
	westernmost       = 14_000
	southernmost      = 306_000
	firstMunicipality = 3_000
	firstCity         = 5_000
	firstPostalArea   = 1_000
)

// The municipality is invented and lies in water: the Markerwaard is a polder that was planned for a century
// and never made. Its code, cities and postal codes are in no official list.
const (
	municipalityCode = "0099"
	municipalityName = "Gevelrade"
	provinceName     = "Flevoland"
)

// The centres of the street plan of the single town, RD New in metres. The hamlet is more than 25 km from every
// other home.
var (
	townCentre    = gevel.Point{X: 139_000, Y: 511_000}
	villageCentre = gevel.Point{X: 143_500, Y: 513_200}
	polderCentre  = gevel.Point{X: 137_000, Y: 515_500}
	hamletCentre  = gevel.Point{X: 155_500, Y: 537_500}
)

// hamletAt is the hamlet's position relative to the town's centre in a country. It is nearer than the single town's
// hamlet, which would reach into another town's square.
var hamletAt = gevel.Point{X: 3_000, Y: -3_000}

func (s site) municipality() string {
	if s == alone {
		return municipalityCode
	}
	return fmt.Sprint(firstMunicipality + s)
}

// name returns the name of a municipality or city: numbered in a country.
func (s site) name(name string) string {
	if s == alone {
		return name
	}
	return fmt.Sprintf("%s %d", name, s+1)
}

// code returns the id of the i-th city or postal-code area, of so many in a town: counted from first in a country.
func (s site) code(single string, first, perTown, i int) string {
	if s == alone {
		return single
	}
	return fmt.Sprint(first + perTown*int(s) + i)
}

// at returns where a point of the single town lies.
func (s site) at(p gevel.Point) gevel.Point {
	if s == alone {
		return p
	}
	to := gevel.Point{
		X: westernmost + siteSide*float64(s%siteColumns), Y: southernmost + siteSide*float64(s/siteColumns),
	}
	from := townCentre
	if p == hamletCentre {
		from, to.X, to.Y = hamletCentre, to.X+hamletAt.X, to.Y+hamletAt.Y
	}
	return gevel.Point{X: p.X - from.X + to.X, Y: p.Y - from.Y + to.Y}
}
