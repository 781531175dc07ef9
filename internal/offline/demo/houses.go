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
func (f *frontage) set(h house) *object {
	begins := f.s
	b := f.build(h.footprint, h.building)
	front := min(5, f.district.setback/2) // of garden
	deep := f.district.band - f.district.setback + front
	parcel := (h.width + h.garage + h.side) * deep
	near, far := f.side*(f.district.setback-front), f.side*f.district.band
	b.parcel = f.street.line.ring(corner{begins, near}, corner{f.s, near}, corner{f.s, far}, corner{begins, far})
	return f.add(b, unit{
		number: f.nextNumber(), surface: h.surface, parcel: int(math.Round(parcel)), buildType: h.buildType,
	})
}

// row lays up to n units of about the same build year beside each other, with open space on both sides. It
// returns false when fewer than least fit.
func (f *frontage) row(n, least int, beside float64, lay func(i, year int)) bool {
	if n < least {
		return false
	}
	year := f.buildYear()
	f.skip(beside)
	for i := range n {
		lay(i, year)
	}
	f.skip(beside)
	return true
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
	p := footprint{width: f.uniform(5.2, 6.4), depth: f.uniform(8.6, 10.4)}
	n := f.fits(f.between(5, 9), p.width, 2*sidePlot)
	if n < 3 {
		return false
	}
	year, attic := f.buildYear(), f.uniform(0.25, 0.6)
	before, first := f.openSpace()
	after, last := f.openSpace()
	f.skip(before)
	for i := range n {
		h := house{
			footprint: p, building: inRow(building{year: year, storeys: 2, form: facade.Terraced}, i, n),
			buildType: gevel.Tussenwoning,
		}
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

// inRow returns the i-th of n adjoining buildings.
func inRow(b building, i, n int) building {
	b.joinedL, b.joinedR = i > 0, i < n-1
	return b
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
		p := footprint{width: f.uniform(5, widest), depth: f.uniform(12, 18)}
		h := house{footprint: p, buildType: gevel.Tussenwoning}
		year := f.between(f.district.years[0], f.district.years[1])
		h.building = inRow(building{year: year, storeys: f.between(3, 4), form: facade.CanalHouse}, i, n)
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
		f.split(h.footprint, h.building, unit{uses: []string{useShop}, surface: h.floors(1, 0)},
			unit{ext: "2", surface: h.floors(h.storeys-2, 0.5), buildType: gevel.Bovenwoning})
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

// split builds a house with units at one house number.
func (f *frontage) split(p footprint, b building, units ...unit) {
	built, number := f.build(p, b), f.nextNumber()
	for _, u := range units {
		u.number = number
		f.add(built, u)
	}
}

// upstairs builds a house with a home on each floor: HS on the ground floor, I, II and III above it.
func (f *frontage) upstairs(p footprint, b building) {
	units := make([]unit, b.storeys)
	for floor := range units {
		ext := [...]string{"HS", "I", "II", "III"}[floor]
		units[floor] = unit{ext: ext, surface: p.floors(1, 0), buildType: gevel.Bovenwoning}
	}
	units[0].buildType = gevel.Benedenwoning
	f.split(p, b, units...)
}

// upstairsRow lays a row of houses with a home on each floor.
func upstairsRow(f *frontage) bool {
	n := f.fits(f.between(3, 5), 6.5, 2*alley)
	return f.row(n, 3, alley, func(i, year int) {
		p := footprint{width: f.uniform(5.6, 6.5), depth: f.uniform(11, 14)}
		f.upstairs(p, inRow(building{year: year, storeys: 3, form: facade.StairwellFlat}, i, n))
	})
}

// splitHouse lays a detached house that was divided into two homes, A and B: the bare number is no longer an
// address.
func splitHouse(f *frontage) bool {
	p := footprint{width: f.uniform(9, 10.5), depth: f.uniform(10, 12)}
	const beside = 5.0
	return f.row(f.fits(1, p.width, 2*beside), 1, beside, func(_, year int) {
		f.split(p, building{year: year, form: facade.Detached, storeys: 2},
			unit{letter: "A", surface: p.floors(1, 0), buildType: gevel.Benedenwoning},
			unit{letter: "B", surface: p.floors(1, 0), buildType: gevel.Bovenwoning})
	})
}

// linkedRow lays houses that touch the next one only by their garages.
func linkedRow(f *frontage) bool {
	p := footprint{width: f.uniform(6.2, 7.4), depth: f.uniform(8.5, 10), garage: 3.2}
	n := f.fits(f.between(3, 5), p.width+p.garage, 2*alley)
	return f.row(n, 3, alley, func(i, year int) {
		f.set(house{
			p, building{year: year, storeys: 2, form: facade.Linked, joinedL: i > 0, joinedR: true},
			gevel.GeschakeldeWoning, p.floors(2, 0.35), alley,
		})
	})
}

// pair lays two mirrored houses under one roof.
func pair(f *frontage) bool {
	p := footprint{width: f.uniform(6.2, 7.8), depth: f.uniform(9, 11)}
	const beside = 4.0
	return f.row(f.fits(1, 2*p.width, 2*beside), 1, beside, func(_, year int) {
		f.setPair(house{p, semi(year, 2), gevel.TweeOnderEenKapwoning, p.floors(2, 0.5), beside})
	})
}

// semi is one of two adjoining houses.
func semi(year, storeys int) building {
	return building{year: year, storeys: storeys, form: facade.SemiDetached}
}

// setPair builds two equal adjoining houses.
func (f *frontage) setPair(h house) {
	for i := range 2 {
		h.building = inRow(h.building, i, 2)
		f.set(h)
	}
}

// linkedPairs lays pairs with garages between them. The garages are buildings without an address.
func linkedPairs(f *frontage) bool {
	p := footprint{width: f.uniform(6.4, 7.4), depth: f.uniform(9, 10.5)}
	garages := footprint{width: 6.2, depth: 6, recess: garageRecess}
	n := f.fits(f.between(2, 3), 2*p.width+garages.width, 2*alley)
	return f.row(n, 2, alley, func(i, year int) {
		if i > 0 {
			f.shed(garages, year)
		}
		f.setPair(house{p, semi(year, 2), gevel.GeschakeldeTweeOnderEenKapwoning, p.floors(2, 0.45), garages.width / 2})
	})
}

// unlikePair lays two adjoining houses of different size and age.
func unlikePair(f *frontage) bool {
	big := footprint{width: f.uniform(8, 9.5), depth: f.uniform(10, 12)}
	small := footprint{width: f.uniform(5.5, 6.5), depth: f.uniform(8, 9.5), recess: 1.5}
	const beside = 5.0
	return f.row(f.fits(1, big.width+small.width, 2*beside), 1, beside, func(_, year int) {
		f.set(house{big, inRow(semi(year, 2), 0, 2), gevel.HalfvrijstaandeWoning, big.floors(2, 0.4), beside})
		later := min(f.district.years[1], year+f.between(2, 12))
		f.set(house{small, inRow(semi(later, 1), 1, 2), gevel.HalfvrijstaandeWoning, small.floors(1, 0.7), beside})
	})
}

// detachedRow lays up to three detached houses.
func detachedRow(f *frontage) bool {
	const beside = 6.0
	n := f.fits(3, 22, 0)
	for range n {
		p := footprint{width: f.uniform(8, 11.5), depth: f.uniform(9, 13), recess: f.uniform(0, 5)}
		f.skip(beside / 2)
		f.detached(p, facade.Detached, beside)
		f.skip(beside / 2)
	}
	return n > 0
}

func (f *frontage) detached(p footprint, form facade.Form, beside float64) {
	f.set(house{
		p, building{year: f.buildYear(), storeys: 2, form: form},
		gevel.VrijstaandeWoning, p.floors(1, f.uniform(0.5, 1)), 2 * beside,
	})
}

// farms lays farmhouses far apart, each with a barn.
func farms(f *frontage) bool {
	const yard = 30.0
	n := f.fits(2, yard+36, 0)
	for range n {
		p := footprint{width: f.uniform(12, 15), depth: f.uniform(14, 20), recess: f.uniform(8, 14)}
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
