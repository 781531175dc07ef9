package train

import (
	"context"
	"fmt"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Access for tests to the steps between a fit and a calibrated vintage.

const (
	ErrorHalfLife = errorHalfLife
)

type (
	Trainer = trainer
	Holdout = holdout
)

var (
	NewTrainer = newTrainer
	Calibrate  = calibrate
)

func NewHoldout(day gevel.Date, price float64, h reconcile.Holdout, risk spread.Risk) Holdout {
	return holdout{Day: day, Price: price, Errors: h.Errors, Basis: h.Basis, Risk: risk}
}

// AsFitted returns the task with what its fit depends on alone.
func (t Task) AsFitted() Task {
	return Task{Date: t.Date, Kernel: t.Kernel, Until: t.Until, tested: t.tested}
}

// Mask makes the masked home equal to the home itself, although masking moved its estimate.
func (h *holdout) Mask(moved float64) { h.Masked = &masked{Holdout: *h, Moved: moved} }

func Score(v *vintage.Vintage, h *Holdout) spread.Risk { return score(v, h).Risk }

func (t *trainer) Season(asOf gevel.Date) index.Season {
	return t.seasonOf(t.sales.EvidenceBefore(asOf))
}

func (t *trainer) Fit(ctx context.Context, asOf gevel.Date, source *vintage.Kriging) (*vintage.Vintage, error) {
	return t.fit(ctx, asOf, source)
}

func (t *trainer) Query(v *vintage.Vintage, row int32, h *market.Home) valuation.Query {
	return t.query(v, row, h)
}

func (t *trainer) Value(v *vintage.Vintage, row int32) (Holdout, bool) {
	return (&holdoutWorkspace{trainer: t, vintage: v, workspace: valuation.NewWorkspace(t.sales)}).value(row)
}

func (t *trainer) MaskedErrors(v *vintage.Vintage, row int32) reconcile.Values {
	return (&holdoutWorkspace{trainer: t, vintage: v, workspace: valuation.NewWorkspace(t.sales)}).mask(row, 0).Holdout.Errors
}

// InStages trains one vintage like fit and train, and calls lap after each stage.
func (t *trainer) InStages(ctx context.Context, asOf, until gevel.Date, lap func(stage string)) (*vintage.Vintage, error) {
	rows := t.sales.EvidenceBefore(asOf)
	v := &vintage.Vintage{AsOf: asOf}
	v.SetAreas(t.sales, t.areas(rows))
	training, linear, err := t.fitLinear(ctx, v, rows)
	if err != nil {
		return nil, err
	}
	lap("linear and index")
	if v.Hedonic, err = hedonic.Fit(ctx, training, linear); err != nil {
		return nil, err
	}
	lap("trees")
	v.Leaves = make([]uint8, hedonic.LeafTrees*t.sales.Len())
	v.Hedonic.EstimateSales(ctx, t.sales.Sales, v.Estimates, v.Leaves)
	lap("estimates and leaves")
	v.Indexes = []vintage.Dated{t.indexOn(v, asOf)}
	v.Typical, v.Ranges = impute.ByGroup(t.sales.Sales, rows), impute.TrainedRanges(t.sales.Sales, rows)
	lap("index and typical values")
	if err := t.fitKriging(ctx, v, training, nil); err != nil {
		return nil, err
	}
	lap("kriging")
	if err := t.advance(ctx, v, until); err != nil {
		return nil, err
	}
	lap("later indexes")
	holdouts, _ := t.holdouts(ctx, v, until)
	lap("holdouts")
	calibrate(v, holdouts)
	lap("spread")
	fmt.Fprintf(os.Stderr, "%d sales learned from, %d holdouts\n", len(rows), len(holdouts))
	return v, nil
}
