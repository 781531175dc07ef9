package edition

import (
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// Columns over plain slices. Each function returns the column of one slice; the
// slice is reached through a pointer because reading makes it.

func textColumn(name string, get func(int) string, put func(int, string) error) column {
	return column{
		name: name, node: parquet.Encoded(parquet.String(), &parquet.RLEDictionary), optional: true,
		get: func(i int) parquet.Value {
			s := get(i)
			if s == "" {
				return parquet.NullValue()
			}
			return parquet.ByteArrayValue([]byte(s))
		},
		put: func(i int, v parquet.Value) error {
			if v.IsNull() {
				return put(i, "")
			}
			return put(i, string(v.ByteArray()))
		},
	}
}

func dateColumn(name string, dates *[]gevel.Date) column {
	return column{
		name: name, node: parquet.Date(),
		get: func(i int) parquet.Value { return parquet.Int32Value(int32((*dates)[i])) },
		put: func(i int, v parquet.Value) error { (*dates)[i] = gevel.Date(v.Int32()); return nil },
	}
}

func int64Column(name string, values *[]int64) column {
	return column{
		name: name, node: parquet.Int(64),
		get: func(i int) parquet.Value { return parquet.Int64Value((*values)[i]) },
		put: func(i int, v parquet.Value) error { (*values)[i] = v.Int64(); return nil },
	}
}

// countColumn holds whole numbers of which a negative one is unknown, and a null
// in the file.
func countColumn(name string, values *[]int32) column {
	return column{
		name: name, node: parquet.Int(32), optional: true,
		get: func(i int) parquet.Value {
			if (*values)[i] < 0 {
				return parquet.NullValue()
			}
			return parquet.Int32Value((*values)[i])
		},
		put: func(i int, v parquet.Value) error {
			(*values)[i] = unknownCount
			if !v.IsNull() {
				(*values)[i] = v.Int32()
			}
			return nil
		},
	}
}

// codeColumn holds small codes that the file spells out.
func codeColumn[T ~uint8](name string, values *[]T, spell func(T) string, parse func(string) (T, error)) column {
	return textColumn(name,
		func(i int) string { return spell((*values)[i]) },
		func(i int, s string) (err error) {
			if s != "" {
				(*values)[i], err = parse(s)
			}
			return err
		})
}

func boolColumn(name string, values *[]bool) column {
	return column{
		name: name, node: parquet.Leaf(parquet.BooleanType),
		get: func(i int) parquet.Value { return parquet.BooleanValue((*values)[i]) },
		put: func(i int, v parquet.Value) error { (*values)[i] = v.Boolean(); return nil },
	}
}

func metresColumn(name string, get func(int) float64, put func(int, float64)) column {
	return column{
		name: name, node: parquet.Leaf(parquet.DoubleType),
		get: func(i int) parquet.Value { return parquet.DoubleValue(get(i)) },
		put: func(i int, v parquet.Value) error {
			x := v.Double()
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("%v is no position", x)
			}
			put(i, x)
			return nil
		},
	}
}

func pointColumns(points *[]gevel.Point) []column {
	return []column{
		metresColumn("x", func(i int) float64 { return (*points)[i].X }, func(i int, x float64) { (*points)[i].X = x }),
		metresColumn("y", func(i int) float64 { return (*points)[i].Y }, func(i int, y float64) { (*points)[i].Y = y }),
	}
}

// numberColumn holds numbers of which NaN is unknown, and a null in the file.
func numberColumn(name string, values *[]float32) column {
	return column{
		name: name, node: parquet.Leaf(parquet.FloatType), optional: true,
		get: func(i int) parquet.Value {
			if x := (*values)[i]; x == x {
				return parquet.FloatValue(x)
			}
			return parquet.NullValue()
		},
		put: func(i int, v parquet.Value) error {
			(*values)[i] = float32(math.NaN())
			if !v.IsNull() {
				(*values)[i] = v.Float()
			}
			return nil
		},
	}
}

// idColumn holds BAG ids, all of 16 digits.
func idColumn(name string, get func(int) gevel.BAGID, put func(int, gevel.BAGID)) column {
	return column{
		name: name, node: parquet.String(),
		get: func(i int) parquet.Value { return parquet.ByteArrayValue([]byte(get(i))) },
		put: func(i int, v parquet.Value) error {
			if len(v.ByteArray()) != idDigits {
				return fmt.Errorf("%q is no BAG id", v.ByteArray())
			}
			put(i, gevel.BAGID(v.ByteArray()))
			return nil
		},
	}
}

// unknownCount marks an unknown whole number in a column.
const unknownCount = -1

func countOf(o gevel.Opt[int]) int32 {
	if o.Known {
		return int32(o.V)
	}
	return unknownCount
}

func optOf(n int32) gevel.Opt[int] {
	if n < 0 {
		return gevel.Opt[int]{}
	}
	return gevel.Some(int(n))
}
