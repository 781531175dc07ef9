// The columns that the output adds to the file's own: values and reasons.

package bulk

import (
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// addedColumn is a column that the output adds. of gives its value for a row, null
// where there is none.
type addedColumn struct {
	name string
	node parquet.Node
	of   func(r *Row) parquet.Value
}

// dayColumn is the day of a value, which a row of its own valuation date need not name.
const dayColumn = "value_date"

var addedColumns = []addedColumn{
	{"value", parquet.Int(64), euro(func(v gevel.Value) gevel.Euro { return v.Weighted })},
	{"predicted", parquet.Int(64), euro(func(v gevel.Value) gevel.Euro { return v.Predicted })},
	{"low80", parquet.Int(64), euro(func(v gevel.Value) gevel.Euro { return v.Interval.Low })},
	{"high80", parquet.Int(64), euro(func(v gevel.Value) gevel.Euro { return v.Interval.High })},
	{"fsd", parquet.Leaf(parquet.DoubleType), ofValued(func(v gevel.Value) parquet.Value {
		return parquet.DoubleValue(math.Round(1e4*v.FSD) / 1e4) // as the API shows it
	})},
	{"accuracy", parquet.Leaf(parquet.DoubleType), ofValued(func(v gevel.Value) parquet.Value {
		return parquet.DoubleValue(math.Round(10*v.Accuracy) / 10) // likewise
	})},
	{"confidence_class", parquet.Int(32), ofValued(func(v gevel.Value) parquet.Value {
		return parquet.Int32Value(int32(v.Class))
	})},
	{dayColumn, parquet.String(), ofValued(func(v gevel.Value) parquet.Value { return textOrNull(v.Date.String()) })},
	{"home_status", parquet.String(), ofValued(func(v gevel.Value) parquet.Value { return textOrNull(v.Status.String()) })},
	{"reason", parquet.String(), func(r *Row) parquet.Value { return textOrNull(string(r.reason)) }},
	{"message", parquet.String(), func(r *Row) parquet.Value { return textOrNull(r.message) }},
}

func ofValued(of func(gevel.Value) parquet.Value) func(*Row) parquet.Value {
	return func(r *Row) parquet.Value {
		if r.reason != "" {
			return parquet.NullValue()
		}
		return of(r.valuation.Value)
	}
}

func euro(of func(gevel.Value) gevel.Euro) func(*Row) parquet.Value {
	return ofValued(func(v gevel.Value) parquet.Value { return parquet.Int64Value(int64(of(v))) })
}

func textOrNull(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(s, "\uFFFD")))
}
