package tile

import (
	"cmp"
	"iter"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
)

// positions finds rows by position, in 4 bytes a row.
type positions struct {
	at    []gevel.Point
	cells []positionCell // ascending
	rows  []int32        // of each cell, ascending
}

type positionCell struct {
	key uint32
	end int32 // of its rows
}

// positionSide is the side of a cell, metres.
const positionSide = 256

func cellKey(x, y float64) uint32 {
	const most = 1<<16 - 1
	within := func(v float64) uint32 { return uint32(max(0, min(v/positionSide, most))) }
	return within(y)<<16 | within(x)
}

// newPositions indexes positions and keeps the slice. It leaves out positions outside the Netherlands.
func newPositions(at []gevel.Point, shown func(row int) bool) *positions {
	keys := make([]uint64, 0, len(at))
	for row, p := range at {
		if geo.InNetherlands(p) && shown(row) {
			keys = append(keys, uint64(cellKey(p.X, p.Y))<<32|uint64(row))
		}
	}
	slices.Sort(keys)
	t := &positions{at: at, rows: make([]int32, len(keys))}
	for i, key := range keys {
		t.rows[i] = int32(uint32(key))
		if k := uint32(key >> 32); i == 0 || k != t.cells[len(t.cells)-1].key {
			t.cells = append(t.cells, positionCell{key: k})
		}
		t.cells[len(t.cells)-1].end = int32(i + 1)
	}
	return t
}

// within yields the rows in a rectangle.
func (t *positions) within(b footprint.Bounds) func(yield func(int32) bool) {
	low, high := footprint.Corner{X: b.Left, Y: b.Low}.Metres(), footprint.Corner{X: b.Right, Y: b.High}.Metres()
	return func(yield func(int32) bool) {
		for y := max(0, low.Y); cellKey(0, y) <= cellKey(0, high.Y); y += positionSide {
			from, to := cellKey(low.X, y), cellKey(high.X, y)
			n, _ := slices.BinarySearchFunc(t.cells, from, func(c positionCell, key uint32) int { return cmp.Compare(c.key, key) })
			for ; n < len(t.cells) && t.cells[n].key <= to; n++ {
				first := int32(0)
				if n > 0 {
					first = t.cells[n-1].end
				}
				for _, row := range t.rows[first:t.cells[n].end] {
					if p := t.at[row]; p.X >= low.X && p.X <= high.X && p.Y >= low.Y && p.Y <= high.Y && !yield(row) {
						return
					}
				}
			}
		}
	}
}

// HomesIn yields the rows of the homes in a rectangle of RD New, between two corners.
func (m *Maker) HomesIn(low, high gevel.Point) iter.Seq[int32] {
	return m.homesAt().within(footprint.BoundsOf(low, high))
}

// SalesIn yields the rows of the sales in a rectangle of RD New.
func (m *Maker) SalesIn(low, high gevel.Point) iter.Seq[int32] {
	return m.salesAt().within(footprint.BoundsOf(low, high))
}

// Shows reports whether something at a position is shown on a map: not where the position is not known.
func (m *Maker) Shows(p gevel.Point) bool { return geo.InNetherlands(p) }
