// What each value of a file is made of: a column a step, whole euros that add up to the value.

package bulk

import (
	"fmt"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// stepPrefix begins the name of each step's column.
const stepPrefix = "step_"

// stepColumns are the columns that say what a value is made of.
func stepColumns(table gevel.Attributes) []addedColumn {
	columns := make([]addedColumn, 0, len(table))
	for _, key := range explain.Keys(table) {
		columns = append(columns, addedColumn{
			name: stepPrefix + stepName(table, key), node: parquet.Int(64), of: func(r *Row) parquet.Value {
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

// steps returns the euros of each step to a value.
func (r *run) steps(t *valuation.Trace) (map[explain.StepKey]gevel.Euro, error) {
	steps, err := r.Explainer.Steps(t)
	if err != nil {
		return nil, fmt.Errorf("explain values: %w", err)
	}
	euros := make(map[explain.StepKey]gevel.Euro, len(steps))
	for _, s := range steps {
		euros[explain.StepKey{Part: s.Part, Name: s.Name}] += s.Euros
	}
	return euros, nil
}
