package demo

import (
	"math"

	"github.com/gevel/gevel"
)

// Dimensions of the street plan, metres.
const (
	innerRadius  = 120.0 // from a centre to the gardens of the first street
	ringGap      = 40.0  // between two rings of districts
	backPath     = 2.0   // between the gardens of two streets
	crossing     = 16.0  // between two streets on one arc
	streetLength = 190.0 // target
)

// layOut draws the streets and builds them up.
func (t *town) layOut() {
	t.cities = newCities()
	d := newDice(t.Seed, "layout")
	outer := map[gevel.Point]float64{} // start of the next ring round a centre
	ring, reached := 0, map[gevel.Point]float64{}
	for _, part := range districts(t) {
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
			line := arc{
				centre: part.centre, radius: radius,
				from:   part.from*math.Pi/180 + float64(i)*length/radius,
				length: length - crossing,
			}
			s := &street{
				id: t.newID(gevel.CodeOpenbareRuimte), name: part.names.at(count), district: part, line: line,
			}
			count++
			t.streets = append(t.streets, s)
			year := d.between(part.years[0], part.years[1])
			for _, side := range []float64{-1, 1} {
				newFrontage(t, s, side, year, d).fill(quota)
			}
		}
	}
	return begin
}

const (
	// rentedEvery: one of this many streets is rented.
	rentedEvery = 9
	// ownedElsewhere is how many homes of each of its types must be for sale in other streets, so that even a
	// small town sells all types.
	ownedElsewhere = 8
)

// rentOut gives some streets to a housing association. Nothing is sold in them.
func (t *town) rentOut() {
	var owned [gevel.BuildTypes]int
	within := map[*street]*[gevel.BuildTypes]int{}
	for _, o := range t.homes() {
		if o.main.street.district.quiet {
			continue
		}
		s := o.main.street
		if within[s] == nil {
			within[s] = new([gevel.BuildTypes]int)
		}
		within[s][o.home.BuildType]++
		owned[o.home.BuildType]++
	}
	since := rentedEvery
	for _, s := range t.streets {
		since++
		if homes := within[s]; since > rentedEvery && homes != nil && spared(owned, *homes) {
			s.rented, since = true, 0
			for b, n := range homes {
				owned[b] -= n
			}
		}
	}
}

// spared reports whether enough homes of each type are left without these.
func spared(owned, homes [gevel.BuildTypes]int) bool {
	for b, n := range homes {
		if n > 0 && owned[b]-n < ownedElsewhere {
			return false
		}
	}
	return true
}
