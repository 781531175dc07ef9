// The columns that the output adds to the file's own: values and reasons.

package bulk

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// addedColumn is a column that the output adds. of gives its value for a row, null where there is none.
type addedColumn struct {
	name string
	node parquet.Node
	of   func(r *Row) parquet.Value
	// optional columns need not be in a file for it to count as written by gevel.
	optional bool
}

// dayColumn is the day of a value, which a row of its own valuation date need not name.
const dayColumn = "value_date"

var addedColumns = []addedColumn{
	euros("value", func(v gevel.Value) gevel.Euro { return v.Weighted }),
	euros("predicted", func(v gevel.Value) gevel.Euro { return v.Predicted }),
	euros("low80", func(v gevel.Value) gevel.Euro { return v.Interval.Low }),
	euros("high80", func(v gevel.Value) gevel.Euro { return v.Interval.High }),
	valued("fsd", parquet.Leaf(parquet.DoubleType), func(v gevel.Value) parquet.Value {
		return parquet.DoubleValue(math.Round(1e4*v.FSD) / 1e4) // as the API shows it
	}),
	valued("accuracy", parquet.Leaf(parquet.DoubleType), func(v gevel.Value) parquet.Value {
		return parquet.DoubleValue(math.Round(10*v.Accuracy) / 10) // likewise
	}),
	valued("confidence_class", parquet.Int(32), func(v gevel.Value) parquet.Value {
		return parquet.Int32Value(int32(v.Class))
	}),
	valued(dayColumn, parquet.Date(), func(v gevel.Value) parquet.Value { return DayValue(v.Date) }).asOptional(),
	valued("edition", parquet.String(), func(v gevel.Value) parquet.Value { return TextOrNull(v.Edition) }).asOptional(),
	valued("model_version", parquet.String(), func(v gevel.Value) parquet.Value { return TextOrNull(v.Model) }).asOptional(),
	madeByColumn,
	valued("home_status", parquet.String(),
		func(v gevel.Value) parquet.Value { return TextOrNull(v.Status.String()) }).asOptional(),
	{name: "reason", node: parquet.String(), of: func(r *Row) parquet.Value { return TextOrNull(string(r.reason)) }},
	{name: "message", node: parquet.String(), of: func(r *Row) parquet.Value { return TextOrNull(r.message) }},
}

// madeByColumn is the program, by its version.
var madeByColumn = addedColumn{name: "made_by", node: parquet.String(), optional: true, of: func(r *Row) parquet.Value {
	if r.reason != "" {
		return parquet.NullValue()
	}
	return TextOrNull(r.madeBy)
}}

// valued is a column that only rows with a value have.
func valued(name string, node parquet.Node, of func(gevel.Value) parquet.Value) addedColumn {
	return addedColumn{name: name, node: node, of: func(r *Row) parquet.Value {
		if r.reason != "" {
			return parquet.NullValue()
		}
		return of(r.valuation.Value)
	}}
}

// euros is a column of whole euros.
func euros(name string, of func(gevel.Value) gevel.Euro) addedColumn {
	return valued(name, parquet.Int(64), func(v gevel.Value) parquet.Value { return parquet.Int64Value(int64(of(v))) })
}

// asOptional returns the column as one that a written file may lack.
func (c addedColumn) asOptional() addedColumn {
	c.optional = true
	return c
}

// DayValue returns a day for a column of days of Parquet.
func DayValue(d gevel.Date) parquet.Value { return parquet.Int32Value(int32(d - epoch)) }

var epoch = gevel.NewDate(1970, time.January, 1)

// isDays reports whether a column holds days.
func isDays(n parquet.Node) bool {
	logical := n.Type().LogicalType()
	if logical == nil {
		return false
	}
	_, is := logical.Value.(*format.DateType)
	return is
}

// shown returns a day of a column of days as text, any other value as it is.
func shown(n parquet.Node, v parquet.Value) parquet.Value {
	if v.IsNull() || !isDays(n) {
		return v
	}
	return TextOrNull((epoch + gevel.Date(v.Int32())).String())
}

// TextOrNull returns a text for a column of texts of Parquet.
func TextOrNull(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(s, "\uFFFD")))
}

// Addition is further work on the rows of a file, and the columns that it adds to the values.
type Addition interface {
	// Columns are what the output has behind the columns of the values.
	Columns() []Column
	// Work works on a row, beside others.
	Work(a Answered) Added
	// Note takes what was worked out of a row, in the order of the rows, one at a time.
	Note(Added)
}

// checker is an addition that reads columns of its own.
type checker interface {
	// Check returns the faults of a row's own columns, each under the name of its column. A row with faults is refused.
	Check(text func(column string) string) []gevel.Detail
}

// Added is what an addition worked out of a row.
type Added any

// Column is a column that is added to the output. Of gives its value, null where there is none.
type Column struct {
	Name string
	Node parquet.Node
	Of   func(Added) parquet.Value
}

// Answered is a row and its answer.
type Answered struct {
	Line int
	// Text returns what the row has in a column, by its name in lower case; "" without the column.
	Text      func(column string) string
	Inquiry   gevel.Inquiry   // zero where the row could not be read
	Valuation gevel.Valuation // its value alone, unless references are needed
	Reason    gevel.Code      // why there is no valuation, "" when there is
	Message   string
}

// additionColumns are the columns of additions.
func additionColumns(additions []Addition) []addedColumn {
	var list []addedColumn
	for k, a := range additions {
		for _, c := range a.Columns() {
			list = append(list, addedColumn{name: c.Name, node: c.Node, of: func(r *Row) parquet.Value { return c.Of(r.added[k]) }})
		}
	}
	return list
}

// add has the additions work on a row that is answered.
func (r *run) add(row *Row) {
	if len(r.Additions) == 0 {
		return
	}
	answered := Answered{
		Line: row.Line, Text: func(column string) string { return r.textOf(row, column) }, Inquiry: row.inquiry,
		Valuation: row.valuation, Reason: row.reason, Message: row.message,
	}
	row.added = make([]Added, len(r.Additions))
	for k, a := range r.Additions {
		row.added[k] = a.Work(answered)
	}
}

// textOf is what a row has in a column, "" of a row that can't be read.
func (r *run) textOf(row *Row, column string) string {
	if row.Fault != "" || slices.Contains(row.doubted, column) {
		return ""
	}
	return r.homes.value(row, column)
}

// What each value of a file is made of: a column a step, whole euros that add up to the value.

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
