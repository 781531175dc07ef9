package gbm

import (
	"errors"
	"fmt"
	"math"
)

// The input: a table of columns and the target.

// Limits of what can be trained on.
const (
	// maxColumns keeps twice a column number within the 16 bits a node has for it.
	maxColumns = 30_000
	// maxRows keeps a row number within 32 bits with room for the row counts.
	maxRows = 1 << 30
	// maxCode is the largest category code; above it float64 is no safe integer store
	// for a caller who went through float32.
	maxCode = 1 << 24
	// maxMagnitude bounds targets so that no sum of squares overflows.
	maxMagnitude = 1e100
)

// Column is one characteristic of all rows. NaN is missing; infinities are refused.
type Column struct {
	Name   string
	Values []float64
	// Categorical columns hold whole, non-negative codes without order.
	Categorical bool
}

// Table is the data, column by column; all columns are equally long.
type Table struct {
	Columns []Column
}

// Rows returns the number of rows, 0 for a table without columns.
func (t Table) Rows() int {
	if len(t.Columns) == 0 {
		return 0
	}
	return len(t.Columns[0].Values)
}

// checkTarget checks the target of a table of so many rows.
func checkTarget(target []float64, rows int) error {
	if len(target) != rows {
		return fmt.Errorf("target has %d values, the table %d rows", len(target), rows)
	}
	for i, y := range target {
		if !(math.Abs(y) <= maxMagnitude) {
			return fmt.Errorf("target row %d: %v is no usable number", i, y)
		}
	}
	return nil
}

func (t Table) check() error {
	if len(t.Columns) == 0 {
		return errors.New("the table has no columns")
	}
	if len(t.Columns) > maxColumns {
		return fmt.Errorf("the table has %d columns, more than %d", len(t.Columns), maxColumns)
	}
	if t.Rows() == 0 {
		return errors.New("no rows to train on")
	}
	if t.Rows() > maxRows {
		return fmt.Errorf("the table has %d rows, more than %d", t.Rows(), maxRows)
	}
	for _, c := range t.Columns {
		if len(c.Values) != t.Rows() {
			return fmt.Errorf("column %q has %d values, the first column %d", c.Name, len(c.Values), t.Rows())
		}
		if err := c.check(); err != nil {
			return err
		}
	}
	return nil
}

func (c Column) check() error {
	for i, v := range c.Values {
		if math.IsInf(v, 0) {
			return fmt.Errorf("column %q row %d: infinite value", c.Name, i)
		}
		if c.Categorical && !math.IsNaN(v) && !isCode(v) {
			return fmt.Errorf("column %q row %d: %v is no category code (whole, 0 to %d)", c.Name, i, v, maxCode)
		}
	}
	return nil
}

// isCode reports whether v is a whole number from 0 to maxCode.
func isCode(v float64) bool { return v >= 0 && v <= maxCode && v == math.Trunc(v) }
