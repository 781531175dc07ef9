// What each value of a file is made of: a column a step, whole euros that add up to the value.

package bulk

import (
	"errors"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// explainedTogether is how many rows are explained at once: those next to each other in a file are
// often neighbours, which cost less together.
const explainedTogether = 8

// stepColumns are the columns that say what a value is made of.
func stepColumns(table gevel.Attributes) []addedColumn {
	columns := make([]addedColumn, 0, len(table))
	for _, key := range explain.Keys(table) {
		columns = append(columns, addedColumn{
			name: "step_" + stepName(table, key), node: parquet.Int(64), of: func(r *Row) parquet.Value {
				euros, has := r.steps[key]
				if !has {
					return parquet.NullValue()
				}
				return parquet.Int64Value(int64(euros))
			},
		})
	}
	return columns
}

// stepName names a characteristic as files do.
func stepName(table gevel.Attributes, key explain.StepKey) string {
	switch key.Part {
	case explain.Having:
		for i := range table {
			if table[i].Name == key.Name {
				return table[i].Column
			}
		}
	case explain.Reconciling:
		return "approach_" + key.Name
	}
	return string(key.Part)
}

// explain values rows and says what their values are made of.
func (r *run) explain(rows []Row) error {
	for len(rows) > 0 {
		some := rows[:min(explainedTogether, len(rows))]
		rows = rows[len(some):]
		var traces []*valuation.Trace
		var of []*Row
		for i := range some {
			row := &some[i]
			r.note(row, r.ask(row, func(q gevel.Inquiry) error {
				t, err := r.Valuer.Trace(q)
				if err == nil {
					traces, of = append(traces, t), append(of, row)
					row.valuation = r.Valuer.Valuation(t)
				}
				return err
			}))
		}
		steps, err := r.Explainer.Steps(traces)
		if err != nil {
			return errors.Join(errors.New("explain values"), err)
		}
		for i, row := range of {
			row.steps = make(map[explain.StepKey]gevel.Euro, len(steps[i]))
			for _, s := range steps[i] {
				row.steps[explain.StepKey{Part: s.Part, Name: s.Name}] += s.Euros
			}
		}
	}
	return nil
}
