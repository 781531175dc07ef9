package gbm

// Cutting columns into bins. Every value becomes a small code: 0 when it is missing
// (or a category not seen in training), 1 and up in the order of the values.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// missingCode is the code of a missing value.
const missingCode = 0

// binner turns the values of one column into codes.
type binner struct {
	// cuts of a numeric column, ascending and finite: value v has the code 1 + the number of cuts below v.
	cuts []float64
	// categories of a categorical column, ascending: its i-th has the code 1 + i.
	categories []uint32
}

// codes returns the number of different codes, missing included.
func (b *binner) codes() int {
	if b.categories != nil {
		return len(b.categories) + 1
	}
	return len(b.cuts) + 2
}

// code returns the code of a value of a numeric column.
func (b *binner) code(v float64) uint16 {
	if math.IsNaN(v) {
		return missingCode
	}
	return uint16(1 + countBelow(b.cuts, v))
}

// category returns the code of a value of a categorical column.
func (b *binner) category(v float64) uint16 {
	if !isCode(v) {
		return missingCode
	}
	want := uint32(v)
	i := sort.Search(len(b.categories), func(i int) bool { return b.categories[i] >= want })
	if i == len(b.categories) || b.categories[i] != want {
		return missingCode
	}
	return uint16(i + 1)
}

// newBinner learns the bins of a column from the given rows.
func newBinner(c Column, rows []uint32, maxBins int) binner {
	known := make([]float64, 0, len(rows))
	for _, r := range rows {
		if v := c.Values[r]; !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	slices.Sort(known)
	values, counts := distinct(known)
	if c.Categorical {
		return binner{categories: mostFrequent(values, counts, maxBins-1)}
	}
	return binner{cuts: cutsBetween(values, counts, maxBins-1)}
}

// distinct returns the different values of a sorted list and their counts, reusing the list's memory.
func distinct(sorted []float64) (values []float64, counts []int) {
	values = sorted[:0]
	from := 0
	for i := range sorted {
		if last := i+1 == len(sorted) || sorted[i+1] != sorted[i]; last {
			values = append(values, sorted[i])
			counts = append(counts, i+1-from)
			from = i + 1
		}
	}
	return values, counts
}

// cutsBetween returns the borders of at most limit bins: one bin per value when the values are few, else bins of
// about equally many rows, where a value with more than a bin's share of the rows has a bin of its own.
func cutsBetween(values []float64, counts []int, limit int) []float64 {
	cuts := []float64{}
	closes := fillBins(counts, limit)
	for i := range len(values) - 1 {
		if closes(i) && len(cuts) < limit-1 {
			cuts = append(cuts, between(values[i], values[i+1]))
		}
	}
	return cuts
}

// fillBins returns a function that is called with each value, in order, and reports whether a bin ends after it.
func fillBins(counts []int, limit int) func(i int) bool {
	if len(counts) <= limit {
		return func(int) bool { return true }
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	heavy := func(i int) bool { return counts[i]*limit >= total }
	light, bins := total, limit
	for i, n := range counts {
		if heavy(i) {
			light -= n
			bins--
		}
	}
	share := float64(light) / float64(max(1, bins))
	filled := 0
	return func(i int) bool {
		filled += counts[i]
		full := heavy(i) || float64(filled) >= share
		// A heavy value comes next: the rows gathered before it stay apart if they are worth a bin.
		beforeHeavy := i+1 < len(counts) && heavy(i+1) && float64(filled) >= share/2
		if full || beforeHeavy {
			filled = 0
			return true
		}
		return false
	}
}

// between returns a number m with a <= m < b, half way where that is possible.
func between(a, b float64) float64 {
	m := a/2 + b/2
	if m < a || m >= b {
		return a
	}
	return m
}

// mostFrequent returns the limit most frequent categories, ascending; ties go to the smaller code.
func mostFrequent(values []float64, counts []int, limit int) []uint32 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	kept := make([]uint32, 0, min(limit, len(order)))
	for _, i := range order[:min(limit, len(order))] {
		kept = append(kept, uint32(values[i]))
	}
	slices.Sort(kept)
	return kept
}

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
