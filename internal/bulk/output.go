// The values of a file of homes: every column of the file, and after them what a
// valuation has to say, as CSV or as Parquet.

package bulk

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
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

var addedColumns = []addedColumn{
	{"value", parquet.Int(64), euro(func(v gevel.Valuation) gevel.Euro { return v.Weighted })},
	{"predicted", parquet.Int(64), euro(func(v gevel.Valuation) gevel.Euro { return v.Predicted })},
	{"low80", parquet.Int(64), euro(func(v gevel.Valuation) gevel.Euro { return v.Interval.Low })},
	{"high80", parquet.Int(64), euro(func(v gevel.Valuation) gevel.Euro { return v.Interval.High })},
	{"fsd", parquet.Leaf(parquet.DoubleType), ofValued(func(v gevel.Valuation) parquet.Value {
		return parquet.DoubleValue(math.Round(1e4*v.FSD) / 1e4) // as the API shows it
	})},
	{"accuracy", parquet.Leaf(parquet.DoubleType), ofValued(func(v gevel.Valuation) parquet.Value {
		return parquet.DoubleValue(math.Round(10*v.Accuracy) / 10) // likewise
	})},
	{"confidence_class", parquet.Int(32), ofValued(func(v gevel.Valuation) parquet.Value {
		return parquet.Int32Value(int32(v.Class))
	})},
	{"reason", parquet.String(), func(r *Row) parquet.Value { return textOrNull(string(r.reason)) }},
	{"message", parquet.String(), func(r *Row) parquet.Value { return textOrNull(r.message) }},
}

func ofValued(of func(gevel.Valuation) parquet.Value) func(*Row) parquet.Value {
	return func(r *Row) parquet.Value {
		if r.reason != "" {
			return parquet.NullValue()
		}
		return of(r.valuation)
	}
}

func euro(of func(gevel.Valuation) gevel.Euro) func(*Row) parquet.Value {
	return ofValued(func(v gevel.Valuation) parquet.Value { return parquet.Int64Value(int64(of(v))) })
}

func textOrNull(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(s, "\uFFFD")))
}

// csvWriter writes CSV with the separator of the file of homes.
type csvWriter struct{ *csv.Writer }

// NewCSV writes the values of a file of homes as CSV, with the file's own separator.
func NewCSV(w io.Writer, homes *File) (Writer, error) {
	c := csvWriter{csv.NewWriter(w)}
	c.Comma = homes.comma
	header := slices.Clone(homes.header)
	for _, added := range addedColumns {
		header = append(header, added.name)
	}
	return c, c.Writer.Write(header)
}

// Write writes rows.
func (c csvWriter) Write(rows []Row) error {
	for i := range rows {
		record := rows[i].fields
		for _, added := range addedColumns {
			record = append(record, csvText(added.of(&rows[i])))
		}
		if err := c.Writer.Write(record); err != nil {
			return err
		}
	}
	return c.Close()
}

// Close writes what is buffered.
func (c csvWriter) Close() error {
	c.Flush()
	return c.Error()
}

func csvText(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'f', -1, 64)
	}
	return v.String()
}
