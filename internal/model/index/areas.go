// Package index is the house price index: monthly, quality-adjusted, by area, house type group and tier, each small area
// shrunk to the larger one around it. An index is fitted on what was known on one day and moves a price from any
// day to any other.
package index

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Areas divides the map into nested areas with about as many sales each: a k-d tree over the positions of sales. Unlike
// postal codes or municipalities it needs no register, follows the density of sales, and works in any country.
type Areas struct {
	// Nodes are the areas; 0 is the whole. Exported for encoding only.
	Nodes []Area
}

// Area is a rectangle of the map.
type Area struct {
	Axis        int8 // 0: split on X, 1: split on Y, -1: not split
	Cut         float64
	Left, Right int32 // areas below and from the cut
	Parent      int32
}

const notSplit = -1

// NewAreas divides points until an area would hold fewer than size of them, or can't be divided because its points
// share their position. Each area holds at least size of them, except perhaps the whole.
func NewAreas(points []gevel.Point, size int) *Areas {
	known := make([]gevel.Point, 0, len(points))
	for _, p := range points {
		if p.Known() {
			known = append(known, p)
		}
	}
	a := &Areas{}
	a.divide(known, -1, max(size, 1))
	return a
}

// divide adds the area of points, and those within it, and returns its number.
func (a *Areas) divide(points []gevel.Point, parent int32, size int) int32 {
	node := int32(len(a.Nodes))
	a.Nodes = append(a.Nodes, Area{Axis: notSplit, Parent: parent})
	if len(points) < 2*size {
		return node
	}
	axis := longestAxis(points)
	below := cutOf(points, axis, size)
	if below == 0 {
		axis = 1 - axis
		below = cutOf(points, axis, size)
	}
	if below == 0 {
		return node
	}
	cut := coordinate(points[below], axis)
	left := a.divide(points[:below], node, size)
	right := a.divide(points[below:], node, size)
	a.Nodes[node] = Area{Axis: axis, Cut: cut, Left: left, Right: right, Parent: parent}
	return node
}

// cutOf sorts points along an axis and returns how many of them lie below the cut nearest their middle that leaves
// at least size on either side, the lower of two as near; 0 when there is none. Points with the same coordinate
// stay together: homes of a street or a postal code may share their position.
func cutOf(points []gevel.Point, axis int8, size int) int {
	slices.SortFunc(points, func(p, q gevel.Point) int {
		return cmp.Compare(coordinate(p, axis), coordinate(q, axis))
	})
	middle := len(points) / 2
	parts := func(below int) bool {
		return below >= size && len(points)-below >= size &&
			coordinate(points[below-1], axis) < coordinate(points[below], axis)
	}
	for off := range middle + 1 {
		if parts(middle - off) {
			return middle - off
		}
		if parts(middle + off) {
			return middle + off
		}
	}
	return 0
}

func longestAxis(points []gevel.Point) int8 {
	low, high := points[0], points[0]
	for _, p := range points {
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
	}
	if high.X-low.X >= high.Y-low.Y {
		return 0
	}
	return 1
}

func coordinate(p gevel.Point, axis int8) float64 {
	if axis == 0 {
		return p.X
	}
	return p.Y
}

// Of returns the smallest area that p lies in; the whole when p is not known.
func (a *Areas) Of(p gevel.Point) int32 {
	node := int32(0)
	if !p.Known() {
		return node
	}
	for a.Nodes[node].Axis != notSplit {
		n := a.Nodes[node]
		if coordinate(p, n.Axis) < n.Cut {
			node = n.Left
		} else {
			node = n.Right
		}
	}
	return node
}

// Parent returns the area around an area, -1 for the whole.
func (a *Areas) Parent(area int32) int32 { return a.Nodes[area].Parent }

// Len returns the number of areas, the whole included.
func (a *Areas) Len() int { return len(a.Nodes) }

// Smallest returns the areas that are divided no further: the whole, if it is not divided.
func (a *Areas) Smallest() []int32 {
	var smallest []int32
	for i, node := range a.Nodes {
		if node.Axis == notSplit {
			smallest = append(smallest, int32(i))
		}
	}
	return smallest
}

// Sides of a Bounds.
const (
	West = iota
	South
	East
	North
)

// Bounds is the rectangle of an area, metres, by side; infinite where it has no border.
type Bounds [4]float64

// Bounds returns the rectangle of each area.
func (a *Areas) Bounds() []Bounds {
	all := make([]Bounds, len(a.Nodes))
	all[0] = Bounds{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
	for i, n := range a.Nodes { // an area precedes those within it
		if n.Axis == notSplit {
			continue
		}
		all[n.Left], all[n.Right] = all[i], all[i]
		all[n.Left][East+n.Axis], all[n.Right][West+n.Axis] = n.Cut, n.Cut
	}
	return all
}
