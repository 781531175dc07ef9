package hedonic

// Estimates of many sales' homes at once.

import (
	"context"
	"encoding/binary"
	"math/bits"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/parallel"
)

// EstimateSales fills to with the estimates of the homes of all sales, and leaves with
// LeafTrees for each, as EstimateWithLeaves returns them.
func (m *Model) EstimateSales(ctx context.Context, s *market.Sales, to []float32, leaves []uint8) {
	m.estimateRows(ctx, allRows(s), LeafTrees, func(i int, estimate float64, fell []uint8) {
		to[i] = float32(estimate)
		copy(leaves[i*LeafTrees:], fell)
	})
}

// EstimateSales fills to with the estimates of the homes of all sales, as Estimate returns them.
func (m *Nonspatial) EstimateSales(ctx context.Context, s *market.Sales, to []float32) {
	model := &Model{Linear: m.Linear, Trees: m.Trees}
	model.estimateRows(ctx, allRows(s), 0, func(i int, estimate float64, _ []uint8) { to[i] = float32(estimate) })
}

// rowsOf are some of the sales: how many, and the row of each.
type rowsOf struct {
	sales *market.Sales
	n     int
	row   func(i int) int
}

func allRows(s *market.Sales) rowsOf { return rowsOf{s, s.Len(), func(i int) int { return i }} }

// estimateRows estimates the homes of sales and calls note with each estimate and so many leaves of it,
// from several goroutines at once.
func (m *Model) estimateRows(
	ctx context.Context, of rowsOf, fallen int, note func(i int, estimate float64, leaves []uint8),
) {
	trees := m.Trees
	each := fallen / len(trees.Models)
	done := gevel.NewMeter(ctx, int64(of.n))
	parallel.Rows(of.n, func(from, to int) {
		defer func() { done.Add(int64(to - from)) }()
		var h market.Home
		var values []float64
		rows := to - from
		linear, sums, one := make([]float64, rows), make([]float64, rows), make([]float64, rows)
		offsets := make([]float64, rows)
		leaves, fell := make([]uint8, rows*fallen), make([]uint8, rows*each)
		for i := range rows {
			h = of.sales.Home(of.row(from+i), h.Extra)
			linear[i] = m.Linear.less(trees.SlopeShare, &h)
			values = trees.row(&h, values)
			if m.Direct != nil {
				offsets[i] = m.Direct.indexOf(&h)
			}
		}
		for k, forest := range trees.Models {
			forest.PredictRows(values, one, fell)
			for i, v := range one {
				sums[i] += v
				copy(leaves[i*fallen+k*each:], fell[i*each:][:each])
			}
		}
		if m.Direct != nil {
			m.Direct.Forest.PredictRows(values, one, nil)
		}
		for i, sum := range sums {
			estimate := linear[i] + sum/float64(len(trees.Models))
			if m.Direct != nil {
				estimate = mixed(estimate, one[i]-offsets[i])
			}
			note(from+i, estimate, leaves[i*fallen:][:fallen])
		}
	})
}

// The leaves that homes fall into: two homes that share the leaves of many trees are the
// same kind of home to the market.

// LeafTrees is the number of trees whose leaves are kept, a byte each, evenly spread over the
// models. With twice as many the comparables are no better.
const LeafTrees = 32

// Shared returns the share of the trees in which two homes fall into the same leaf; a and b
// are leaves from EstimateWithLeaves.
func Shared(a, b []uint8) float64 {
	differ := 0
	for i := 0; i < LeafTrees; i += leafWord {
		differ += differing(binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]))
	}
	return float64(LeafTrees-differ) / LeafTrees
}

// leafWord is the number of leaves that are compared at once, as one word.
const leafWord = 8

// differing returns how many of the eight bytes of x are not zero: adding sets the highest bit of each such byte.
func differing(x uint64) int {
	const low = 0x7f7f7f7f7f7f7f7f
	return bits.OnesCount64(((x & low) + low | x) &^ low)
}
