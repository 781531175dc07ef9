package gbm

// Prediction. A row walks down many trees side by side, a step in each in turn, so that the processor need not wait
// for memory. Walks that have reached a leaf drop out. See fork.go for what a step is.

import "math"

const (
	// inputsOnStack is how many inputs fit the stack of a prediction: rows of up to 127 columns need no allocation.
	inputsOnStack = 256
	// sideBySide is the number of walks at once.
	sideBySide = 256
)

// Predict returns the prediction for a row with a value per column, NaN for a missing one; a category unknown to
// the model counts as missing. For a row of another length the answer is NaN.
func (m *Model) Predict(row []float64) float64 { return m.PredictWithLeaves(row, nil) }

// PredictWithLeaves predicts a row and fills to with the leaves that it falls into, of as
// many trees, evenly spread over the model: equal numbers in many trees make similar rows.
// A leaf's number is its node's index in the tree, modulo 256: in trees of up to 128 leaves
// each leaf has its own. Where the model has fewer trees than to has room for, the rest is 0.
func (m *Model) PredictWithLeaves(row []float64, to []uint8) float64 {
	var prediction [1]float64
	m.PredictRows(row, prediction[:], to)
	return prediction[0]
}

// leafStep returns the distance, in trees, between recorded leaves, for so many in all.
func (m *Model) leafStep(leaves int) int { return max(1, m.Trees()/max(1, leaves)) }

// walks are some ways down trees.
type walks struct {
	under   [sideBySide]walk   // those that have not arrived yet, first
	reached [sideBySide]uint16 // where each went last, see fork.to
}

// walk is one way down a tree: in the lower half of its bits the fork that it has come to,
// above that its number among the walks, and above that where its row starts.
type walk uint64

const (
	numberShift = 32
	rowShift    = numberShift + 8 // sideBySide numbers
)

// start returns a walk that begins at a fork, for a row with an offset.
func (w *walks) start(number int, fork, row uint32) {
	w.under[number] = walk(row)<<rowShift | walk(number)<<numberShift | walk(fork)
}

// descend takes the first n walks to their leaves.
func (m *Model) descend(w *walks, n int, starts []uint32) {
	forks, answers := m.forks, m.answers
	for n > 0 {
		under := uint(0)
		for _, at := range w.under[:n] {
			f := &forks[uint32(at)]
			answer := starts[uint32(at>>rowShift)+uint32(f.input)] + uint32(f.question)
			side := 0
			if answers[answer/64]&(1<<(answer%64)) != 0 {
				side = 1
			}
			to := f.to[side]
			w.reached[at>>numberShift%sideBySide] = to
			w.under[under%sideBySide] = at + walk(to) - onward
			under += uint(to / onward)
		}
		n = int(under)
	}
}

// Prediction of many rows, some of them and some trees at a time: both then lie near the processor, which a whole model
// does not.

// PredictRows fills to with the predictions for as many rows, which lie one after the other in values, and leaves
// with as many per row as it has room for. PredictWithLeaves gives the same numbers.
func (m *Model) PredictRows(values, to []float64, leaves []uint8) {
	columns, each := len(m.columns), len(leaves)/max(1, len(to))
	if len(values) != columns*len(to) {
		for i := range to {
			to[i] = math.NaN()
		}
		return
	}
	clear(leaves)
	var room [inputsOnStack]uint32
	starts, step := room[:], m.leafStep(each)
	if inputs := min(mostTogether, len(to)) * m.inputs; inputs > len(room) {
		starts = make([]uint32, inputs)
	}
	var w walks
	for from := 0; from < len(to); from += mostTogether {
		part := to[from:min(len(to), from+mostTogether)]
		for i := range part {
			m.lay(values[(from+i)*columns:][:columns], starts[i*m.inputs:])
			part[i] = m.base
		}
		trees := sideBySide / len(part)
		for tree := 0; tree < m.Trees(); tree += trees {
			end := min(m.Trees(), tree+trees)
			m.addTrees(tree, end, starts, part, &w)
			for k := (tree + step - 1) / step; k < each && k*step < end; k++ {
				m.note(k*step, w.reached[(k*step-tree)*len(part):][:len(part)], leaves[from*each+k:], each)
			}
		}
	}
}

// mostTogether is how many rows are predicted together, at most. As many trees beside them as make sideBySide walks lie
// near the processor, as the rows do.
const mostTogether = 16

// addTrees adds the predictions of some trees for some laid-out rows to sums.
func (m *Model) addTrees(from, to int, starts []uint32, sums []float64, w *walks) {
	rows := len(sums)
	for tree := from; tree < to; tree++ {
		for i := range rows {
			w.start((tree-from)*rows+i, m.firsts[tree], uint32(i*m.inputs))
		}
	}
	m.descend(w, (to-from)*rows, starts)
	for tree := from; tree < to; tree++ {
		leaves, reached := m.leaves[int(m.firsts[tree])+tree:], w.reached[(tree-from)*rows:][:rows]
		for i, leaf := range reached {
			sums[i] += leaves[leaf]
		}
	}
}

// note records the leaves of a tree that rows reached, a number of bytes apart.
func (m *Model) note(tree int, reached []uint16, to []uint8, apart int) {
	nodes := m.leafNodes[int(m.firsts[tree])+tree:]
	for i, leaf := range reached {
		to[i*apart] = uint8(nodes[leaf])
	}
}
