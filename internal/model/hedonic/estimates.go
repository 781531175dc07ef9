package hedonic

// Estimates of many sales' homes at once.

import (
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/parallel"
)

// EstimateSales fills to with the estimates of the homes of all sales, and leaves with
// LeafTrees for each, as EstimateWithLeaves returns them.
func (m *Model) EstimateSales(s *market.Sales, to []float32, leaves []uint8) {
	estimateRows(s, m, len(to), LeafTrees, func(i int) int { return i }, func(i int, estimate float64, fell []uint8) {
		to[i] = float32(estimate)
		copy(leaves[i*LeafTrees:], fell)
	})
}

// EstimateSales fills to with the estimates of the homes of all sales, as Estimate returns
// them.
func (m *Nonspatial) EstimateSales(s *market.Sales, to []float32) {
	estimateRows(s, &Model{Linear: m.Linear, Trees: m.Trees}, len(to), 0, func(i int) int { return i },
		func(i int, estimate float64, _ []uint8) { to[i] = float32(estimate) })
}

// estimateRows estimates the homes of n sales and calls note with each estimate and its leaves,
// from several goroutines at once. rowOf(i) is the row of sale i.
func estimateRows(
	s *market.Sales, model *Model, n, fallen int, rowOf func(i int) int,
	note func(i int, estimate float64, leaves []uint8),
) {
	trees := model.Trees
	each := fallen / len(trees.Models)
	parallel.Rows(n, func(from, to int) {
		var h market.Home
		var values []float64
		rows := to - from
		linear, sums, one := make([]float64, rows), make([]float64, rows), make([]float64, rows)
		offsets := make([]float64, rows)
		leaves, fell := make([]uint8, rows*fallen), make([]uint8, rows*each)
		for i := range rows {
			h = s.Home(rowOf(from+i), h.Extra)
			linear[i] = model.Linear.less(trees.SlopeShare, &h)
			values = trees.row(&h, values)
			if model.Direct != nil {
				offsets[i] = model.Direct.indexOf(&h)
			}
		}
		for k, m := range trees.Models {
			m.PredictRows(values, one, fell)
			for i, v := range one {
				sums[i] += v
				copy(leaves[i*fallen+k*each:], fell[i*each:][:each])
			}
		}
		if model.Direct != nil {
			model.Direct.Forest.PredictRows(values, one, nil)
		}
		for i, sum := range sums {
			estimate := linear[i] + sum/float64(len(trees.Models))
			if model.Direct != nil {
				estimate = mixed(estimate, one[i]-offsets[i])
			}
			note(from+i, estimate, leaves[i*fallen:][:fallen])
		}
	})
}
