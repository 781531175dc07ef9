package edition

import (
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Columns of numbers over plain slices. A slice is reached through a pointer because reading makes it.

// values are the values of a page.
type values = encoding.Values

// codec turns values T in memory into values V in the file, and back.
type codec[T, V any] struct {
	node  parquet.Node
	write func(T) parquet.Value
	view  func(values) []V
	read  func(V) (T, error)
	// unknown is the value for a null in the file; nil if every row has a value.
	unknown *T
}

var errNoValue = errors.New("there is no value")

// sliceColumn is the column of a slice.
func sliceColumn[T, V any](name string, c codec[T, V], slice *[]T) column {
	return fieldColumn(name, c, func(row int) *T { return &(*slice)[row] })
}

// fieldColumn is a column whose rows are found by at.
func fieldColumn[T, V any](name string, c codec[T, V], at func(row int) *T) column {
	return codedColumn(name, c, func(row int) T { return *at(row) }, func(row int, v T) { *at(row) = v })
}

// intsColumn is the column of whole numbers.
func intsColumn[V any](name string, c codec[int32, V], ints market.Column) column {
	return codedColumn(name, c, ints.At, ints.Set)
}

// codedColumn is a column whose rows are read and set by functions.
func codedColumn[T, V any](name string, c codec[T, V], at func(row int) T, set func(row int, v T)) column {
	return column{
		name: name, node: c.node, optional: c.unknown != nil,
		get: func(row int) parquet.Value { return c.write(at(row)) },
		read: func(p *flatPage) error {
			from := c.view(p.values)
			return p.each(len(from), func(row, i int) error {
				v, err := c.read(from[i])
				if err == nil {
					set(row, v)
				}
				return err
			}, func(row int) error {
				if c.unknown == nil {
					return errNoValue
				}
				set(row, *c.unknown)
				return nil
			})
		},
	}
}

var dates = codec[gevel.Date, int32]{
	node:  parquet.Date(),
	write: func(d gevel.Date) parquet.Value { return parquet.Int32Value(int32(d)) },
	view:  func(v values) []int32 { return v.Int32() },
	read:  func(d int32) (gevel.Date, error) { return gevel.Date(d), nil },
}

// perhapsDates are days; a null is unknown. Of lastDates a null is after all days.
var perhapsDates, lastDates = datesOr(gevel.NoDate), datesOr(gevel.Never)

// datesOr are days; a null stands for one of them.
func datesOr(null gevel.Date) codec[gevel.Date, int32] {
	c := dates
	c.unknown = &null
	c.write = func(d gevel.Date) parquet.Value {
		if d == null {
			return parquet.NullValue()
		}
		return dates.write(d)
	}
	return c
}

// prices are positive whole euros: the models take their logarithm.
var prices = codec[int64, int64]{
	node:  parquet.Int(64),
	write: parquet.Int64Value,
	view:  func(v values) []int64 { return v.Int64() },
	read: func(price int64) (int64, error) {
		if price <= 0 {
			return 0, fmt.Errorf("%d is no price", price)
		}
		return price, nil
	},
}

// counts are whole numbers; a negative one is unknown.
var counts = codec[int32, int32]{
	node: parquet.Int(32),
	write: func(n int32) parquet.Value {
		if n < 0 {
			return parquet.NullValue()
		}
		return parquet.Int32Value(n)
	},
	view:    func(v values) []int32 { return v.Int32() },
	read:    func(n int32) (int32, error) { return max(n, market.Unknown), nil },
	unknown: new(int32(market.Unknown)),
}

var bools = codec[bool, bool]{
	node:  parquet.Leaf(parquet.BooleanType),
	write: parquet.BooleanValue,
	view: func(v values) []bool {
		packed := v.Boolean()
		unpacked := make([]bool, 8*len(packed))
		for i := range unpacked {
			unpacked[i] = packed[i/8]>>(i%8)&1 == 1
		}
		return unpacked
	},
	read: func(b bool) (bool, error) { return b, nil },
}

// yesNos are 1 for yes and 0 for no; a negative number is unknown.
var yesNos = codec[int32, bool]{
	node: parquet.Leaf(parquet.BooleanType),
	write: func(n int32) parquet.Value {
		if n < 0 {
			return parquet.NullValue()
		}
		return parquet.BooleanValue(n == 1)
	},
	view: bools.view,
	read: func(yes bool) (int32, error) {
		if yes {
			return 1, nil
		}
		return 0, nil
	},
	unknown: new(int32(market.Unknown)),
}

// numbers are extra characteristics; NaN is unknown.
var numbers = codec[float32, float32]{
	node: parquet.Leaf(parquet.FloatType),
	write: func(x float32) parquet.Value {
		if x != x {
			return parquet.NullValue()
		}
		return parquet.FloatValue(x)
	},
	view:    func(v values) []float32 { return v.Float() },
	read:    func(x float32) (float32, error) { return x, checkFinite(float64(x)) },
	unknown: new(float32(math.NaN())),
}

var doubles = codec[float64, float64]{
	node:  parquet.Leaf(parquet.DoubleType),
	write: parquet.DoubleValue,
	view:  func(v values) []float64 { return v.Double() },
	read:  func(x float64) (float64, error) { return x, checkFinite(x) },
}

func checkFinite(x float64) error {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%v is not a usable number", x)
	}
	return nil
}

// placePrefix begins the names of place columns; position columns have no prefix.
const placePrefix = "place_"

func pointColumns(prefix string, points *[]gevel.Point) []column {
	return []column{
		fieldColumn(prefix+"x", doubles, func(i int) *float64 { return &(*points)[i].X }),
		fieldColumn(prefix+"y", doubles, func(i int) *float64 { return &(*points)[i].Y }),
	}
}
