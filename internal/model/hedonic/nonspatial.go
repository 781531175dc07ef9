package hedonic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/num/gbm"
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
	trees := &Trees{UseTime: Rich(n, linear.Scale)}
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

// Direct are trees on raw log prices, with the day as an ordinary column and squared
// error, for many similar sales. The other trees train on residuals, and so also on
// the errors of index and linear model. Fields are exported for encoding only.
type Direct struct {
	Forest Forest
	// Index is the index that the other trees' targets are relative to. Subtracting it turns a day's
	// price into an estimate less the index, to which any later index is added.
	Index *index.Index
	Until gevel.Date // the last day of sale in training
}

// directShare is the weight of the direct trees in an estimate: the same as one bagged model.
const directShare = 1.0 / (bagged + 1)

// directTrees are the columns of direct trees, and their parameters but for loss and seed.
type directTrees struct {
	*gbm.Binned
	gbm.Params
}

// fitDirect trains on log prices. Prices are clipped to within clipResidual of the linear model's: with squared
// errors outliers would weigh most.
func fitDirect(ctx context.Context, t Training, linear *Linear, trees directTrees) (*Direct, error) {
	direct := &Direct{Index: t.Index, Until: t.Sales.Date[t.Rows[0]]}
	target := make([]float64, len(t.Rows))
	var h market.Home
	for i, row := range t.Rows {
		h = t.Sales.Home(int(row), h.Extra)
		direct.Until = max(direct.Until, h.Day)
		estimate := linear.Estimate(&h)
		target[i] = direct.indexOf(&h) + estimate + clip(t.Target[i]-estimate)
	}
	p := trees.Params
	p.Loss, p.Seed = gbm.Loss{Kind: gbm.Squared}, p.Seed+bagged
	model, err := trees.Train(ctx, target, p, reporting(ctx))
	if err != nil {
		return nil, fmt.Errorf("direct trees: %w", err)
	}
	direct.Forest = Forest{model}
	return direct, nil
}

// level returns the index that is subtracted from the trees' price of h: the level of the market, and the deviation
// of area and house type group from it. After the trees' last day it stays at that day, since they do too.
func (p *Direct) level(h *market.Home) (market, area, group float64) {
	month, at := index.MonthsSince(0, min(h.Day, p.Until)), p.Index.Areas.Of(h.Place)
	market = p.Index.Level(0, 0, month)
	in := p.Index.Level(at, 0, month)
	return market, in - market, p.Index.Level(at, h.BuildType.Group(), month) - in
}

// indexOf returns the sum of level.
func (p *Direct) indexOf(h *market.Home) float64 {
	market, area, group := p.level(h)
	return market + area + group
}

// mixed returns the weighted mean of the layers' and the direct trees' estimates, both less the index.
func mixed(layered, direct float64) float64 { return layered + directShare*(direct-layered) }

// layered is the weight of the linear model and the trees on top of it in an estimate.
func (m *Model) layered() float64 {
	if m.Direct == nil {
		return 1
	}
	return 1 - directShare
}

// check checks that direct trees from a file are complete and have these columns.
func (p *Direct) check(columns []string) error {
	if p == nil {
		return nil
	}
	if p.Forest.Model == nil || !slices.Equal(p.Forest.Columns(), columns) {
		return errors.New("the direct trees have other columns than the hedonic model")
	}
	return p.Index.Check()
}

// Dated are trees on log prices with the day as a column, without index and linear model. A study compares the
// engine's forecasts with them; no valuation uses them.
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
