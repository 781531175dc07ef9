// Values as Parquet: the columns of the file of homes as text, those that a
// valuation adds with types of their own.

package bulk

import (
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// valuesRowGroup is how many rows are buffered before they are written as one
// group: some tens of megabytes at most.
const valuesRowGroup = 1 << 16

// parquetWriter writes Parquet.
type parquetWriter struct {
	*parquet.Writer
	carried int // columns of the file of homes
	added   []addedColumn
}

// NewParquet writes the values of a file of homes as Parquet, made by a version of gevel.
// Error: gevel.Invalid when a column has no name of its own.
func NewParquet(w io.Writer, homes *File, version string, o Options) (Writer, error) {
	if err := homes.checkAdded(o.columns()); err != nil {
		return nil, err
	}
	columns, place := parquet.Group{}, map[string]int{}
	add := func(name string, n parquet.Node) {
		place[name] = len(columns)
		columns[name] = parquet.Optional(parquet.Compressed(n, &parquet.Zstd))
	}
	for i, name := range homes.header {
		if name == "" || columns[name] != nil {
			return nil, &gevel.Error{
				Code: gevel.Invalid,
				Message: fmt.Sprintf("column %d of %s has no name of its own (%q), which Parquet needs",
					i+1, homes.name, name),
				Hint: "name it, or write CSV",
			}
		}
		add(name, parquet.String())
	}
	for _, added := range o.columns() {
		add(added.name, added.node)
	}
	fields := columns.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return place[a.Name()] - place[b.Name()] })
	return &parquetWriter{
		Writer: parquet.NewWriter(w, parquet.NewSchema("values", inOrder{columns, fields}),
			parquet.MaxRowsPerRowGroup(valuesRowGroup), parquet.CreatedBy("gevel", version, "")),
		carried: len(homes.header), added: o.columns(),
	}, nil
}

// inOrder is a group of columns in the order of fields; parquet.Group alone sorts
// them by name.
type inOrder struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the columns.
func (g inOrder) Fields() []parquet.Field { return g.fields }

// Write writes rows.
func (p *parquetWriter) Write(rows []Row) error {
	out := make([]parquet.Row, len(rows))
	for i := range rows {
		row := make(parquet.Row, 0, p.carried+len(p.added))
		add := func(v parquet.Value) {
			level := 1
			if v.IsNull() {
				level = 0
			}
			row = append(row, v.Level(0, level, len(row)))
		}
		for _, field := range rows[i].Fields {
			add(textOrNull(field))
		}
		for _, added := range p.added {
			add(added.of(&rows[i]))
		}
		out[i] = row
	}
	_, err := p.WriteRows(out)
	return err
}
