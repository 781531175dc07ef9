// The values of a file of homes: every column of the file, and after them what a
// valuation has to say, as CSV or as Parquet.

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// valuesWriter writes rows that are valued.
type valuesWriter interface {
	write(rows []homeRow) error
	close() error
}

// addedColumn is a column that the output adds. of gives its value for a row, null
// where there is none.
type addedColumn struct {
	name string
	node parquet.Node
	of   func(r *homeRow) parquet.Value
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
	{"reason", parquet.String(), func(r *homeRow) parquet.Value { return textOrNull(string(r.reason)) }},
	{"message", parquet.String(), func(r *homeRow) parquet.Value { return textOrNull(r.message) }},
}

func ofValued(of func(gevel.Valuation) parquet.Value) func(*homeRow) parquet.Value {
	return func(r *homeRow) parquet.Value {
		if r.reason != "" {
			return parquet.NullValue()
		}
		return of(r.valuation)
	}
}

func euro(of func(gevel.Valuation) gevel.Euro) func(*homeRow) parquet.Value {
	return ofValued(func(v gevel.Valuation) parquet.Value { return parquet.Int64Value(int64(of(v))) })
}

func textOrNull(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(s, "\uFFFD")))
}

// writeOutput lets fill write to path, or to stdout as CSV when path is "". A file
// appears when all is written, or not at all.
func writeOutput(stdout io.Writer, path string, homes *homesFile, fill func(valuesWriter) error) error {
	finish := func(out valuesWriter, err error) error {
		if err != nil {
			return err
		}
		return errors.Join(fill(out), out.close())
	}
	switch {
	case path == "" || path == "-":
		return finish(newCSVValues(stdout, homes))
	case strings.HasSuffix(path, ".csv"):
		return writeWhole(path, homes.source.Name(), func(w io.Writer) error { return finish(newCSVValues(w, homes)) })
	case strings.HasSuffix(path, ".parquet"):
		return writeWhole(path, homes.source.Name(), func(w io.Writer) error { return finish(newParquetValues(w, homes)) })
	}
	return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("--output %s ends neither in .csv nor in .parquet", path)}
}

// csvValues writes CSV with the separator of the file of homes.
type csvValues struct{ *csv.Writer }

func newCSVValues(w io.Writer, homes *homesFile) (valuesWriter, error) {
	c := csvValues{csv.NewWriter(w)}
	c.Comma = homes.comma
	header := slices.Clone(homes.header)
	for _, added := range addedColumns {
		header = append(header, added.name)
	}
	return c, c.Write(header)
}

func (c csvValues) write(rows []homeRow) error {
	for i := range rows {
		record := rows[i].fields
		for _, added := range addedColumns {
			record = append(record, csvText(added.of(&rows[i])))
		}
		if err := c.Write(record); err != nil {
			return err
		}
	}
	return c.close()
}

func (c csvValues) close() error {
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
