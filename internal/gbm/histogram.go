package gbm

import "math"

// Sums of gradients per bin, in fixed point.
//
// A gradient is rounded to a whole number of units and shifted left to leave room for a
// row count in the low bits. One integer addition per row and column then sums both, and
// since integer sums are exact, neither the order of the rows nor the number of threads
// can change a bit of them. The unit is chosen per tree such that the sum over all rows
// just fits: with a million rows the average gradient still has 21 bits, about the
// precision of a float32.

// sumBits is how many bits of a cell hold gradient sum and row count; two of the 64 stay
// free for the sign and for rounding.
const sumBits = 62

// maxExponent keeps the unit's inverse, a power of two, within float64.
const maxExponent = 1000

// tally is a sum over rows in fixed point.
type tally struct {
	packed  int64 // gradient in the high bits, rows in the low ones
	hessian int64 // 0 throughout when all second derivatives are 1
}

func (t tally) minus(other tally) tally {
	return tally{t.packed - other.packed, t.hessian - other.hessian}
}

// sums is a tally in ordinary units.
type sums struct {
	gradient, hessian float64 // first and second derivatives of the loss
	rows              int
}

// scale converts between ordinary units and fixed point; it holds for one tree.
type scale struct {
	rowBits      uint
	gradientUnit float64
	hessianUnit  float64
	flat         bool // all second derivatives are 1: the hessian is the row count
	// chance is how much more a leaf's rows score on average, where categories mean nothing,
	// for each further one that is told apart: the squares of the gradients of the tree's rows
	// over their hessians.
	chance float64
}

// sizes are sums over rows: of the derivatives without sign, and of squared first ones.
type sizes struct{ gradients, hessians, squares float64 }

// newScale fits rows with derivatives of these sizes.
func newScale(rows int, in sizes, flat bool) scale {
	s := scale{flat: flat}
	if in.hessians > 0 {
		s.chance = in.squares / in.hessians
	}
	for 1<<s.rowBits <= rows {
		s.rowBits++
	}
	s.gradientUnit = unit(in.gradients, sumBits-1-int(s.rowBits))
	s.hessianUnit = unit(in.hessians, sumBits-1)
	return s
}

// unit returns the power of two that makes total a number of at most bits bits.
func unit(total float64, bits int) float64 {
	_, exponent := math.Frexp(total)
	return math.Ldexp(1, max(exponent-bits, -maxExponent))
}

// pack returns one row's gradient in fixed point, its row count included.
func (s *scale) pack(gradient float64) int64 {
	return int64(math.RoundToEven(gradient/s.gradientUnit))<<s.rowBits + 1
}

// packHessian returns one row's hessian in fixed point.
func (s *scale) packHessian(hessian float64) int64 {
	return int64(math.RoundToEven(hessian / s.hessianUnit))
}

// rows returns how many rows a tally sums.
func (s *scale) rows(packed int64) int { return int(packed & (1<<s.rowBits - 1)) }

// sums returns a tally in ordinary units.
func (s *scale) sums(t tally) sums {
	rows := s.rows(t.packed)
	out := sums{gradient: float64(t.packed>>s.rowBits) * s.gradientUnit, rows: rows}
	if s.flat {
		out.hessian = float64(rows)
	} else {
		out.hessian = float64(t.hessian) * s.hessianUnit
	}
	return out
}

// histogram is the tallies of one leaf's rows per column and code.
type histogram struct {
	packed   []int64
	hessians []int64 // nil when flat
}

func newHistogram(cells int, flat bool) *histogram {
	h := &histogram{packed: make([]int64, cells)}
	if !flat {
		h.hessians = make([]int64, cells)
	}
	return h
}

// leafRows is the rows of a leaf with their derivatives in fixed point, in the same order.
type leafRows struct {
	rows     []uint32
	packed   []int64
	hessians []int64 // nil when flat
}

// sum replaces the group's part of the histogram by the sums over rows.
func (h *histogram) sum(g *group, in leafRows) {
	from, to := g.offset, g.offset+groupColumns*g.slots()
	g.sum(h.packed[from:to], in.rows, in.packed)
	if h.hessians != nil {
		g.sum(h.hessians[from:to], in.rows, in.hessians)
	}
}

// subtract takes other from the group's part of the histogram.
func (h *histogram) subtract(g *group, other *histogram) {
	from, to := g.offset, g.offset+groupColumns*g.slots()
	subtract(h.packed[from:to], other.packed[from:to])
	if h.hessians != nil {
		subtract(h.hessians[from:to], other.hessians[from:to])
	}
}

func subtract(cells, other []int64) {
	other = other[:len(cells)]
	for i := range cells {
		cells[i] -= other[i]
	}
}

// sum adds, for each of the group's columns, values[i] to the cell of row i's code.
func (g *group) sum(cells []int64, rows []uint32, values []int64) {
	clear(cells)
	values = values[:len(rows)]
	if g.narrow != nil {
		sumNarrow((*[groupColumns * narrowSlots]int64)(cells), g.narrow, rows, values)
	} else {
		sumWide((*[groupColumns * wideSlots]int64)(cells), g.wide, rows, values)
	}
}

// fetched is how many words are read at a time. They lie scattered in memory: a loop that does
// nothing else has dozens of them on their way at once. It is a power of two, so that i&(fetched-1)
// needs no check of its bounds.
const fetched = 256

// fetch sets near[i] to the word of rows[i].
func fetch[word uint32 | uint64](near, words []word, rows []uint32) {
	near = near[:len(rows)]
	for i, row := range rows {
		near[i] = words[row]
	}
}

// sumNarrow is the innermost loop of training.
func sumNarrow(cells *[groupColumns * narrowSlots]int64, words []uint32, rows []uint32, values []int64) {
	var near [fetched]uint32
	for len(rows) > 0 {
		n := min(len(rows), fetched)
		fetch(near[:n], words, rows[:n])
		for i, v := range values[:n] {
			word := near[i&(fetched-1)]
			cells[word&255] += v
			cells[narrowSlots+word>>8&255] += v
			cells[2*narrowSlots+word>>16&255] += v
			cells[3*narrowSlots+word>>24] += v
		}
		rows, values = rows[n:], values[n:]
	}
}

// sumWide is sumNarrow for columns of up to 1024 codes.
func sumWide(cells *[groupColumns * wideSlots]int64, words []uint64, rows []uint32, values []int64) {
	var near [fetched]uint64
	for len(rows) > 0 {
		n := min(len(rows), fetched)
		fetch(near[:n], words, rows[:n])
		for i, v := range values[:n] {
			word := near[i&(fetched-1)]
			cells[word&1023] += v
			cells[wideSlots+word>>16&1023] += v
			cells[2*wideSlots+word>>32&1023] += v
			cells[3*wideSlots+word>>48&1023] += v
		}
		rows, values = rows[n:], values[n:]
	}
}
