// What the output carries over of the file of homes, in Parquet with the types that it has.

package bulk

import (
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// carriedType is the type of a column that is carried over, and how its values are made.
type carriedType struct {
	node parquet.Node
	of   func(r *Row, field string) parquet.Value
}

// types returns the types of the columns that are carried over.
func (f *File) types() []carriedType {
	types := make([]carriedType, 0, len(f.header))
	for i := range f.header {
		c := carriedType{parquet.String(), func(_ *Row, field string) parquet.Value { return TextOrNull(field) }}
		column := f.Column(i)
		switch holds := f.Holds(column); {
		case f.nodes != nil:
			c.node = parquet.Required(f.nodes[i])
			c.of = func(r *Row, _ string) parquet.Value { return r.Stored[i] }
		case holds == flatfile.Numbers:
			c = carriedType{parquet.Leaf(parquet.DoubleType), func(r *Row, _ string) parquet.Value {
				return numberOrNull(f.Settled(column, r.Fields))
			}}
		case holds == flatfile.Days:
			c = carriedType{parquet.Date(), func(r *Row, _ string) parquet.Value {
				return dayOrNull(f.Settled(column, r.Fields))
			}}
		}
		types = append(types, c)
	}
	return carriedOf(f.written, types)
}

func numberOrNull(s string) parquet.Value {
	sign, _ := spelling.SignOf(s)
	v, ok := spelling.Number(s, sign)
	if !ok {
		return parquet.NullValue()
	}
	return parquet.DoubleValue(v)
}

func dayOrNull(s string) parquet.Value {
	day, err := gevel.ParseDate(s)
	if err != nil {
		return parquet.NullValue()
	}
	return DayValue(day)
}

func carriedOf[T any](w written, all []T) []T {
	if !w.is {
		return slices.Clone(all)
	}
	kept := make([]T, 0, len(all))
	for i, one := range all {
		if !w.out[i] {
			kept = append(kept, one)
		}
	}
	return kept
}
