package gbm

import "math"

// Sums of gradients per bin, in fixed point.
//
// A gradient is rounded to a whole number of units and shifted left to leave room for a row count in the low bits.
// One integer addition per row and column then sums both, and since integer sums are exact, neither the order of
// the rows nor the number of threads can change a bit of them. The unit is chosen per tree such that the sum over
// all rows just fits: with a million rows the average gradient still has 21 bits, about the precision of a float32.

// sumBits is the number of bits of a cell for gradient sum and row count; two of the 64 stay
// free for the sign and for rounding.
const sumBits = 62

// maxExponent keeps the unit's inverse, a power of two, within float64.
const maxExponent = 1000

// tally is a sum over rows in fixed point: gradients in the high bits, the number of rows
// in the low ones. Second derivatives need no bits: all count as 1, see Loss.derivative.
type tally int64

// sums is a tally in ordinary units.
type sums struct {
	gradient float64 // first derivatives of the loss
	weight   float64 // second ones, which is the number of rows
	rows     int
}

// scale converts between ordinary units and fixed point; it holds for one tree.
type scale struct {
	rowBits uint
	unit    float64 // of a gradient
	// chance is the mean gain in score of a split into one more meaningless
	// category: the mean squared gradient of the tree's rows.
	chance float64
}

// sizes are sums over rows: of absolute gradients, and of their squares.
type sizes struct{ gradients, squares float64 }

// newScale fits at least one row, with gradients of these sizes.
func newScale(rows int, in sizes) scale {
	s := scale{chance: in.squares / float64(rows)}
	for 1<<s.rowBits <= rows {
		s.rowBits++
	}
	s.unit = unitOf(in.gradients, sumBits-1-int(s.rowBits))
	return s
}

// unitOf returns the power of two that makes total a number of at most bits bits.
func unitOf(total float64, bits int) float64 {
	_, exponent := math.Frexp(total)
	return math.Ldexp(1, max(exponent-bits, -maxExponent))
}

// pack returns one row's gradient in fixed point, its row count included.
func (s *scale) pack(gradient float64) tally {
	return tally(math.RoundToEven(gradient/s.unit))<<s.rowBits + 1
}

// rows returns the number of rows in a tally.
func (s *scale) rows(t tally) int { return int(t & (1<<s.rowBits - 1)) }

// sums returns a tally in ordinary units.
func (s *scale) sums(t tally) sums {
	rows := s.rows(t)
	return sums{gradient: float64(t>>s.rowBits) * s.unit, weight: float64(rows), rows: rows}
}

// histogram is the tallies of one leaf's rows per column and code.
type histogram []tally

// leafRows is the rows of a leaf with their gradients in fixed point, in the same order.
type leafRows struct {
	rows   []uint32
	packed []tally
}

// span is the cells of a column: those from one up to another.
type span struct{ column, from, to int }

// sum replaces the cells of columns of a group by the sums over rows. What other cells of the group hold is undefined.
func (h histogram) sum(g *group, of []span, in leafRows) {
	for _, s := range of {
		clear(h[s.from:s.to])
	}
	g.sum(h[g.offset:][:groupColumns*g.slots()], in.rows, in.packed)
}

// subtract takes other from the cells of columns.
func (h histogram) subtract(of []span, other histogram) {
	for _, s := range of {
		cells, less := h[s.from:s.to], other[s.from:s.to]
		less = less[:len(cells)]
		for i := range cells {
			cells[i] -= less[i]
		}
	}
}

// sum adds, for each of the group's columns, values[i] to the cell of row i's code.
func (g *group) sum(cells []tally, rows []uint32, values []tally) {
	values = values[:len(rows)]
	if g.narrow != nil {
		sumNarrow((*[groupColumns * narrowSlots]tally)(cells), g.narrow, rows, values)
	} else {
		sumWide((*[groupColumns * wideSlots]tally)(cells), g.wide, rows, values)
	}
}

// fetched is the number of words that are read at a time. They lie scattered in memory: a loop that does nothing
// else waits for dozens of them at once. It is a power of two, so that i&(fetched-1) needs no bounds check.
const fetched = 256

// fetch sets near[i] to the word of rows[i].
func fetch[word uint32 | uint64](near, words []word, rows []uint32) {
	near = near[:len(rows)]
	for i, row := range rows {
		near[i] = words[row]
	}
}

// sumNarrow is the innermost loop of training.
func sumNarrow(cells *[groupColumns * narrowSlots]tally, words []uint32, rows []uint32, values []tally) {
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
func sumWide(cells *[groupColumns * wideSlots]tally, words []uint64, rows []uint32, values []tally) {
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
