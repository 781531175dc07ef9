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
	year, storeys int
	surface       int
	side          float64 // metres of open ground beside it
	buildType     gevel.BuildType
	form          facade.Form
	joinedL       bool
	joinedR       bool
}

// set builds the house with one home in it.
func (f *frontage) set(h house) *object {
	begins := f.s
	b := f.build(h.footprint, building{
		year: h.year, form: h.form, storeys: h.storeys, across: 1, joinedL: h.joinedL, joinedR: h.joinedR,
	})
	front := min(5, f.district.setback/2) // of garden
	deep := f.district.band - f.district.setback + front
	parcel := (h.width + h.garage + h.side) * deep
	b.parcel = f.plot(begins, f.s, f.district.setback-front)
	return f.add(b, unit{
		number: f.nextNumber(), surface: h.surface, parcel: int(math.Round(parcel)), buildType: h.buildType,
	})
}

// plot returns the ground between two positions along the centre line, from a distance near to the end of the
// gardens. It does not include open ground beside a row.
func (f *frontage) plot(from, to, near float64) []gevel.Point {
	near, far := f.side*near, f.side*f.district.band
	return f.street.line.ring(corner{from, near}, corner{to, near}, corner{to, far}, corner{from, far})
}

// floorSurface returns the usable area of a house, m2: part of its plan on each full storey, and less under
// the roof.
func (f *frontage) floorSurface(p footprint, storeys int, attic float64) int {
	return int(math.Round(p.width * p.depth * (0.86*float64(storeys) + attic)))
}

// openSpace returns the width of open ground beside a row, and the type of the last house there.
func (f *frontage) openSpace() (float64, gevel.BuildType) {
	if f.s == 0 || f.chance(0.4) {
		return sidePlot, gevel.Hoekwoning
	}
	return alley, gevel.Eindwoning
}

// terrace lays a row of equal houses that share their walls.
func (f *frontage) terrace() bool {
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
			footprint: p, year: year, storeys: 2, buildType: gevel.Tussenwoning, form: facade.Terraced,
			joinedL: i > 0, joinedR: i < n-1,
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
		h.surface = f.floorSurface(h.footprint, 2, attic)
		f.set(h)
	}
	f.skip(after)
	return true
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

// linkedRow lays houses that touch the next one only by their garages.
func (f *frontage) linkedRow() bool {
	p := footprint{width: f.uniform(6.2, 7.4), depth: f.uniform(8.5, 10), garage: 3.2}
	n := f.fits(f.between(3, 5), p.width+p.garage, 2*alley)
	return f.row(n, 3, alley, func(i, year int) {
		f.set(house{
			footprint: p, year: year, storeys: 2, surface: f.floorSurface(p, 2, 0.35), side: alley,
			buildType: gevel.GeschakeldeWoning, form: facade.Linked, joinedL: i > 0, joinedR: true,
		})
	})
}

// pair lays two mirrored houses under one roof.
func (f *frontage) pair() bool {
	p := footprint{width: f.uniform(6.2, 7.8), depth: f.uniform(9, 11)}
	const beside = 4.0
	return f.row(f.fits(1, 2*p.width, 2*beside), 1, beside, func(_, year int) {
		f.setPair(house{
			footprint: p, year: year, storeys: 2, surface: f.floorSurface(p, 2, 0.5), side: beside,
			buildType: gevel.TweeOnderEenKapwoning, form: facade.SemiDetached,
		})
	})
}

func (f *frontage) setPair(h house) {
	h.joinedR = true
	f.set(h)
	h.joinedL, h.joinedR = true, false
	f.set(h)
}

// linkedPairs lays pairs with garages between them. The garages are buildings without an address.
func (f *frontage) linkedPairs() bool {
	p := footprint{width: f.uniform(6.4, 7.4), depth: f.uniform(9, 10.5)}
	garages := footprint{width: 6.2, depth: 6, recess: garageRecess}
	n := f.fits(f.between(2, 3), 2*p.width+garages.width, 2*alley)
	return f.row(n, 2, alley, func(i, year int) {
		if i > 0 {
			f.shed(garages, year)
		}
		f.setPair(house{
			footprint: p, year: year, storeys: 2, surface: f.floorSurface(p, 2, 0.45), side: garages.width / 2,
			buildType: gevel.GeschakeldeTweeOnderEenKapwoning, form: facade.SemiDetached,
		})
	})
}

// unlikePair lays two adjoining houses of different size and age.
func (f *frontage) unlikePair() bool {
	big := footprint{width: f.uniform(8, 9.5), depth: f.uniform(10, 12)}
	small := footprint{width: f.uniform(5.5, 6.5), depth: f.uniform(8, 9.5), recess: 1.5}
	const beside = 5.0
	return f.row(f.fits(1, big.width+small.width, 2*beside), 1, beside, func(_, year int) {
		f.set(house{
			footprint: big, year: year, storeys: 2, surface: f.floorSurface(big, 2, 0.4), side: beside,
			buildType: gevel.HalfvrijstaandeWoning, form: facade.SemiDetached, joinedR: true,
		})
		f.set(house{
			footprint: small, year: min(f.district.years[1], year+f.between(2, 12)), storeys: 1,
			surface: f.floorSurface(small, 1, 0.7), side: beside,
			buildType: gevel.HalfvrijstaandeWoning, form: facade.SemiDetached, joinedL: true,
		})
	})
}

// detachedRow lays up to three detached houses.
func (f *frontage) detachedRow() bool {
	const beside = 6.0
	n := f.fits(3, 22, 0)
	for range n {
		p := footprint{width: f.uniform(8, 11.5), depth: f.uniform(9, 13), recess: f.uniform(0, 5)}
		f.skip(beside / 2)
		f.detached(p, beside)
		f.skip(beside / 2)
	}
	return n > 0
}

func (f *frontage) detached(p footprint, beside float64) *object {
	return f.set(house{
		footprint: p, year: f.buildYear(), storeys: 2, surface: f.floorSurface(p, 1, f.uniform(0.5, 1)),
		side: 2 * beside, buildType: gevel.VrijstaandeWoning, form: facade.Detached,
	})
}

// farms lays farmhouses far apart, each with a barn.
func (f *frontage) farms() bool {
	const yard = 30.0
	n := f.fits(2, yard+36, 0)
	for range n {
		p := footprint{width: f.uniform(12, 15), depth: f.uniform(14, 20), recess: f.uniform(8, 14)}
		f.skip(yard / 2)
		f.detached(p, yard).buildings[0].form = facade.Farm
		f.skip(4)
		f.shed(footprint{width: 14, depth: 26, recess: 16}, f.buildYear())
		f.skip(yard / 2)
	}
	return n > 0
}

// hamletHouses lays the two homes of the hamlet.
func (f *frontage) hamletHouses() bool {
	for range hamletHomes {
		f.skip(9)
		f.detached(footprint{width: 8.5, depth: 9.5}, 12)
	}
	return true
}
