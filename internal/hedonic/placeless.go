package hedonic

import (
	"context"
	"fmt"

	"github.com/gevel/gevel/internal/gbm"
	"github.com/gevel/gevel/internal/market"
)

// Placeless estimates what a home would be worth wherever it stood: the
// characteristics alone. What it leaves over is place, and kriging's to say. Fields
// are exported for encoding only.
type Placeless struct {
	Linear *Linear
	Trees  *Trees
}

const (
	// folds is into how many parts the sales are dealt, so that each gets an estimate
	// that did not learn from its price; with many sales fewer parts do.
	folds, foldsOfMany = 4, 2
	// manySales is from how many sales on half of them teach as much as all.
	manySales        = 60_000
	placelessTrees   = 300
	placelessRate    = 0.05
	placelessLeaves  = 15
	placelessMinLeaf = 20
)

// FitPlaceless learns what the linear model leaves over besides place. It returns
// the model and, for each training sale, an estimate that did not see its price.
func FitPlaceless(ctx context.Context, t Training, linear *Linear) (*Placeless, []float64, error) {
	parts := folds
	if len(t.Rows) > manySales {
		parts = foldsOfMany
	}
	unseen := make([]float64, len(t.Rows))
	var whole *Placeless
	for part := range parts + 1 { // the last leaves nothing out
		learn, apply := deal(t, part, parts)
		trees, err := fitPlacelessTrees(ctx, learn, linear, len(t.Rows), uint64(part))
		if err != nil {
			return nil, nil, err
		}
		whole = &Placeless{Linear: linear, Trees: trees}
		estimateRows(t.Sales, &Model{Linear: linear, Trees: trees}, len(apply), 0,
			func(i int) int { return int(t.Rows[apply[i]]) },
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

// fitPlacelessTrees learns from all of n sales or from a fold of them, with the settings that n sales
// get, so that the estimates of folds and whole are alike.
func fitPlacelessTrees(ctx context.Context, t Training, linear *Linear, n int, part uint64) (*Trees, error) {
	trees := &Trees{UseTime: rich(n, linear.Scale)}
	target := make([]float64, len(t.Rows))
	table, monotone := trees.table(t, func(i int, h *market.Home) {
		target[i] = t.Target[i] - linear.Estimate(h)
	})
	p := params(n, linear.Scale, t.Seed+part)
	p.Trees, p.LearningRate, p.Leaves, p.MinLeaf = placelessTrees, placelessRate, placelessLeaves, placelessMinLeaf
	if n < fewSales {
		p.Trees, p.LearningRate = p.Trees/3, 3*p.LearningRate
	}
	p.Monotone = monotone
	model, err := gbm.Train(ctx, gbm.Data{Table: table, Target: target}, p, nil)
	if err != nil {
		return nil, fmt.Errorf("placeless trees: %w", err)
	}
	trees.Models = []Forest{{model}}
	return trees, nil
}

// Estimate returns the log price of a home, less index and place.
func (m *Placeless) Estimate(h *market.Home) float64 {
	var room [rowRoom]float64
	return m.Linear.less(m.Trees.Leeway, h) + m.Trees.estimate(m.Trees.row(h, room[:0]), nil)
}
