package demo

import (
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

// between returns a whole number from lo to hi, both included.
func (d dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

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
	outer, reached := map[gevel.Point]float64{}, map[gevel.Point]float64{} // round a centre: where the next ring begins
	ring := 0
	for _, part := range districts {
		if part.ring != ring {
			ring = part.ring
			for centre, r := range reached {
				outer[centre] = r + ringGap
			}
		}
		begin := max(innerRadius, outer[part.centre])
		reached[part.centre] = max(reached[part.centre], t.layDistrict(part, d, begin))
	}
}

// layDistrict lays arc after arc, from radius begin outwards, until the district has its homes. It returns
// its outer radius.
func (t *town) layDistrict(part *district, d dice, begin float64) float64 {
	quota := part.quota(t.Dwellings)
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
				newFrontage(t, s, side, year, d).fill(quota)
			}
		}
	}
	return begin
}

func (t *town) addStreet(in *district, name string, line arc) *street {
	s := &street{id: t.newID(gevel.CodeOpenbareRuimte), name: name, district: in, line: line}
	t.streets = append(t.streets, s)
	return s
}
