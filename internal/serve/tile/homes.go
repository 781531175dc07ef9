package tile

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
)

const (
	// minHomeZoom is the first zoom level with homes: on lower ones their points would overlap.
	minHomeZoom = 16
	// mostHomes limits the work per tile: a tower has hundreds.
	mostHomes = 5_000
)

// homes draws the tile's homes that existed in the year of a day.
func (m *Maker) homes(f *frame, day gevel.Date) *layer {
	l := newLayer("homes")
	if f.Z < minHomeZoom {
		return l
	}
	for row := range m.homesAt().within(f.bounds) {
		home := m.edition.RegisteredHome(int(row))
		at := f.of(home.At)
		if !holdsPoint(at) || home.BuildYear.Known && home.BuildYear.V > day.Year() {
			continue
		}
		l.say("bagId", string(home.ID))
		if label := m.label(home.ID); label != "" {
			l.say("label", label)
		}
		l.add(int(row)+1, at)
		if l.features == mostHomes {
			break
		}
	}
	return l
}

// label returns a home's street and number, "" when its address is not known.
func (m *Maker) label(home gevel.BAGID) string {
	a, ok := m.edition.MainAddress(home)
	if !ok {
		return ""
	}
	label := a.Street + " " + strconv.Itoa(a.HouseNumber) + a.HouseLetter
	if a.HouseNumberExt != "" {
		label += "-" + a.HouseNumberExt
	}
	return label
}

const (
	// minSaleZoom is the first zoom level with sales.
	minSaleZoom = 12
	// saleLabelZoom is the first zoom level at which sales have their address.
	saleLabelZoom = 15
	// mostSales limits a tile: of more, the newest are drawn.
	mostSales = 4_000
)

// saleYears is how many years back sales are drawn, by zoom; at higher levels all are.
var saleYears = map[int]int{12: 1, 13: 2, 14: 5}

// sales draws the tile's sales known before a day, the newest last and so on top.
func (m *Maker) sales(f *frame, day gevel.Date) *layer {
	l := newLayer("sales")
	if f.Z < minSaleZoom {
		return l
	}
	s := m.edition.Sales()
	first := gevel.NoDate
	if years, few := saleYears[f.Z]; few {
		first = day.AddMonths(-12 * years)
	}
	var rows []int32
	for row := range m.salesAt().within(f.bounds) {
		if s.KnownBefore(row, day) && s.Date[row] >= first && holdsPoint(f.of(s.At[row])) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(a, b)) })
	for _, row := range rows[max(0, len(rows)-mostSales):] {
		l.say("price", int(s.Price[row]))
		l.say("date", s.Date[row].String())
		if group := s.BuildType(int(row)).Group(); group > 0 {
			l.say("type", group.String())
		}
		if f.Z >= saleLabelZoom {
			if home := s.Characteristics(int(row)); home.UseSurface.Known {
				l.say("surface", home.UseSurface.V)
			}
			if label := m.label(gevel.BAGID(s.DwellingID(int(row)))); label != "" {
				l.say("label", label)
			}
		}
		l.add(noID, f.of(s.At[row]))
	}
	return l
}

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
