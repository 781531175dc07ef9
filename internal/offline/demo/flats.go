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
	width           float64 // of one flat, metres
	depth           float64
	buildType       gevel.BuildType
	form            facade.Form
	// name gives the address of the flat on a floor and slot.
	name func(floor, slot int) (number int, letter, ext string)
}

// storeys returns the height of a block of flats: low in a small town.
func (f *frontage) storeys(lo, hi int) int {
	if f.town.Dwellings < smallTown {
		return lo
	}
	return f.between(lo, hi)
}

// raise builds a block, if there is room for it.
func (f *frontage) raise(k block, open float64) bool {
	width := float64(k.across) * k.width
	return f.row(f.fits(1, width, 2*open), 1, open, func(_, year int) {
		b := f.build(footprint{width: width, depth: k.depth}, building{
			year: year, form: k.form, storeys: k.storeys, across: k.across,
		})
		for i := range k.storeys * k.across {
			number, letter, ext := k.name(i/k.across, i%k.across)
			f.add(b, unit{
				number: number, letter: letter, ext: ext, slot: i % k.across, buildType: k.buildType,
				surface: int(math.Round(k.width * k.depth * f.uniform(0.82, 0.92))),
			})
		}
	})
}

// consecutive gives every flat a house number of its own.
func (f *frontage) consecutive(int, int) (number int, letter, ext string) {
	return f.nextNumber(), "", ""
}

// galleryFlat lays a long block whose flats are reached along outer galleries.
func (f *frontage) galleryFlat() bool {
	return f.raise(block{
		storeys: f.storeys(3, 8), across: f.storeys(4, 9), width: f.uniform(6.5, 7.6), depth: f.uniform(10.5, 12),
		buildType: gevel.Galerijflat, form: facade.GalleryFlat, name: f.consecutive,
	}, 10)
}

// stairwellFlat lays a block with a stairwell for every two flats beside each
// other. A stairwell has one number, its flats have extensions: 12-1 to 12-8.
func (f *frontage) stairwellFlat() bool {
	wells := f.storeys(2, 4)
	if f.room() < float64(wells)*16+20 {
		return false
	}
	numbers := make([]int, wells)
	for i := range numbers {
		numbers[i] = f.nextNumber()
	}
	return f.raise(block{
		storeys: f.storeys(3, 4), across: 2 * wells, width: f.uniform(7, 8), depth: f.uniform(9.5, 11),
		buildType: gevel.Portiekflat, form: facade.StairwellFlat,
		name: func(floor, slot int) (int, string, string) {
			return numbers[slot/2], "", strconv.Itoa(2*floor + slot%2 + 1)
		},
	}, 10)
}

// corridorFlat lays a block of flats on an inner corridor: one number, followed by the number of the room,
// 101 and up.
func (f *frontage) corridorFlat() bool {
	across := f.storeys(4, 7)
	if f.room() < float64(across)*7.2+20 {
		return false
	}
	number := f.nextNumber()
	return f.raise(block{
		storeys: f.storeys(3, 6), across: across, width: f.uniform(6, 7.2), depth: f.uniform(8, 9),
		buildType: gevel.Corridorflat, form: facade.GalleryFlat,
		name: func(floor, slot int) (int, string, string) {
			return number, "", strconv.Itoa(100*(floor+1) + slot + 1)
		},
	}, 10)
}

// maisonnettes lays a block of homes of two floors each: a letter for the layer, an extension for the home,
// 12A-3.
func (f *frontage) maisonnettes() bool {
	across := f.storeys(5, 8)
	if f.room() < float64(across)*6.4+20 {
		return false
	}
	number := f.nextNumber()
	return f.raise(block{
		storeys: 2, across: across, width: f.uniform(5.6, 6.4), depth: f.uniform(15, 17),
		buildType: gevel.Maisonnette, form: facade.GalleryFlat,
		name: func(floor, slot int) (int, string, string) {
			return number, string(rune('A' + floor)), strconv.Itoa(slot + 1)
		},
	}, 8)
}

// apartments lays a modern block with balconies.
func (f *frontage) apartments() bool {
	return f.raise(block{
		storeys: f.storeys(3, 5), across: 4, width: f.uniform(8, 9.5), depth: f.uniform(11, 13),
		buildType: gevel.Appartement, form: facade.Apartments, name: f.consecutive,
	}, 8)
}

// cityApartments lays a small block between the old houses: the flats on a floor share a number and have
// letters, 12A to 12D.
func (f *frontage) cityApartments() bool {
	const storeys = 3
	if f.room() < 50 {
		return false
	}
	numbers := [storeys]int{f.nextNumber(), f.nextNumber(), f.nextNumber()}
	return f.raise(block{
		storeys: storeys, across: 3, width: f.uniform(7.5, 9), depth: f.uniform(10, 12),
		buildType: gevel.Appartement, form: facade.Apartments,
		name: func(floor, slot int) (int, string, string) {
			return numbers[floor], string(rune('A' + slot)), ""
		},
	}, 3)
}

// porticoRow lays buildings of three floors with two homes on each, with doors on an open stair to the
// street.
func (f *frontage) porticoRow() bool {
	const storeys, across, width = 3, 2, 6.2
	n := f.fits(f.between(2, 4), across*width, 2*alley)
	if n < 2 {
		return false
	}
	year, depth := f.buildYear(), f.uniform(10, 12)
	f.skip(alley)
	for i := range n {
		b := f.build(footprint{width: across * width, depth: depth}, building{
			year: year, form: facade.StairwellFlat, storeys: storeys, across: across, joinedL: i > 0, joinedR: i < n-1,
		})
		for home := range storeys * across {
			f.add(b, unit{
				number: f.nextNumber(), slot: home % across, buildType: gevel.Portiekwoning,
				surface: int(math.Round(width * depth * f.uniform(0.84, 0.92))),
			})
		}
	}
	f.skip(alley)
	return true
}
