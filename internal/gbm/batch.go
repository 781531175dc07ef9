package gbm

import (
	"fmt"
	"math"
	"runtime"
)

// Prediction of whole tables. A block of rows goes through one tree after the other, so
// that a tree is fetched once per block; the rows of a block walk in step.

// blockRows is how many rows go through a tree together: their inputs, some 20 kB for 40
// columns, stay in the fastest cache.
const blockRows = 32

// PredictAll fills out, as long as the table has rows, with the predictions for all its
// rows, which are Predict's to the bit. The table must have the model's columns.
func (m *Model) PredictAll(t Table, out []float64) error {
	if err := m.fits(t); err != nil {
		return fmt.Errorf("predict: %w", err)
	}
	if len(out) != t.Rows() {
		return fmt.Errorf("predict: room for %d predictions of %d rows", len(out), t.Rows())
	}
	m.blocks(t, func(b *block, from int) {
		to := out[from : from+b.rows]
		for i := range to {
			to[i] = m.base
		}
		for tree := range m.depths {
			for i, at := range b.walk(m, tree) {
				to[i] += m.nodes[at].value
			}
		}
	})
	return nil
}

// LeavesAll fills to with the Leaves of all rows of a table, one row after the other:
// row i's are to[i*Trees() : (i+1)*Trees()].
func (m *Model) LeavesAll(t Table, to []uint16) error {
	if err := m.fits(t); err != nil {
		return fmt.Errorf("leaves: %w", err)
	}
	trees := m.Trees()
	if len(to) != t.Rows()*trees {
		return fmt.Errorf("leaves: room for %d leaves of %d rows and %d trees", len(to), t.Rows(), trees)
	}
	m.blocks(t, func(b *block, from int) {
		for tree := range trees {
			for i, at := range b.walk(m, tree) {
				to[(from+i)*trees+tree] = m.leaf[at]
			}
		}
	})
	return nil
}

// fits reports what keeps a table from being predicted.
func (m *Model) fits(t Table) error {
	if len(t.Columns) != len(m.columns) {
		return fmt.Errorf("the table has %d columns, the model %d", len(t.Columns), len(m.columns))
	}
	for i, c := range t.Columns {
		if c.Name != m.columns[i].name {
			return fmt.Errorf("column %d is %q, the model's is %q", i, c.Name, m.columns[i].name)
		}
		if len(c.Values) != t.Rows() {
			return fmt.Errorf("column %q has %d values, the first column %d", c.Name, len(c.Values), t.Rows())
		}
	}
	return nil
}

// block is some rows laid out as inputs.
type block struct {
	rows   int
	width  int // inputs per row
	inputs []float64
	at     [blockRows]uint32 // the node where each row is
}

// blocks calls work for every block of a table's rows, on all processors.
func (m *Model) blocks(t Table, work func(b *block, from int)) {
	threads := runtime.GOMAXPROCS(0)
	spreadRows(threads, t.Rows(), func(_, from, to int) {
		b := &block{width: 2*len(m.columns) + 1}
		b.inputs = make([]float64, blockRows*b.width)
		for ; from < to; from += b.rows {
			b.rows = min(blockRows, to-from)
			b.fill(m, t, from)
			work(b, from)
		}
	})
}

// fill lays out the rows of the table that begin at from.
func (b *block) fill(m *Model, t Table, from int) {
	for i := range t.Columns {
		for row, v := range t.Columns[i].Values[from : from+b.rows] {
			m.input(i, v, b.inputs[row*b.width:])
		}
	}
	for row := range b.rows {
		b.inputs[(row+1)*b.width-1] = math.Inf(-1)
	}
}

// walk returns the leaf of a tree that each row falls into.
func (b *block) walk(m *Model, tree int) []uint32 {
	var w walk
	for row := 0; row < b.rows; row += lockstep {
		for i := range w.at {
			w.at[i] = m.roots[tree]
			w.from[i] = uint32(min(row+i, b.rows-1) * b.width)
		}
		m.descend(&w, m.depths[tree], b.inputs)
		copy(b.at[row:], w.at[:])
	}
	return b.at[:b.rows]
}
