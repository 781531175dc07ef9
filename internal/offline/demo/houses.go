package demo

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// Open spaces beside a row, metres. A side plot makes the last home of a row a corner house.
const (
	alley    = 2.5
	sidePlot = 7.0
)

// house is one home in its own building: in a row, a pair or detached.
type house struct {
	footprint
	building
	buildType gevel.BuildType
	surface   int
	side      float64 // metres of open ground beside it
}

// set builds the house with one home in it.
func (f *frontage) set(h house) {
	begins := f.s
	b := f.build(h.footprint, h.building)
	front := min(5, f.district.setback/2) // of garden
	deep := f.district.band - f.district.setback + front
	near, far := f.side*(f.district.setback-front), f.side*f.district.band
	b.parcel = f.street.line.ring(corner{begins, near}, corner{f.s, near}, corner{f.s, far}, corner{begins, far})
	parcel := int(math.Round((h.width + h.garage + h.side) * deep))
	f.number += 2
	f.add(b, unit{address: address{Number: f.number}, surface: h.surface, parcel: parcel, buildType: h.buildType})
}

// split builds a house with units at one house number.
func (f *frontage) split(p footprint, b building, units ...unit) {
	built := f.build(p, b)
	f.number += 2
	for _, u := range units {
		u.Number = f.number
		f.add(built, u)
	}
}

// inRow returns the i-th of n adjoining buildings.
func inRow(b building, i, n int) building {
	b.joinedL, b.joinedR = i > 0, i < n-1
	return b
}

// openSpace returns the width of open ground beside a row, and the type of the last house there.
func (f *frontage) openSpace() (float64, gevel.BuildType) {
	if f.s == 0 || f.chance(0.4) {
		return sidePlot, gevel.Hoekwoning
	}
	return alley, gevel.Eindwoning
}

// terrace lays a row of equal houses that share their walls.
func terrace(f *frontage) bool {
	p := f.plan(5.2, 6.4, 8.6, 10.4)
	n := f.fits(f.between(5, 9), p.width, 2*sidePlot)
	if n < 3 {
		return false
	}
	year, attic := f.buildYear(), f.uniform(0.25, 0.6)
	before, first := f.openSpace()
	after, last := f.openSpace()
	f.skip(before)
	for i := range n {
		b := building{Year: year, storeys: 2, style: facade.Terraced}
		h := house{footprint: p, building: inRow(b, i, n), buildType: gevel.Tussenwoning}
		switch i {
		case 0:
			h.buildType, h.side = first, before
		case n - 1:
			h.buildType, h.side = last, after
		}
		if f.chance(0.15) { // extended into the garden
			h.depth += 2.5
		}
		h.surface = h.floors(2, attic)
		f.set(h)
	}
	f.skip(after)
	return true
}

// canalRow lays narrow old houses wall to wall, each of its own width, depth and height: whole houses, houses
// split into floors, shops and offices.
func canalRow(f *frontage) bool {
	const widest = 7.5
	n := f.fits(f.between(8, 13), widest, 2*alley)
	if n < 5 {
		return false
	}
	f.skip(alley)
	for i := range n {
		h := house{footprint: f.plan(5, widest, 12, 18), buildType: gevel.Tussenwoning}
		year := f.between(f.district.years[0], f.district.years[1])
		h.building = inRow(building{Year: year, storeys: f.between(3, 4), style: facade.CanalHouse}, i, n)
		if i == 0 || i == n-1 {
			h.buildType = gevel.Eindwoning
		}
		f.canalHouse(h, i)
	}
	f.skip(alley)
	return true
}

// canalHouse builds the i-th house of a row.
func (f *frontage) canalHouse(h house, i int) {
	parcel := int(math.Round(h.width * (h.depth + 8)))
	whole := unit{surface: h.floors(h.storeys, 0), buildType: h.buildType, parcel: parcel}
	switch {
	case i%5 == 2:
		f.upstairs(h.footprint, h.building)
	case i%9 == 3: // a shop at the bare number with a home above it, at 2
		f.split(h.footprint, h.building,
			unit{uses: []string{useShop}, surface: h.floors(1, 0)},
			unit{address: address{Ext: "2"}, surface: h.floors(h.storeys-2, 0.5), buildType: gevel.Bovenwoning})
	case i%9 == 6:
		whole.uses = []string{useOffice}
		f.split(h.footprint, h.building, whole)
	case i%9 == 5:
		whole.uses, whole.surface = []string{useHome, useShop}, h.floors(2, 0)
		f.split(h.footprint, h.building, whole)
	default:
		h.surface = h.floors(h.storeys-1, 0.3)
		f.set(h)
	}
}

// upstairs builds a house with a home on each floor: HS on the ground floor, I, II and III above it.
func (f *frontage) upstairs(p footprint, b building) {
	units := make([]unit, b.storeys)
	for floor, ext := range []string{"HS", "I", "II", "III"}[:b.storeys] {
		units[floor] = unit{address: address{Ext: ext}, surface: p.floors(1, 0), buildType: gevel.Bovenwoning}
	}
	units[0].buildType = gevel.Benedenwoning
	f.split(p, b, units...)
}

// upstairsRow lays a row of houses with a home on each floor.
func upstairsRow(f *frontage) bool {
	return f.row(f.between(3, 5), 6.5, 3, alley, func(i, n, year int) {
		b := building{Year: year, storeys: 3, style: facade.StairwellFlat}
		f.upstairs(f.plan(5.6, 6.5, 11, 14), inRow(b, i, n))
	})
}

// splitHouse lays a detached house that was divided into two homes, A and B: the bare number is no longer an address.
func splitHouse(f *frontage) bool {
	p := f.plan(9, 10.5, 10, 12)
	return f.row(1, p.width, 1, 5, func(_, _, year int) {
		f.split(p, building{Year: year, style: facade.Detached, storeys: 2},
			unit{address: address{Letter: "A"}, surface: p.floors(1, 0), buildType: gevel.Benedenwoning},
			unit{address: address{Letter: "B"}, surface: p.floors(1, 0), buildType: gevel.Bovenwoning})
	})
}

// linkedRow lays houses that touch the next one only by their garages.
func linkedRow(f *frontage) bool {
	p := f.plan(6.2, 7.4, 8.5, 10)
	p.garage = 3.2
	return f.row(f.between(3, 5), p.width+p.garage, 3, alley, func(i, _, year int) {
		b := building{Year: year, storeys: 2, style: facade.Linked, joinedL: i > 0, joinedR: true}
		f.set(house{p, b, gevel.GeschakeldeWoning, p.floors(2, 0.35), alley})
	})
}

// semi is one of two adjoining houses, the i-th.
func semi(i, year, storeys int) building {
	return inRow(building{Year: year, storeys: storeys, style: facade.SemiDetached}, i, 2)
}

// pair lays two mirrored houses under one roof.
func pair(f *frontage) bool {
	const beside = 4.0
	p := f.plan(6.2, 7.8, 9, 11)
	return f.row(1, 2*p.width, 1, beside, func(_, _, year int) {
		for i := range 2 {
			f.set(house{p, semi(i, year, 2), gevel.TweeOnderEenKapwoning, p.floors(2, 0.5), beside})
		}
	})
}

// linkedPairs lays pairs with garages between them. The garages are buildings without an address.
func linkedPairs(f *frontage) bool {
	p, garages := f.plan(6.4, 7.4, 9, 10.5), footprint{width: 6.2, depth: 6, recess: garageRecess}
	return f.row(f.between(2, 3), 2*p.width+garages.width, 2, alley, func(nth, _, year int) {
		if nth > 0 {
			f.shed(garages, year)
		}
		for i := range 2 {
			b := semi(i, year, 2)
			f.set(house{p, b, gevel.GeschakeldeTweeOnderEenKapwoning, p.floors(2, 0.45), garages.width / 2})
		}
	})
}

// unlikePair lays two adjoining houses of different size and age.
func unlikePair(f *frontage) bool {
	const beside = 5.0
	big, small := f.plan(8, 9.5, 10, 12), f.plan(5.5, 6.5, 8, 9.5)
	small.recess = 1.5
	return f.row(1, big.width+small.width, 1, beside, func(_, _, year int) {
		f.set(house{big, semi(0, year, 2), gevel.HalfvrijstaandeWoning, big.floors(2, 0.4), beside})
		later := min(f.district.years[1], year+f.between(2, 12))
		f.set(house{small, semi(1, later, 1), gevel.HalfvrijstaandeWoning, small.floors(1, 0.7), beside})
	})
}

// detached lays a detached house with metres of open ground on each side.
func (f *frontage) detached(p footprint, style facade.Style, open float64) {
	b := building{Year: f.buildYear(), storeys: 2, style: style}
	f.set(house{p, b, gevel.VrijstaandeWoning, p.floors(1, f.uniform(0.5, 1)), 2 * open})
}

// detachedRow lays up to three detached houses.
func detachedRow(f *frontage) bool {
	const beside = 6.0
	n := f.fits(3, 22, 0)
	for range n {
		p := f.plan(8, 11.5, 9, 13)
		p.recess = f.uniform(0, 5)
		f.skip(beside / 2)
		f.detached(p, facade.Detached, beside)
		f.skip(beside / 2)
	}
	return n > 0
}

// farms lays farmhouses far apart, each with a barn.
func farms(f *frontage) bool {
	const yard = 30.0
	n := f.fits(2, yard+36, 0)
	for range n {
		p := f.plan(12, 15, 14, 20)
		p.recess = f.uniform(8, 14)
		f.skip(yard / 2)
		f.detached(p, facade.Farm, yard)
		f.skip(4)
		f.shed(footprint{width: 14, depth: 26, recess: 16}, f.buildYear())
		f.skip(yard / 2)
	}
	return n > 0
}

// hamlet lays the two homes of the hamlet.
func hamlet(f *frontage) bool {
	for range hamletHomes {
		f.skip(9)
		f.detached(footprint{width: 8.5, depth: 9.5}, facade.Detached, 12)
	}
	return true
}
