package demo

import (
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// smallTown is the number of homes below which blocks of flats are small, to leave room for every other kind
// of home.
const smallTown = 1500

// block is a building of equal flats: storeys above each other, across beside each other.
type block struct {
	storeys, across int
	width, depth    float64 // of one flat, metres
	buildType       gevel.BuildType
	form            facade.Form
	// name gives the address of the flat on a floor and slot; by default each has a house number of its own.
	name func(floor, slot int) unit
}

// some returns a number from lo to hi: the lowest in a small town.
func (f *frontage) some(lo, hi int) int {
	if f.town.Dwellings < smallTown {
		return lo
	}
	return f.between(lo, hi)
}

// raise builds a block with open ground on both sides, if there is room for it.
func (f *frontage) raise(k block, open float64) bool {
	p := footprint{width: float64(k.across) * k.width, depth: k.depth}
	return f.row(f.fits(1, p.width, 2*open), 1, open, func(_, year int) {
		f.flats(p, building{year: year, form: k.form, storeys: k.storeys, across: k.across}, k, 0.82)
	})
}

// flats builds a block. Walls and stairs take up to a share of 1-least of the flats' plan.
func (f *frontage) flats(p footprint, b building, k block, least float64) {
	built := f.build(p, b)
	for i := range k.storeys * k.across {
		u := unit{}
		if k.name != nil {
			u = k.name(i/k.across, i%k.across)
		} else {
			u.number = f.nextNumber()
		}
		u.slot, u.buildType = i%k.across, k.buildType
		u.surface = int(math.Round(k.width * k.depth * f.uniform(least, 0.92)))
		f.add(built, u)
	}
}

// galleryFlat lays a long block whose flats are reached along outer galleries.
func galleryFlat(f *frontage) bool {
	return f.raise(block{
		storeys: f.some(3, 8), across: f.some(4, 9), width: f.uniform(6.5, 7.6), depth: f.uniform(10.5, 12),
		buildType: gevel.Galerijflat, form: facade.GalleryFlat,
	}, 10)
}

// stairwellFlat lays a block with a stairwell for every two flats beside each other. A stairwell has one number,
// its flats have extensions: 12-1 to 12-8.
func stairwellFlat(f *frontage) bool {
	wells := f.some(2, 4)
	if f.room() < float64(wells)*16+20 {
		return false
	}
	numbers := f.nextNumbers(wells)
	return f.raise(block{
		storeys: f.some(3, 4), across: 2 * wells, width: f.uniform(7, 8), depth: f.uniform(9.5, 11),
		buildType: gevel.Portiekflat, form: facade.StairwellFlat,
		name: func(floor, slot int) unit {
			return unit{number: numbers[slot/2], ext: strconv.Itoa(2*floor + slot%2 + 1)}
		},
	}, 10)
}

func (f *frontage) nextNumbers(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = f.nextNumber()
	}
	return numbers
}

// corridorFlat lays a block of flats on an inner corridor: one number, followed by the number of the room,
// 101 and up.
func corridorFlat(f *frontage) bool {
	across := f.some(4, 7)
	if f.room() < float64(across)*7.2+20 {
		return false
	}
	number := f.nextNumber()
	return f.raise(block{
		storeys: f.some(3, 6), across: across, width: f.uniform(6, 7.2), depth: f.uniform(8, 9),
		buildType: gevel.Corridorflat, form: facade.GalleryFlat,
		name: func(floor, slot int) unit { return unit{number: number, ext: strconv.Itoa(100*(floor+1) + slot + 1)} },
	}, 10)
}

// maisonnettes lays a block of homes of two floors each: a letter for the layer, an extension for the home,
// 12A-3.
func maisonnettes(f *frontage) bool {
	across := f.some(5, 8)
	if f.room() < float64(across)*6.4+20 {
		return false
	}
	number := f.nextNumber()
	return f.raise(block{
		storeys: 2, across: across, width: f.uniform(5.6, 6.4), depth: f.uniform(15, 17),
		buildType: gevel.Maisonnette, form: facade.GalleryFlat,
		name: func(floor, slot int) unit {
			return unit{number: number, letter: string(rune('A' + floor)), ext: strconv.Itoa(slot + 1)}
		},
	}, 8)
}

// apartments lays a modern block with balconies.
func apartments(f *frontage) bool {
	return f.raise(block{
		storeys: f.some(3, 5), across: 4, width: f.uniform(8, 9.5), depth: f.uniform(11, 13),
		buildType: gevel.Appartement, form: facade.Apartments,
	}, 8)
}

// cityApartments lays a small block between the old houses: the flats on a floor share a number and have
// letters, 12A to 12C.
func cityApartments(f *frontage) bool {
	const storeys = 3
	if f.room() < 50 {
		return false
	}
	numbers := f.nextNumbers(storeys)
	return f.raise(block{
		storeys: storeys, across: 3, width: f.uniform(7.5, 9), depth: f.uniform(10, 12),
		buildType: gevel.Appartement, form: facade.Apartments,
		name: func(floor, slot int) unit { return unit{number: numbers[floor], letter: string(rune('A' + slot))} },
	}, 3)
}

// porticoRow lays buildings of three floors with two homes on each, with doors on an open stair to the street.
func porticoRow(f *frontage) bool {
	k := block{storeys: 3, across: 2, width: 6.2, buildType: gevel.Portiekwoning}
	width := float64(k.across) * k.width
	n := f.fits(f.between(2, 4), width, 2*alley)
	return f.row(n, 2, alley, func(i, year int) {
		if i == 0 {
			k.depth = f.uniform(10, 12)
		}
		b := building{year: year, form: facade.StairwellFlat, storeys: k.storeys, across: k.across}
		f.flats(footprint{width: width, depth: k.depth}, inRow(b, i, n), k, 0.84)
	})
}
