package train

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Origins fits one vintage per date, ascending, for forecasts by models that are not retrained: each knows
// only sales known before its date, and is calibrated on the errors, until then, of a model a year older.
// Models of the same day are fitted once, and all share the first one as kernel source. Errors:
// gevel.Unavailable when the first date has too few sales.
func Origins(ctx context.Context, s *vintage.Sales, dates []gevel.Date, o Options) ([]*vintage.Vintage, error) {
	o.Static = true
	t := newTrainer(s, o)
	days := slices.Clone(dates)
	for _, day := range dates {
		days = append(days, t.calibrationDate(day))
	}
	slices.Sort(days)
	days = slices.Compact(days)
	fitted, err := t.fitAll(gevel.Span(ctx, "", 0, fitShare),
		schedule{dates: days, kernelOf: func(gevel.Date) gevel.Date { return days[0] }})
	if err != nil {
		return nil, err
	}
	of := func(day gevel.Date) *vintage.Vintage { i, _ := slices.BinarySearch(days, day); return fitted[i] }
	// All errors first: a vintage's must not depend on its own calibration.
	errors := make([][]holdout, len(dates))
	for i, day := range dates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		errors[i], _ = t.holdouts(ctx, of(t.calibrationDate(day)), day)
	}
	vintages := make([]*vintage.Vintage, len(dates))
	for i, day := range dates {
		vintages[i] = of(day)
		calibrate(vintages[i], errors[i])
	}
	return vintages, nil
}
