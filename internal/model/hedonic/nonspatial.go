package hedonic

import (
	"context"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Nonspatial estimates a home by its characteristics alone, without position. Kriging works on its
// residuals. Fields are exported for encoding only.
type Nonspatial struct {
	Linear *Linear
	Trees  *Trees
}

const (
	// folds is the number of folds of the sales. Each sale is estimated by a
	// model that was not trained on its price; with many sales fewer folds are enough.
	folds, foldsOfMany = 4, 2
	// manySales is the number of sales from which a model of half of them is as good as one of all.
	manySales         = 60_000
	nonspatialTrees   = 300
	nonspatialRate    = 0.05
	nonspatialLeaves  = 15
	nonspatialMinLeaf = 20
)

// FitNonspatial trains on the residuals of the linear model, without position. It returns
// the model and, for each training sale, an estimate by a model that was not trained on it.
func FitNonspatial(ctx context.Context, t Training, linear *Linear) (*Nonspatial, []float64, error) {
	parts := folds
	if len(t.Rows) > manySales {
		parts = foldsOfMany
	}
	unseen := make([]float64, len(t.Rows))
	var whole *Nonspatial
	for part := range parts + 1 { // the last leaves nothing out
		ctx := gevel.Span(ctx, "nonspatial trees", float64(part)/float64(parts+1), float64(part+1)/float64(parts+1))
		learn, apply := deal(t, part, parts)
		trees, err := fitNonspatialTrees(ctx, learn, linear, len(t.Rows), uint64(part))
		if err != nil {
			return nil, nil, err
		}
		whole = &Nonspatial{Linear: linear, Trees: trees}
		m := &Model{Linear: linear, Trees: trees}
		m.estimateRows(gevel.Span(ctx, "", 0.9, 1),
			rowsOf{t.Sales, len(apply), func(i int) int { return int(t.Rows[apply[i]]) }}, 0,
			func(i int, estimate float64, _ []uint8) { unseen[apply[i]] = estimate })
	}
	return whole, unseen, nil
}

// deal returns the training without one part of the sales, and that part.
func deal(t Training, part, parts int) (learn Training, apply []int) {
	learn = Training{Sales: t.Sales, Seed: t.Seed}
	for i, row := range t.Rows {
		if i%parts == part {
			apply = append(apply, i)
			continue
		}
		learn.Rows = append(learn.Rows, row)
		learn.Target = append(learn.Target, t.Target[i])
	}
	return learn, apply
}

// fitNonspatialTrees trains on all n sales or without one fold, with the settings for
// n sales in both cases, so that the estimates are comparable.
func fitNonspatialTrees(ctx context.Context, t Training, linear *Linear, n int, part uint64) (*Trees, error) {
	trees := &Trees{UseTime: rich(n, linear.Scale)}
	target := make([]float64, len(t.Rows))
	p := params(n, linear.Scale, t.Seed+part)
	table, err := trees.table(gevel.Span(ctx, "", 0, 0.1), t, &p, func(i int, h *market.Home) {
		target[i] = t.Target[i] - linear.Estimate(h)
	})
	if err != nil {
		return nil, err
	}
	p.Trees, p.LearningRate, p.Leaves, p.MinLeaf = nonspatialTrees, nonspatialRate, nonspatialLeaves, nonspatialMinLeaf
	if n < fewSales {
		p.Trees, p.LearningRate = p.Trees/3, 3*p.LearningRate
	}
	ctx = gevel.Span(ctx, "", 0.1, 0.9)
	model, err := table.Train(ctx, target, p, reporting(ctx))
	if err != nil {
		return nil, fmt.Errorf("nonspatial trees: %w", err)
	}
	trees.Models = []Forest{{model}}
	return trees, nil
}

// Estimate returns the log price of a home, without index and position.
func (m *Nonspatial) Estimate(h *market.Home) float64 {
	var room [rowRoom]float64
	return m.Linear.less(m.Trees.SlopeShare, h) + m.Trees.estimate(m.Trees.row(h, room[:0]), nil)
}
