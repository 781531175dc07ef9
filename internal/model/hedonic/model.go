// Package hedonic is the price model of a dwelling: the value of its characteristics and its position, in log
// euros, without the price level of the day, which is the index's part.
//
// It has two layers. A linear model values characteristics everywhere alike, and is the part that extrapolates;
// trees boosted on its residuals, and on a share of its slopes (SlopeShare), add position and interactions. Where
// there are many similar sales, trees on raw log prices (Direct) have a share of the estimate.
package hedonic

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
)

// Model estimates log prices. It is safe for concurrent use. Fields are exported for encoding only.
type Model struct {
	Linear *Linear
	Trees  *Trees
	Direct *Direct // nil where there are none
}

// Training is the training data of a model.
type Training struct {
	Sales  *market.Sales
	Rows   []int32      // of the sales to learn from
	Target []float64    // log price less the index on the day of sale, one per row
	Index  *index.Index // index that was subtracted; only direct trees need it
	Seed   uint64
}

// Fit trains the trees on the residuals of the linear model and the slopes left to them, and
// direct trees where the day is a column and sales are fewer than countrySales.
func Fit(ctx context.Context, t Training, linear *Linear) (*Model, error) {
	m := &Model{Linear: linear, Trees: newTrees(t, linear)}
	target := make([]float64, len(t.Rows))
	p := params(len(t.Rows), linear.Scale, t.Seed*bagged)
	table, err := m.Trees.table(gevel.Span(ctx, "", 0, 0.05), t, &p, func(i int, h *market.Home) {
		target[i] = t.Target[i] - linear.less(m.Trees.SlopeShare, h)
	})
	if err != nil {
		return nil, err
	}
	end, direct := 1.0, m.Trees.UseTime && len(t.Rows) < countrySales
	if direct {
		end -= directShare
	}
	if err := m.Trees.fit(gevel.Span(ctx, "", 0.05, end), table, target, p); err != nil || !direct {
		return m, err
	}
	m.Direct, err = fitDirect(gevel.Span(ctx, "direct trees", end, 1), t, linear, directTrees{table, p})
	return m, err
}

// Prepare computes what is not encoded, for a model that was read from a file and checked. The
// model was trained on the sales known before asOf.
func (m *Model) Prepare(s *market.Sales, asOf gevel.Date) {
	if m.Trees.UseVicinity {
		m.Trees.neighbours = newNeighbours(s, s.EvidenceBefore(asOf), m.Linear)
	}
}

// Estimate returns the log price of a home, less the index.
func (m *Model) Estimate(h *market.Home) float64 { return m.EstimateWithLeaves(h, nil) }

// EstimateWithLeaves estimates a home and writes the leaves that it falls into to leaves, of length LeafTrees.
func (m *Model) EstimateWithLeaves(h *market.Home, leaves []uint8) float64 {
	var room [rowRoom]float64
	row := m.Trees.row(h, room[:0])
	estimate := m.Linear.less(m.Trees.SlopeShare, h) + m.Trees.estimate(row, leaves)
	if m.Direct == nil {
		return estimate
	}
	return mixed(estimate, m.Direct.Forest.Predict(row)-m.Direct.indexOf(h))
}

func pick[T any](all []T, rows []int32) []T {
	picked := make([]T, len(rows))
	for i, row := range rows {
		picked[i] = all[row]
	}
	return picked
}
