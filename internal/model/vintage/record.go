package vintage

// The out-of-time accuracy that a vintage stores: the errors of the models before it, from which it learned its weights
// and spread, and its own on what was sold since, as callers would have seen them.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/spread"
)

// Record compares the values of one model with prices that it had not seen: sales
// that became known from its date until the next model's date, or for the newest one until now. Each was valued on its
// own day with what was known then, with the model's own weights and spread. No value depends on it.
// Fields are exported, and the type keeps its name, for encoding only.
type Record struct {
	Model gevel.Date // its date
	// Learned is the number of errors from which its weights and spread were learned. With few, and above
	// all with none, intervals are the prior's.
	Learned int
	// Quantiles and Resold are copies from its spread; see spread.Model.
	Quantiles, Resold spread.Quantiles

	// Per sale: its row, log price less log value, the expected size of the error,
	// and whether the home was sold again soon.
	Rows        []int32
	Errors      []float32
	Sizes       []float32
	ResoldHomes []bool
	// Missed are the rows of sales whose homes had no value, for lack of comparables.
	Missed []int32
}

// RecordsBefore returns the records of the models before it, without its own.
func (v *Vintage) RecordsBefore() []Record {
	return slices.DeleteFunc(slices.Clone(v.Records), func(r Record) bool { return r.Model >= v.AsOf })
}

// Since returns the part of a record on sales from a day on.
func (r *Record) Since(day gevel.Date, s *Sales) Record {
	kept := *r
	kept.Rows, kept.Errors, kept.Sizes, kept.ResoldHomes, kept.Missed = nil, nil, nil, nil, nil
	for i, row := range r.Rows {
		if s.Date[row] >= day {
			kept.Add(row, r.Errors[i], r.Sizes[i], r.ResoldHomes[i])
		}
	}
	for _, row := range r.Missed {
		if s.Date[row] >= day {
			kept.Missed = append(kept.Missed, row)
		}
	}
	return kept
}

// Add adds a sale.
func (r *Record) Add(row int32, logError, size float32, resold bool) {
	r.Rows, r.Errors, r.Sizes = append(r.Rows, row), append(r.Errors, logError), append(r.Sizes, size)
	r.ResoldHomes = append(r.ResoldHomes, resold)
}

// MoveRows renumbers the rows of a record; to maps old rows to new ones.
func (r *Record) MoveRows(to []int32) {
	move := func(rows []int32) []int32 {
		var moved []int32
		for _, row := range rows {
			moved = append(moved, to[row])
		}
		return moved
	}
	r.Rows, r.Missed = move(r.Rows), move(r.Missed)
}

// Of returns the distribution of the errors that the model promised for sale i, in units of its size.
func (r *Record) Of(i int) spread.Quantiles {
	if r.ResoldHomes[i] {
		return r.Resold
	}
	return r.Quantiles
}

// check reports whether a record that was read is complete, and of n sales.
func (r *Record) check(n int) error {
	if len(r.Errors) != len(r.Rows) || len(r.Sizes) != len(r.Rows) || len(r.ResoldHomes) != len(r.Rows) {
		return fmt.Errorf("the record of the model of %s is incomplete", r.Model)
	}
	for _, rows := range [][]int32{r.Rows, r.Missed} {
		for _, row := range rows {
			if row < 0 || int(row) >= n {
				return fmt.Errorf("the record of the model of %s belongs to other sales", r.Model)
			}
		}
	}
	for i := range r.Rows {
		if noNumber(float64(r.Errors[i])) || !(r.Sizes[i] > 0) || noNumber(float64(r.Sizes[i])) {
			return errors.New("the vintage's record contains a value that is not a number")
		}
	}
	for _, q := range []spread.Quantiles{r.Quantiles, r.Resold} {
		if err := q.Check(); err != nil {
			return fmt.Errorf("the record of the model of %s: %w", r.Model, err)
		}
	}
	return nil
}
