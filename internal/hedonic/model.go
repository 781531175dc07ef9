// Package hedonic is the price model of a dwelling: what its characteristics and
// its place are worth, in log euros, apart from the price level of the day, which
// is the index's.
//
// It has two layers. A linear model says what characteristics are worth anywhere
// and alone extrapolates; trees boosted on what it leaves over, and on a part of its
// slopes (Leeway), find places, and how characteristics work together. Where sales are many
// and alike, trees that take off neither layer nor index (Plain) have a share of the estimate.
package hedonic

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/market"
)

// Model estimates log prices. It is safe for concurrent use. Fields are exported
// for encoding only.
type Model struct {
	Linear *Linear
	Trees  *Trees
	Plain  *Plain // nil where there are none
}

// Training is what a model learns from.
type Training struct {
	Sales  *market.Sales
	Rows   []int32      // of the sales to learn from
	Target []float64    // log price less the index on the day of sale, one per row
	Index  *index.Index // that was taken off; only plain trees ask for it
	Seed   uint64
}

// Fit learns the trees: on what the linear model leaves over and to them, and plain ones where
// the day is a column and sales are fewer than countrySales.
func Fit(ctx context.Context, t Training, linear *Linear) (*Model, error) {
	m := &Model{Linear: linear, Trees: newTrees(t, linear)}
	target := make([]float64, len(t.Rows))
	table, monotone := m.Trees.table(t, func(i int, h *market.Home) {
		target[i] = t.Target[i] - linear.less(m.Trees.Leeway, h)
	})
	p := params(len(t.Rows), linear.Scale, t.Seed*bags)
	p.Monotone = monotone
	if err := m.Trees.fit(ctx, table, target, p); err != nil {
		return nil, err
	}
	if !m.Trees.UseTime || len(t.Rows) >= countrySales {
		return m, nil
	}
	var err error
	m.Plain, err = fitPlain(ctx, t, linear, table, p)
	return m, err
}

// Prepare works out what is not encoded, of a model that was read from a file and checked; it
// learned from the sales known before asOf.
func (m *Model) Prepare(s *market.Sales, asOf gevel.Date) {
	if m.Trees.UseVicinity {
		m.Trees.neighbours = newNeighbours(s, s.KnownBefore(asOf), m.Linear)
	}
}

// Estimate returns the log price of a home, less the index.
func (m *Model) Estimate(h *market.Home) float64 { return m.EstimateWithLeaves(h, nil) }

// EstimateWithLeaves estimates and notes in leaves, of length LeafTrees, those that the
// home falls into.
func (m *Model) EstimateWithLeaves(h *market.Home, leaves []uint8) float64 {
	var room [rowRoom]float64
	row := m.Trees.row(h, room[:0])
	estimate := m.Linear.less(m.Trees.Leeway, h) + m.Trees.estimate(row, leaves)
	if m.Plain == nil {
		return estimate
	}
	return mixed(estimate, m.Plain.Forest.Predict(row)-m.Plain.takenOff(h))
}

func pick[T any](all []T, rows []int32) []T {
	picked := make([]T, len(rows))
	for i, row := range rows {
		picked[i] = all[row]
	}
	return picked
}
