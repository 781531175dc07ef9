// Package hedonic is the price model of a dwelling: what its characteristics and
// its place are worth, in log euros, apart from the price level of the day, which
// is the index's.
//
// It has two layers. A linear model says what characteristics are worth anywhere
// and alone extrapolates; trees boosted on what it leaves over, and on a part of its
// slopes (Leeway), find places, and how characteristics work together.
package hedonic

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Model estimates log prices. It is safe for concurrent use. Fields are exported
// for encoding only.
type Model struct {
	Linear *Linear
	Trees  *Trees
}

// Training is what a model learns from.
type Training struct {
	Sales  *edition.Sales
	Rows   []int32   // of the sales to learn from
	Target []float64 // log price less the index on the day of sale, one per row
	Seed   uint64
}

// Fit learns the trees on what the linear model leaves over and to them.
func Fit(ctx context.Context, t Training, linear *Linear) (*Model, error) {
	trees, err := fitTrees(ctx, t, linear)
	if err != nil {
		return nil, err
	}
	return &Model{Linear: linear, Trees: trees}, nil
}

// Prepare works out what is not encoded, of a model that was read from a file and checked; it
// learned from the sales known before asOf.
func (m *Model) Prepare(s *edition.Sales, asOf gevel.Date) {
	if m.Trees.UseVicinity {
		m.Trees.neighbours = newNeighbours(s, s.KnownBefore(asOf), m.Linear)
	}
}

// Estimate returns the log price of a home, less the index.
func (m *Model) Estimate(h *edition.Home) float64 { return m.EstimateWithLeaves(h, nil) }

// EstimateWithLeaves estimates and notes in leaves, of length LeafTrees, those that the
// home falls into.
func (m *Model) EstimateWithLeaves(h *edition.Home, leaves []uint8) float64 {
	return m.Trees.over(m.Linear, h, leaves)
}

func pick[T any](all []T, rows []int32) []T {
	picked := make([]T, len(rows))
	for i, row := range rows {
		picked[i] = all[row]
	}
	return picked
}
