package demo

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// canalRow lays narrow old houses wall to wall, each of its own width, depth and
// height: whole houses, houses split into floors, shops and offices.
func (f *frontage) canalRow() bool {
	const widest = 7.5
	n := f.fits(f.between(8, 13), widest, 2*alley)
	if n < 5 {
		return false
	}
	f.skip(alley)
	for i := range n {
		h := house{
			footprint: footprint{width: f.uniform(5, widest), depth: f.uniform(12, 18)},
			year:      f.between(f.district.years[0], f.district.years[1]),
			storeys:   f.between(3, 4), form: facade.CanalHouse, joinedL: i > 0, joinedR: i < n-1,
			buildType: gevel.Tussenwoning,
		}
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
	switch {
	case i%5 == 2:
		f.upstairs(h)
	case i%9 == 3:
		f.aboveShop(h)
	case i%9 == 6:
		f.single(h, []string{useOffice})
	case i%9 == 5:
		h.surface = f.floorSurface(h.footprint, 2, 0)
		f.single(h, []string{useHome, useShop})
	default:
		h.surface = f.floorSurface(h.footprint, h.storeys-1, 0.3)
		f.set(h)
	}
}

// single builds a house with one object for the uses.
func (f *frontage) single(h house, uses []string) {
	b := f.build(h.footprint, h.building(1))
	if h.surface == 0 {
		h.surface = f.floorSurface(h.footprint, h.storeys, 0)
	}
	f.add(b, unit{
		number: f.nextNumber(), uses: uses, surface: h.surface, buildType: h.buildType,
		parcel: int(math.Round(h.width * (h.depth + 8))),
	})
}

func (h house) building(across int) building {
	return building{
		year: h.year, form: h.form, storeys: h.storeys, across: across, joinedL: h.joinedL, joinedR: h.joinedR,
	}
}

// upstairs builds a house with a home on each floor: HS on the ground floor, I,
// II and III above it.
func (f *frontage) upstairs(h house) {
	b := f.build(h.footprint, h.building(1))
	number := f.nextNumber()
	for floor := range h.storeys {
		u := unit{
			number: number, ext: [...]string{"HS", "I", "II", "III"}[floor],
			surface: f.floorSurface(h.footprint, 1, 0), buildType: gevel.Bovenwoning,
		}
		if floor == 0 {
			u.buildType = gevel.Benedenwoning
		}
		f.add(b, u)
	}
}

// aboveShop builds a shop at the bare number with a home above it, at 2.
func (f *frontage) aboveShop(h house) {
	b := f.build(h.footprint, h.building(1))
	number := f.nextNumber()
	f.add(b, unit{number: number, uses: []string{useShop}, surface: f.floorSurface(h.footprint, 1, 0)})
	f.add(b, unit{
		number: number, ext: "2", surface: f.floorSurface(h.footprint, h.storeys-2, 0.5),
		buildType: gevel.Bovenwoning,
	})
}

// upstairsRow lays a row of houses with a home on each floor.
func (f *frontage) upstairsRow() bool {
	n := f.fits(f.between(3, 5), 6.5, 2*alley)
	return f.row(n, 3, alley, func(i, year int) {
		f.upstairs(house{
			footprint: footprint{width: f.uniform(5.6, 6.5), depth: f.uniform(11, 14)},
			year:      year, storeys: 3, form: facade.StairwellFlat, joinedL: i > 0, joinedR: i < n-1,
		})
	})
}

// splitHouse lays a detached house that was divided into two homes, A and B: the bare number is no longer an
// address.
func (f *frontage) splitHouse() bool {
	p := footprint{width: f.uniform(9, 10.5), depth: f.uniform(10, 12)}
	const beside = 5.0
	return f.row(f.fits(1, p.width, 2*beside), 1, beside, func(_, year int) {
		b := f.build(p, building{year: year, form: facade.Detached, storeys: 2, across: 1})
		number, surface := f.nextNumber(), f.floorSurface(p, 1, 0)
		f.add(b, unit{number: number, letter: "A", surface: surface, buildType: gevel.Benedenwoning})
		f.add(b, unit{number: number, letter: "B", surface: surface, buildType: gevel.Bovenwoning})
	})
}
