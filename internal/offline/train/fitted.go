package train

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Fitted is a vintage that is not yet calibrated. It depends on the sales and its kernel source alone, so that each may
// be fitted on another machine.
type Fitted struct {
	vintage  *vintage.Vintage
	holdouts []holdout // that later vintages are calibrated on
	missed   []int32   // the rows of those without a value
}

// follow completes a vintage with the sales that became known after its date, and values its holdouts with the vintage
// as it was before it learned weights and spread, so that its errors depend on its own sales alone.
func (t *trainer) follow(ctx context.Context, v *vintage.Vintage, task Task) (*Fitted, error) {
	if err := t.advance(gevel.Span(ctx, task.String()+" indexes", 0, 0.5), v, task.Until); err != nil {
		return nil, err
	}
	f := &Fitted{vintage: v}
	if task.tested {
		bare := *v
		bare.Reconcile, bare.Spread = reconcile.Model{}, spread.Model{}
		f.holdouts, f.missed = t.holdouts(gevel.Span(ctx, task.String()+" holdouts", 0.5, 1), &bare, task.Until)
	}
	return f, nil
}

// calibration calibrates vintages in the order of their dates, each on the errors of those before it.
type calibration struct {
	*trainer
	errors     []holdout
	accuracies []vintage.Record
}

// calibrate takes the next vintage, and calibrates it if its task is to.
func (c *calibration) calibrate(f *Fitted, task Task) {
	v := f.vintage
	oldest := v.AsOf.AddMonths(-errorMonths)
	c.errors = slices.DeleteFunc(c.errors, func(h holdout) bool { return h.Day < oldest })
	if task.calibrated {
		calibrate(v, c.errors)
	}
	if task.recorded {
		c.accuracies = append(c.accuracies, accuracyOf(v, f.holdouts, f.missed))
	}
	switch {
	case !task.newest:
		v.Records = nil // nothing reads the records of a vintage that others follow
	case task.calibrated:
		v.Records = c.accuracySince(oldest)
	default: // carried on, with what those before it keep
		v.Records = append(v.Records, c.accuracySince(oldest)...)
	}
	c.errors = append(c.errors, f.holdouts...)
}

// Fitted vintages as bytes.

// fittedFile is a Fitted as it is encoded.
type fittedFile struct {
	Vintage  *vintage.Vintage
	Holdouts []holdout
	Missed   []int32
}

// Encode returns the fitted vintage as bytes, the same for the same vintage.
func (f *Fitted) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(fittedFile{f.vintage, f.holdouts, f.missed})
	return b.Bytes(), err
}

// Decode reads what Encode wrote, and checks that it fits the plan's sales.
func (p *Plan) Decode(content []byte) (*Fitted, error) {
	var file fittedFile
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&file); err != nil {
		return nil, err
	}
	if file.Vintage == nil {
		return nil, errors.New("it holds no vintage")
	}
	s := p.trainer.sales
	if err := file.Vintage.CheckUncalibrated(s.Sales); err != nil {
		return nil, err
	}
	for i := range file.Holdouts {
		if row := file.Holdouts[i].Row; row < 0 || int(row) >= s.Len() {
			return nil, errors.New("its holdouts belong to other sales")
		}
	}
	file.Vintage.Prepare(s)
	return &Fitted{file.Vintage, file.Holdouts, file.Missed}, nil
}
