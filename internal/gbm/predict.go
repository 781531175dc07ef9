package gbm

import "math"

// Prediction. A row is first laid out as inputs, in which a missing value stands twice:
// as minus infinity for the nodes that send it left and as plus infinity for those that
// send it right. A node then needs one comparison and no case for what is missing, and
// a leaf, which compares minus infinity, leads to itself: so a row walks down several
// trees in step without a branch that could be guessed wrongly.

// inputsOnStack is how many inputs fit the stack of a prediction: rows of up to 127
// columns need no allocation.
const inputsOnStack = 256

// lockstep is how many walks go on side by side: enough to hide the wait for memory.
const lockstep = 8

// nothing is the number of the input that leaves compare.
func (m *Model) nothing() uint16 { return uint16(2 * len(m.columns)) }

// inputs lays out a row for the nodes; to has room for 2 values per column and one more.
func (m *Model) inputs(row, to []float64) {
	for i, v := range row {
		m.input(i, v, to)
	}
	to[2*len(row)] = math.Inf(-1)
}

// input lays out the value of one column.
func (m *Model) input(column int, v float64, to []float64) {
	low, high := v, v
	if c := &m.columns[column]; c.categories != nil {
		low = float64((&binner{categories: c.categories}).category(v))
	} else if v != v {
		low, high = math.Inf(-1), math.Inf(1)
	}
	to[2*column], to[2*column+1] = low, high
}

// Predict returns the prediction for a row with a value per column, NaN for a missing
// one; a category unknown to the model counts as missing. For a row of another length
// the answer is NaN.
func (m *Model) Predict(row []float64) float64 {
	if len(row) != len(m.columns) {
		return math.NaN()
	}
	var stack [inputsOnStack]float64
	inputs := m.lay(row, stack[:])
	sum := m.base
	for tree := 0; tree < m.Trees(); tree += lockstep {
		var w walk
		count := m.trees(&w, tree, inputs)
		for _, at := range w[:count] {
			sum += m.nodes[at].value
		}
	}
	return sum
}

// lay returns a row laid out in room, or elsewhere when it is too small.
func (m *Model) lay(row, room []float64) []float64 {
	if need := 2*len(row) + 1; need > len(room) {
		room = make([]float64, need)
	}
	m.inputs(row, room)
	return room
}

// walk is the nodes reached on some ways down trees, side by side.
type walk [lockstep]uint32

// trees leads one row down the next few trees, and returns how many these are.
func (m *Model) trees(w *walk, tree int, inputs []float64) (count int) {
	count = min(lockstep, m.Trees()-tree)
	depth := uint16(0)
	for i := range count {
		w[i] = m.roots[tree+i]
		depth = max(depth, m.depths[tree+i])
	}
	for i := count; i < lockstep; i++ {
		w[i] = w[0]
	}
	m.descend(w, depth, inputs)
	return count
}

// descend takes at most depth steps on each way, fewer when all have arrived at leaves.
// Who has arrived stays there.
func (m *Model) descend(w *walk, depth uint16, inputs []float64) {
	nodes := m.nodes
	for range depth {
		moved := uint32(0)
		for i := range w {
			at := w[i]
			n := &nodes[at]
			v := inputs[n.input]
			next := n.child
			if v > n.value {
				next++
			}
			if n.kind == categoricalNode {
				next = m.category(n, v)
			}
			moved |= next ^ at
			w[i] = next
		}
		if moved == 0 {
			return
		}
	}
}

// category returns the node after a categorical one.
func (m *Model) category(n *node, code float64) uint32 {
	if m.sets[int(n.value)].has(uint32(code)) {
		return n.child
	}
	return n.child + 1
}

// next returns the node after n, for one who walks alone.
func (m *Model) next(n *node, inputs []float64) uint32 {
	v := inputs[n.input]
	switch {
	case n.kind == categoricalNode:
		return m.category(n, v)
	case v > n.value:
		return n.child + 1
	}
	return n.child
}
