package parcels

import "slices"

// square is the buildings of a square of the map while its parcels are laid over them.
type square struct {
	number    int
	buildings []building
	edges     []edge
	best      []match // by building

	// The buildings by cell of a grid.
	x0, y0 int32
	first  []int32
	inCell []int32

	// Room for the parcel that is laid over.
	seen   []uint32 // by building: the last parcel that met it, counted from 1
	parcel []edge
	near   []edge
	ring   []point
	strips strips
}

type building struct {
	number uint32
	box    box
	first  int32 // of its edges
	end    int32
}

// The grid within a square.
const (
	cellSide = 100 * mm
	cells    = squareSide / cellSide // in a row, and in a column
)

// loadSquare reads the buildings of a square.
func (j *Join) loadSquare(number int) (*square, error) {
	s := &square{
		number: number, x0: westmost + int32(number%columns)*squareSide, y0: southmost + int32(number/columns)*squareSide,
	}
	err := j.buildings.each(number, func(n uint32, rings *ringReader) {
		b := building{number: n, first: int32(len(s.edges))}
		s.edges, b.box = s.read(rings, s.edges)
		b.end = int32(len(s.edges))
		s.buildings = append(s.buildings, b)
	})
	s.best, s.seen = make([]match, len(s.buildings)), make([]uint32, len(s.buildings))
	s.sort()
	return s, err
}

// read appends the edges of an outline, and returns the box around it.
func (s *square) read(rings *ringReader, into []edge) ([]edge, box) {
	b := emptyBox()
	for {
		ring, hole, ok := rings.next(s.ring[:0])
		if !ok {
			return into, b
		}
		s.ring = ring
		for _, p := range ring {
			b.add(p)
		}
		into = appendEdges(into, ring, hole)
	}
}

// sort sorts the buildings into the cells of the grid.
func (s *square) sort() {
	s.first = make([]int32, cells*cells+1)
	for i := range s.buildings {
		for cell := range s.cellsOf(s.buildings[i].box) {
			s.first[cell+1]++
		}
	}
	for cell := range cells * cells {
		s.first[cell+1] += s.first[cell]
	}
	s.inCell = make([]int32, s.first[cells*cells])
	next := slices.Clone(s.first)
	for i := range s.buildings {
		for cell := range s.cellsOf(s.buildings[i].box) {
			s.inCell[next[cell]] = int32(i)
			next[cell]++
		}
	}
}

// cellsOf goes over the cells that a box lies in.
func (s *square) cellsOf(b box) func(yield func(cell int32) bool) {
	c0, c1, r0, r1 := b.cells(s.x0, s.y0, cellSide, cells, cells)
	return func(yield func(int32) bool) {
		for r := r0; r <= r1; r++ {
			for c := c0; c <= c1; c++ {
				if !yield(r*cells + c) {
					return
				}
			}
		}
	}
}

// join lays the parcels of the square over its buildings.
func (s *square) join(parcels *spill) error {
	return parcels.each(s.number, func(number uint32, rings *ringReader) {
		var around box
		s.parcel, around = s.read(rings, s.parcel[:0])
		sorted := false
		for cell := range s.cellsOf(around) {
			for _, i := range s.inCell[s.first[cell]:s.first[cell+1]] {
				b := &s.buildings[i]
				if s.seen[i] == number+1 || !b.box.meets(around) {
					continue
				}
				s.seen[i] = number + 1
				if !sorted {
					s.strips.set(s.parcel, around)
					sorted = true
				}
				s.near = s.strips.within(s.parcel, b.box.left, b.box.right, s.near[:0])
				s.lay(i, number)
			}
		}
	})
}

// lay intersects a parcel with a building, from the parcel's edges near that building.
func (s *square) lay(i int32, parcel uint32) {
	b := &s.buildings[i]
	outline := s.edges[b.first:b.end]
	common := float32(overlap(outline, s.near, b.box.low))
	if float64(common) >= leastShare*area(outline, b.box.low) {
		s.best[i].improve(match{common, parcel})
	}
}
