package hedonic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/gbm"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/market"
)

// Plain are trees of another kind, of sales that are many and alike: they learn prices as they
// are, with the day as one column among the others, by squared error. The other trees learn
// what index and linear model leave over, and with it what these have wrong. Fields are
// exported for encoding only.
type Plain struct {
	Forest Forest
	// Index is what the other trees' targets were made with. It turns a price of a day into an
	// estimate less the index, which any later index then carries on.
	Index *index.Index
	Until gevel.Date // the last day that the trees know
}

// plainShare is how much of an estimate is the plain trees': as much as one bag of the others.
const plainShare = 1.0 / (bags + 1)

// fitPlain learns prices in the columns of table, with p but for loss and seed. A price counts as
// at most oddResidual off what the linear model makes of it: squared errors would have odd ones
// weigh most.
func fitPlain(ctx context.Context, t Training, linear *Linear, table gbm.Table, p gbm.Params) (*Plain, error) {
	plain := &Plain{Index: t.Index, Until: t.Sales.Date[t.Rows[0]]}
	target := make([]float64, len(t.Rows))
	var h market.Home
	for i, row := range t.Rows {
		h = t.Sales.Home(int(row), h.Extra)
		plain.Until = max(plain.Until, h.Day)
		estimate := linear.Estimate(&h)
		target[i] = plain.takenOff(&h) + estimate + cutOff(t.Target[i]-estimate)
	}
	p.Loss, p.Seed = gbm.Loss{Kind: gbm.Squared}, p.Seed+bags
	model, err := gbm.Train(ctx, gbm.Data{Table: table, Target: target}, p, nil)
	if err != nil {
		return nil, fmt.Errorf("plain trees: %w", err)
	}
	plain.Forest = Forest{model}
	return plain, nil
}

// level returns what the index takes off a price that the trees tell of h: what the whole market
// stands at, and what area and house type group have moved apart from it. The trees know the
// market until their last day, and tell of later ones what they tell of that.
func (p *Plain) level(h *market.Home) (market, area, group float64) {
	month, at := index.MonthsSince(0, min(h.Day, p.Until)), p.Index.Areas.Of(h.Place)
	market = p.Index.Level(0, 0, month)
	in := p.Index.Level(at, 0, month)
	return market, in - market, p.Index.Level(at, h.BuildType.Group(), month) - in
}

// takenOff is all of level.
func (p *Plain) takenOff(h *market.Home) float64 {
	market, area, group := p.level(h)
	return market + area + group
}

// mixed returns the estimate of a home of which the layers say one and the plain trees, less the
// index, another.
func mixed(layered, plain float64) float64 { return layered + plainShare*(plain-layered) }

// layered is the share of an estimate that the linear model has, with the trees over it.
func (m *Model) layered() float64 {
	if m.Plain == nil {
		return 1
	}
	return 1 - plainShare
}

// check says whether plain trees that were read from a file are whole and have these columns.
func (p *Plain) check(columns []string) error {
	if p == nil {
		return nil
	}
	if p.Forest.Model == nil || !slices.Equal(p.Forest.Columns(), columns) {
		return errors.New("the plain trees have other columns than the hedonic model")
	}
	return p.Index.Check()
}
