package gbm

// Prediction of many rows. Tree after tree is gone down with all of them: a tree then
// lies in the processor's nearest cache, which a model of many large trees does not.

// batchRows is of how many rows the inputs are laid out at a time: they too must stay
// near the processor.
const batchRows = 256

// PredictRows fills to with the predictions for as many rows, which lie one after the
// other in values with a value per column each. They are the same as those of Predict.
func (m *Model) PredictRows(values, to []float64) {
	columns := len(m.columns)
	if len(values) != columns*len(to) {
		for i := range to {
			to[i] = m.Predict(nil)
		}
		return
	}
	width := 2*columns + 1
	inputs := make([]float64, min(batchRows, len(to))*width)
	for from := 0; from < len(to); from += batchRows {
		part := to[from:min(len(to), from+batchRows)]
		for i := range part {
			m.inputs(values[(from+i)*columns:][:columns], inputs[i*width:][:width])
			part[i] = m.base
		}
		for tree := range m.Trees() {
			m.addTree(tree, inputs[:len(part)*width], part)
		}
	}
}

// addTree adds what a tree predicts for rows whose inputs are laid out to sums.
func (m *Model) addTree(tree int, inputs, sums []float64) {
	root, depth, width := m.roots[tree], m.depths[tree], len(inputs)/len(sums)
	for row := 0; row < len(sums); row += lockstep {
		part := sums[row:min(len(sums), row+lockstep)]
		var w walk
		var from starts
		for i := range w {
			w[i] = root
			from[i] = uint32((row + min(i, len(part)-1)) * width) // what is too many goes along
		}
		m.descend(&w, depth, &from, inputs)
		for i, at := range w[:len(part)] {
			part[i] += m.nodes[at].value
		}
	}
}
