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
		code := uint64((&binner{categories: c.categories}).category(v))
		if c.setWords() > 1 {
			code = c.turned + code*c.stride()
		}
		low = codeInput(code)
	} else if v != v {
		low, high = math.Inf(-1), math.Inf(1)
	}
	to[2*column], to[2*column+1] = low, high
}

// codeInput returns a category's code, or where the sets that hold it lie, as an input: in
// the low bits of a number.
func codeInput(code uint64) float64 { return math.Float64frombits(math.Float64bits(1) | code) }

// codeBits is where codeInput keeps the code.
const codeBits = 1<<52 - 1

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
		count := m.trees(&w, tree, 1, inputs)
		for _, at := range w[:count] {
			sum += m.nodes[at].value
		}
	}
	return sum
}

// Leaves fills to with the leaves that a row falls into, of as many trees, evenly
// spread over the model: equal numbers in many trees make similar rows. A number is that
// of the node in its tree, modulo 256: trees of up to 128 leaves have one for each. What
// the model has too few trees for stays 0. The row has a value per column.
func (m *Model) Leaves(row []float64, to []uint8) {
	var stack [inputsOnStack]float64
	inputs := m.lay(row, stack[:])
	step := max(1, m.Trees()/max(1, len(to)))
	for k := 0; k < len(to) && k*step < m.Trees(); k += lockstep {
		var w walk
		count := m.trees(&w, k*step, step, inputs)
		for i, at := range w[:min(count, len(to)-k)] {
			to[k+i] = uint8(at - m.roots[(k+i)*step])
		}
	}
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

// trees leads one row down the next few trees, each so many behind the one before, and
// returns how many these are.
func (m *Model) trees(w *walk, tree, step int, inputs []float64) (count int) {
	count = min(lockstep, (m.Trees()-tree+step-1)/step)
	depth := uint16(0)
	for i := range count {
		at := tree + i*step
		w[i] = m.roots[at]
		depth = max(depth, m.depths[at])
	}
	for i := count; i < lockstep; i++ {
		w[i] = w[0]
	}
	m.descend(w, depth, &sameRow, inputs)
	return count
}

// starts is where the inputs of each walk begin.
type starts [lockstep]uint32

// sameRow is the starts of walks of one row.
var sameRow starts

// descend takes at most depth steps on each way, fewer when all have arrived at leaves.
// Who has arrived stays there. Only categories, which are rare, take a branch: what else
// decides can't be guessed.
func (m *Model) descend(w *walk, depth uint16, from *starts, inputs []float64) {
	nodes := m.nodes
	for range depth {
		moved := uint32(0)
		for i := range w {
			at := w[i]
			n := &nodes[at]
			v := inputs[from[i]+uint32(n.input)]
			next := n.child
			if v > n.value {
				next++
			}
			if n.kind&categoricalNode != 0 {
				next = n.child + m.side(n, v)
			}
			moved |= next ^ at
			w[i] = next
		}
		if moved == 0 {
			return
		}
	}
}

// next returns the node after n, for one who walks alone.
func (m *Model) next(n *node, inputs []float64) uint32 {
	v := inputs[n.input]
	switch {
	case n.kind == manyNode:
		return n.child + m.among(n, v)
	case n.kind == categoricalNode:
		return n.child + within(n, v)
	case v > n.value:
		return n.child + 1
	}
	return n.child
}

// side is within or among, as the node needs.
func (m *Model) side(n *node, v float64) uint32 {
	if n.kind == manyNode {
		return m.among(n, v)
	}
	return within(n, v)
}

// within returns 0 when a categorical node sends the code in v left, 1 otherwise.
func within(n *node, v float64) uint32 {
	return uint32(math.Float64bits(n.value)>>(math.Float64bits(v)%64))&1 ^ 1
}

// among returns 0 when a node of many categories sends the code in v left, 1 otherwise.
func (m *Model) among(n *node, v float64) uint32 {
	number := math.Float64bits(n.value) >> setShift
	return uint32(m.setsOf[math.Float64bits(v)&codeBits+number/64]>>(number%64))&1 ^ 1
}
