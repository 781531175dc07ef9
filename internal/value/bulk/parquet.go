// Values as Parquet: the columns of the file of homes as text, those that a valuation adds with types of their own.

package bulk

import (
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/num/list"
)

// valuesRowGroup is how many rows are buffered before they are written as one group: some tens of megabytes at most.
const valuesRowGroup = 1 << 16

// parquetWriter writes GeoParquet: a row per home, with its position.
type parquetWriter struct {
	*parquet.Writer
	homes  *File
	types  []carriedType
	added  []addedColumn
	at     positions
	bounds crs.Bounds
}

// NewParquet writes the values of a file of homes as GeoParquet, whose metadata say what they were made with.
// Error: gevel.Invalid when a column has no name of its own.
func NewParquet(w io.Writer, homes *File, o Options) (Writer, error) {
	columns, place := parquet.Group{}, map[string]int{}
	add := func(name string, n parquet.Node) {
		place[name] = len(columns)
		columns[name] = parquet.Optional(parquet.Compressed(n, &parquet.Zstd))
	}
	header, err := homes.ownNames(o.columns(), "Parquet", parquetfile.Geometry, parquetfile.Box)
	if err != nil {
		return nil, err
	}
	types := homes.types()
	for i, name := range header {
		add(name, types[i].node)
	}
	for _, added := range o.columns() {
		add(added.name, added.node)
	}
	add(parquetfile.Geometry, parquet.Leaf(parquet.ByteArrayType))
	place[parquetfile.Box], columns[parquetfile.Box] = len(columns), parquet.Optional(boxNode())
	p := &parquetWriter{
		Writer: parquet.NewWriter(w, parquet.NewSchema("values", ordered(columns, place)),
			parquet.MaxRowsPerRowGroup(valuesRowGroup), parquet.CreatedBy("gevel", o.Version, "")),
		homes: homes, types: types, added: o.columns(), at: o.positions(),
	}
	note, err := json.Marshal(o.Origin())
	p.SetKeyValueMetadata(originKey, string(note))
	return p, err
}

// originKey is where the metadata have the Origin, as JSON.
const originKey = "gevel"

func boxNode() parquet.Node {
	box, place := parquet.Group{}, map[string]int{}
	for i, field := range parquetfile.BoxFields {
		box[field], place[field] = parquet.Compressed(parquet.Leaf(parquet.DoubleType), &parquet.Zstd), i
	}
	return ordered(box, place)
}

func ordered(columns parquet.Group, place map[string]int) inOrder {
	fields := columns.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return place[a.Name()] - place[b.Name()] })
	return inOrder{columns, fields}
}

// inOrder is a group of columns in the order of fields; parquet.Group alone sorts them by name.
type inOrder struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the columns.
func (g inOrder) Fields() []parquet.Field { return g.fields }

// Write writes rows.
func (p *parquetWriter) Write(rows []Row) error {
	out := list.Make(len(rows), func(i int) parquet.Row { return p.row(&rows[i]) })
	_, err := p.WriteRows(out)
	return err
}

func (p *parquetWriter) row(r *Row) parquet.Row {
	row := make(parquet.Row, 0, len(r.Fields)+len(p.added)+1+len(parquetfile.BoxFields))
	add := func(v parquet.Value) {
		level := 1
		if v.IsNull() {
			level = 0
		}
		row = append(row, v.Level(0, level, len(row)))
	}
	for i, field := range p.homes.written.carried(r.Fields) {
		add(p.types[i].of(r, field))
	}
	for _, added := range p.added {
		add(added.of(r))
	}
	at, known := p.at.of(r)
	if !known {
		for range 1 + len(parquetfile.BoxFields) {
			add(parquet.NullValue())
		}
		return row
	}
	p.bounds.Add(at)
	add(parquet.ByteArrayValue(parquetfile.Point(at)))
	for _, end := range []float64{at.X, at.Y, at.X, at.Y} {
		add(parquet.DoubleValue(end))
	}
	return row
}

// Close writes what is buffered, and says where the rows are.
func (p *parquetWriter) Close() error {
	note, err := parquetfile.GeoNote(p.at.system, p.bounds)
	p.SetKeyValueMetadata(parquetfile.GeoKey, note)
	return errors.Join(err, p.Writer.Close())
}

// What the output carries over of the file of homes, in Parquet with the types that it has.

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
