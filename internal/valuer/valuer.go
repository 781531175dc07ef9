// Package valuer reconciles the approaches' indications into one valuation.
package valuer

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Valuer values the dwellings of one edition. It is safe for concurrent use.
type Valuer struct{}

// New reads the models of an edition.
func New(e *edition.Edition) (*Valuer, error) { panic("to come") }

// Oldest returns the first date on which the edition can value.
func (v *Valuer) Oldest() gevel.Date { panic("to come") }

// Value answers an inquiry. Errors are *gevel.Error with the codes of answers
// that can't be given.
func (v *Valuer) Value(q gevel.Inquiry) (gevel.Valuation, error) { panic("to come") }

// Available returns nil exactly when Value answers, and otherwise the error that
// Value would return. It is cheaper than Value.
func (v *Valuer) Available(q gevel.Inquiry) error { panic("to come") }
