package hedonic

import (
	"context"
	"fmt"
	"math"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/gbm"
)

// Dated are trees on log prices with the day as a column, without index and linear model. A
// study compares the engine's forecasts with them; no valuation uses
// them.
type Dated struct{ trees *Trees }

// Size of the trees: larger ones predict the level no better.
const (
	datedTrees = 300
	datedRate  = 0.1
	datedLoss  = 0.1 // log euros; Huber's loss is linear beyond it
)

// FitDated trains on the sales in rows.
func FitDated(ctx context.Context, s *market.Sales, rows []int32, seed uint64) (*Dated, error) {
	t := Training{Sales: s, Rows: rows}
	trees := &Trees{UsePosition: true, Zip: newCategories(market.Codes(s.Zip), rows), UseTime: true}
	trees.UseZip = trees.Zip.Count > 0 && len(rows)/trees.Zip.Count >= zipSales
	target := make([]float64, len(rows))
	p := params(len(rows), math.Inf(1), seed)
	p.Loss, p.Trees, p.LearningRate = gbm.Loss{Kind: gbm.Huber, Delta: datedLoss}, datedTrees, datedRate
	table, err := trees.table(ctx, t, &p, func(i int, _ *market.Home) { target[i] = math.Log(float64(s.Price[rows[i]])) })
	if err != nil {
		return nil, err
	}
	p.Monotone = nil
	model, err := table.Train(ctx, target, p, reporting(ctx))
	if err != nil {
		return nil, fmt.Errorf("dated trees: %w", err)
	}
	trees.Models = []Forest{{model}}
	return &Dated{trees}, nil
}

// Estimate returns the log price of a home on its day.
func (d *Dated) Estimate(h *market.Home) float64 {
	var room [rowRoom]float64
	return d.trees.estimate(d.trees.row(h, room[:0]), nil)
}
