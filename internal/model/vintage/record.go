package vintage

// How the models before a vintage did: what it learned its weights and its spread from, as callers
// would have seen it.

import (
	"errors"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/spread"
)

// Record is how the values of one model compare with prices that it had not seen: of the sales
// that became known from its date until that of the next model, each valued on its own day with
// what was known then, as the model's own weights and spread had it. No value depends on it.
// Fields are exported for encoding only.
type Record struct {
	Model gevel.Date // its date
	// Learned is from how many errors its weights and its spread were learned. Of few, and of none
	// above all, intervals are those of the prior.
	Learned int
	// Quantiles and Resold are those of its spread; see spread.Model.
	Quantiles, Resold spread.Quantiles

	// Of each sale: its row, log price less log value, the size of the error that was expected,
	// and whether the home was sold again soon.
	Rows        []int32
	Errors      []float32
	Sizes       []float32
	ResoldHomes []bool
	// Missed are the rows of sales whose homes had no value, for want of comparables.
	Missed []int32
}

// Since returns the part of a record that is about sales from a day on.
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

// MoveRows lays a record over other sales; to has the new rows by the old ones.
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

// Of returns the distribution of the errors that the model promised for sale i, in units of its
// size.
func (r *Record) Of(i int) spread.Quantiles {
	if r.ResoldHomes[i] {
		return r.Resold
	}
	return r.Quantiles
}

// check says whether a record that was read is whole, and of n sales.
func (r *Record) check(n int) error {
	if len(r.Errors) != len(r.Rows) || len(r.Sizes) != len(r.Rows) || len(r.ResoldHomes) != len(r.Rows) {
		return fmt.Errorf("the record of the model of %s is not whole", r.Model)
	}
	for _, rows := range [][]int32{r.Rows, r.Missed} {
		for _, row := range rows {
			if row < 0 || int(row) >= n {
				return fmt.Errorf("the record of the model of %s is of other sales", r.Model)
			}
		}
	}
	for i := range r.Rows {
		if noNumber(float64(r.Errors[i])) || !(r.Sizes[i] > 0) || noNumber(float64(r.Sizes[i])) {
			return errors.New("the vintage's record holds what is no number")
		}
	}
	for _, q := range []spread.Quantiles{r.Quantiles, r.Resold} {
		if err := q.Check(); err != nil {
			return fmt.Errorf("the record of the model of %s: %w", r.Model, err)
		}
	}
	return nil
}
