package tile

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"github.com/gevel/gevel"
)

// The shape of an area is the ground that its homes stand on, and as much again around them: cells of a grid, each of the
// area that most homes of the cell are in, and empty cells beside them. Its corners are cut, so that areas which touch on
// the ground do so on the map, and empty land belongs to none.

const (
	// shapeCell is the side of a cell at the highest zoom levels of areas, metres: about eight pixels.
	shapeCell = 100
	// shapeZoom is the lowest zoom level with such cells; at each level below they are twice as wide.
	shapeZoom = 12
)

// shapePoint is a point of an outline, in halves of a cell.
type shapePoint struct{ x, y int32 }

// shapeRing is a closed outline, counterclockwise around ground, clockwise around what is left out of it.
type shapeRing []shapePoint

// areaCell is a cell as far as an area has homes in it.
type areaCell struct {
	cell shapePoint // its column and row
	area int32
}

// shapesOf returns the shapes of areas for cells of each width, the narrowest first, in metres of RD New, by the homes of
// each area in the narrowest cells.
func shapesOf(areas int, homes map[areaCell]int) [][]orb.MultiPolygon {
	shapes := make([][]orb.MultiPolygon, areas)
	for wide := 0; wide <= shapeZoom-MinZoom; wide++ {
		half := float64(shapeCell/2) * float64(int(1)<<wide)
		owner := ownersOf(homes)
		for cell, most := range ownersOf(aroundThem(owner)) {
			if _, taken := owner[cell]; !taken {
				owner[cell] = most
			}
		}
		for area, rings := range outlinesOf(areas, owner) {
			shapes[area] = append(shapes[area], polygonsOf(rings, half))
		}
		wider := map[areaCell]int{}
		for at, n := range homes {
			wider[areaCell{shapePoint{at.cell.x >> 1, at.cell.y >> 1}, at.area}] += n
		}
		homes = wider
	}
	return shapes
}

// cellOwner is the area of most homes of a cell.
type cellOwner struct {
	area int32
	n    int
}

func ownersOf(homes map[areaCell]int) map[shapePoint]cellOwner {
	owner := map[shapePoint]cellOwner{}
	for at, n := range homes {
		if was, known := owner[at.cell]; !known || n > was.n || n == was.n && at.area < was.area {
			owner[at.cell] = cellOwner{at.area, n}
		}
	}
	return owner
}

// aroundThem returns the homes of cells as their neighbours see them.
func aroundThem(owner map[shapePoint]cellOwner) map[areaCell]int {
	around := map[areaCell]int{}
	for cell, o := range owner {
		for dx := int32(-1); dx <= 1; dx++ {
			for dy := int32(-1); dy <= 1; dy++ {
				around[areaCell{shapePoint{cell.x + dx, cell.y + dy}, o.area}] += o.n
			}
		}
	}
	return around
}

// outlinesOf returns the rings around each area's cells.
func outlinesOf(areas int, owner map[shapePoint]cellOwner) [][]shapeRing {
	type side struct{ from, way shapePoint }
	sides := make([][]side, areas)
	for cell, o := range owner {
		corner := cell
		for _, way := range []shapePoint{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} { // along the four sides, with the cell on the left
			beside := shapePoint{cell.x + way.y, cell.y - way.x}
			if other, ground := owner[beside]; !ground || other.area != o.area {
				sides[o.area] = append(sides[o.area], side{corner, way})
			}
			corner = shapePoint{corner.x + way.x, corner.y + way.y}
		}
	}
	outlines := make([][]shapeRing, areas)
	for area, all := range sides {
		slices.SortFunc(all, func(a, b side) int {
			return cmp.Or(cmp.Compare(a.from.x, b.from.x), cmp.Compare(a.from.y, b.from.y), cmp.Compare(a.way.x, b.way.x), cmp.Compare(a.way.y, b.way.y))
		})
		left := make(map[side]bool, len(all))
		for _, s := range all {
			left[s] = true
		}
		for _, first := range all {
			var ring shapeRing
			for s := first; left[s]; {
				delete(left, s)
				next := shapePoint{s.from.x + s.way.x, s.from.y + s.way.y}
				turns := []side{{next, shapePoint{-s.way.y, s.way.x}}, {next, s.way}, {next, shapePoint{s.way.y, -s.way.x}}}
				i := slices.IndexFunc(turns, func(s side) bool { return left[s] || s == first }) // left first: cells that meet in a corner stay apart
				if s.way != turns[i].way {
					ring = append(ring, cornerOf(next, s.way, turns[i].way, isCut(owner, next))...)
				}
				s = turns[i]
			}
			if ring = slices.Compact(ring); len(ring) > 0 {
				outlines[area] = append(outlines[area], ring)
			}
		}
	}
	return outlines
}

// cornerOf returns what an outline has of a corner: both ends of a cut of half a cell, or the corner itself.
func cornerOf(at, way, then shapePoint, cut bool) []shapePoint {
	at = shapePoint{2 * at.x, 2 * at.y}
	if !cut {
		return []shapePoint{at}
	}
	return []shapePoint{{at.x - way.x, at.y - way.y}, {at.x + then.x, at.y + then.y}}
}

// isCut reports whether of the four cells around a corner one differs from the three others: both sides of an outline have
// the corner then, and no gap comes where more meet.
func isCut(owner map[shapePoint]cellOwner, corner shapePoint) bool {
	const empty = -1 // the cell is of no area
	alike, one := map[int32]int{}, 0
	for _, by := range []shapePoint{{0, 0}, {-1, 0}, {0, -1}, {-1, -1}} {
		area := int32(empty)
		if o, ground := owner[shapePoint{corner.x + by.x, corner.y + by.y}]; ground {
			area = o.area
		}
		alike[area]++
		one = alike[area]
	}
	return len(alike) == 2 && one%2 == 1
}

// cellAt is the narrowest cell that a point lies in.
func cellAt(p gevel.Point) shapePoint {
	return shapePoint{int32(math.Floor(p.X / shapeCell)), int32(math.Floor(p.Y / shapeCell))}
}

// polygonsOf returns the grounds of an area, each with what is left out of it.
func polygonsOf(outlines []shapeRing, half float64) orb.MultiPolygon {
	var grounds orb.MultiPolygon
	var gaps []orb.Ring
	for _, outline := range outlines {
		ring := make(orb.Ring, 0, len(outline)+1)
		for _, p := range outline {
			ring = append(ring, orb.Point{float64(p.x) * half, float64(p.y) * half})
		}
		ring = append(ring, ring[0])
		if ring.Orientation() == orb.CCW {
			grounds = append(grounds, orb.Polygon{ring})
		} else {
			gaps = append(gaps, ring)
		}
	}
	for _, gap := range gaps {
		around := -1 // the smallest ground that holds it
		for i, ground := range grounds {
			if planar.RingContains(ground[0], gap[0]) && (around < 0 || planar.Area(ground[0]) < planar.Area(grounds[around][0])) {
				around = i
			}
		}
		if around >= 0 {
			grounds[around] = append(grounds[around], gap)
		}
	}
	return grounds
}
