package gbm

// Prediction of many rows, some of them and some trees at a time: both then lie near the processor, which a whole model
// does not.

// PredictRows fills to with the predictions for as many rows, which lie one after the
// other in values, and leaves with as many per row as it has room for. PredictWithLeaves
// gives the same numbers.
func (m *Model) PredictRows(values, to []float64, leaves []uint8) {
	columns, each := len(m.columns), len(leaves)/max(1, len(to))
	if len(values) != columns*len(to) {
		for i := range to {
			to[i] = m.Predict(nil)
		}
		return
	}
	clear(leaves)
	starts, step := make([]uint32, min(mostTogether, len(to))*m.inputs), m.leafStep(each)
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
