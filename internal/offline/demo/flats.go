package demo

import (
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// smallTown is the number of homes below which blocks of flats are small, to leave room for every other kind of home.
const smallTown = 1500

// block is a kind of building of equal flats: storeys above each other, across beside each other.
type block struct {
	buildType       gevel.BuildType
	style           facade.Style
	storeys, across [2]int     // ranges; in a small town the least
	step            int        // flats across come in this number, unless 0
	width, depth    [2]float64 // ranges of one flat, metres
	open            float64    // ground on both sides, metres
	margin          float64    // unless 0, metres of front to spare before a plan is drawn
	// address names the flat on a floor and slot. Its number counts the numbers of the block from 0. By default each
	// flat has a number of its own.
	address func(floor, slot int) address
}

// letter returns the i-th capital.
func letter(i int) string { return string(rune('A' + i)) }

var (
	// A gallery flat is a long block whose flats are reached along outer galleries.
	galleryFlat = block{
		buildType: gevel.Galerijflat, style: facade.GalleryFlat, storeys: [2]int{3, 8}, across: [2]int{4, 9},
		width: [2]float64{6.5, 7.6}, depth: [2]float64{10.5, 12}, open: 10,
	}
	// A stairwell serves two flats beside each other. It has one number, its flats have extensions: 12-1 to 12-8.
	stairwellFlat = block{
		buildType: gevel.Portiekflat, style: facade.StairwellFlat, storeys: [2]int{3, 4}, across: [2]int{2, 4}, step: 2,
		width: [2]float64{7, 8}, depth: [2]float64{9.5, 11}, open: 10, margin: 20,
		address: func(floor, slot int) address {
			return address{Number: slot / 2, Ext: strconv.Itoa(2*floor + slot%2 + 1)}
		},
	}
	// Flats on an inner corridor have one number, followed by the number of the room, 101 and up.
	corridorFlat = block{
		buildType: gevel.Corridorflat, style: facade.GalleryFlat, storeys: [2]int{3, 6}, across: [2]int{4, 7},
		width: [2]float64{6, 7.2}, depth: [2]float64{8, 9}, open: 10, margin: 20,
		address: func(floor, slot int) address { return address{Ext: strconv.Itoa(100*(floor+1) + slot + 1)} },
	}
	// Maisonnettes have two floors each: a letter for the layer, an extension for the home, 12A-3.
	maisonnettes = block{
		buildType: gevel.Maisonnette, style: facade.GalleryFlat, storeys: [2]int{2, 2}, across: [2]int{5, 8},
		width: [2]float64{5.6, 6.4}, depth: [2]float64{15, 17}, open: 8, margin: 20,
		address: func(floor, slot int) address { return address{Letter: letter(floor), Ext: strconv.Itoa(slot + 1)} },
	}
	// Apartments are a modern block with balconies.
	apartments = block{
		buildType: gevel.Appartement, style: facade.Apartments, storeys: [2]int{3, 5}, across: [2]int{4, 4},
		width: [2]float64{8, 9.5}, depth: [2]float64{11, 13}, open: 8,
	}
	// A small block between old houses: the flats on a floor share a number and have letters, 12A to 12C.
	cityApartments = block{
		buildType: gevel.Appartement, style: facade.Apartments, storeys: [2]int{3, 3}, across: [2]int{3, 3},
		width: [2]float64{7.5, 9}, depth: [2]float64{10, 12}, open: 3, margin: 23,
		address: func(floor, slot int) address { return address{Number: floor, Letter: letter(slot)} },
	}
)

// some returns a number of a range: the lowest in a small town.
func (f *frontage) some(of [2]int) int {
	if f.town.Dwellings < smallTown {
		return of[0]
	}
	return f.between(of[0], of[1])
}

// lay raises a block of the kind.
func (k block) lay(f *frontage) bool {
	b, drawAcross := building{style: k.style}, func() int { return max(1, k.step) * f.some(k.across) }
	if k.margin > 0 {
		b.across = drawAcross()
		if f.room() < float64(b.across)*k.width[1]+k.margin {
			return false
		}
	}
	b.storeys = f.some(k.storeys)
	if k.margin == 0 {
		b.across = drawAcross()
	}
	width, depth := f.uniform(k.width[0], k.width[1]), f.uniform(k.depth[0], k.depth[1])
	return f.row(1, float64(b.across)*width, 1, k.open, func(_, _, year int) {
		b.Year = year
		k.raise(f, b, width, depth, 0.82)
	})
}

// raise builds a block. Walls and stairs take up to a share of 1-least of the flats' plan.
func (k block) raise(f *frontage, b building, width, depth, least float64) {
	built := f.build(footprint{width: float64(b.across) * width, depth: depth}, b)
	first := f.number
	for i := range b.storeys * b.across {
		a := address{Number: i}
		if k.address != nil {
			a = k.address(i/b.across, i%b.across)
		}
		a.Number = first + 2*(a.Number+1)
		f.number = max(f.number, a.Number)
		surface := int(math.Round(width * depth * f.uniform(least, 0.92)))
		f.add(built, unit{address: a, slot: i % b.across, buildType: k.buildType, surface: surface})
	}
}

// porticoRow lays buildings of three floors with two homes on each, with doors on an open stair to the street.
func porticoRow(f *frontage) bool {
	const across, width = 2, 6.2
	depth := 0.0
	return f.row(f.between(2, 4), across*width, 2, alley, func(i, n, year int) {
		if i == 0 {
			depth = f.uniform(10, 12)
		}
		b := building{Year: year, style: facade.StairwellFlat, storeys: 3, across: across}
		block{buildType: gevel.Portiekwoning}.raise(f, inRow(b, i, n), width, depth, 0.84)
	})
}
