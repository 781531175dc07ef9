package gbm

// Prediction of many rows, tree after tree with all of them: a tree then fits the L1 cache,
// which a model of many large trees does not.

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
	starts, step := make([]uint32, min(sideBySide, len(to))*m.inputs), m.leafStep(each)
	for from := 0; from < len(to); from += sideBySide {
		part := to[from:min(len(to), from+sideBySide)]
		for i := range part {
			m.lay(values[(from+i)*columns:][:columns], starts[i*m.inputs:])
			part[i] = m.base
		}
		for tree := range m.Trees() {
			noted := notes{each: each}
			if k := tree / step; tree%step == 0 && k < each {
				noted.to = leaves[from*each+k:]
			}
			m.addTree(tree, starts, part, noted)
		}
	}
}

// notes is room for the leaves of rows, a number of bytes apart; nil records none.
type notes struct {
	to   []uint8
	each int
}

// addTree adds a tree's predictions for up to sideBySide laid-out rows to sums, and
// records the leaves.
func (m *Model) addTree(tree int, starts []uint32, sums []float64, noted notes) {
	first := m.firsts[tree]
	leaves, nodes := m.leaves[int(first)+tree:], m.leafNodes[int(first)+tree:]
	var w walks
	for i := range sums {
		w.start(i, first, uint32(i*m.inputs))
	}
	m.descend(&w, len(sums), starts)
	for i := range sums {
		leaf := w.leaf(i)
		sums[i] += leaves[leaf]
		if noted.to != nil {
			noted.to[i*noted.each] = uint8(nodes[leaf])
		}
	}
}
