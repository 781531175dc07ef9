package gbm

import "math"

// Prediction. A row is first laid out as inputs, in which a missing value stands twice:
// as minus infinity for the nodes that send it left and as plus infinity for those that
// send it right. A node then needs one comparison and no case for what is missing, and
// a leaf, which compares minus infinity, leads to itself: so several trees, or several
// rows, walk in step without a branch that could be guessed wrongly.

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

// next returns the node after n.
func (m *Model) next(n *node, inputs []float64) uint32 {
	v := inputs[n.input]
	if n.kind == categoricalNode {
		if m.sets[int(n.value)].has(uint32(v)) {
			return n.child
		}
		return n.child + 1
	}
	step := uint32(0)
	if v > n.value {
		step = 1
	}
	return n.child + step
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
	for tree := range m.depths {
		sum += m.nodes[m.find(tree, inputs)].value
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

// find returns the leaf of a tree that inputs lead to.
func (m *Model) find(tree int, inputs []float64) uint32 {
	at := m.roots[tree]
	for n := &m.nodes[at]; n.kind != leafNode; n = &m.nodes[at] {
		at = m.next(n, inputs)
	}
	return at
}
