// Files of values: as CSV, and as a GeoPackage.

package bulk

import (
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// csvWriter writes CSV in the form of the file of homes.
type csvWriter struct {
	*csvfile.Writer
	homes *File
	added []addedColumn
}

// NewCSV writes the values of a file of homes as CSV, in the file's own form.
func NewCSV(w io.Writer, homes *File, o Options) (Writer, error) {
	form := homes.form
	if o.Raw {
		form = form.ForPrograms()
	}
	c := csvWriter{csvfile.NewWriter(w, form), homes, o.columns()}
	if err := homes.checkAdded(c.added); err != nil {
		return nil, err
	}
	header := homes.written.carried(homes.header)
	for _, added := range c.added {
		header = append(header, added.name)
	}
	return c, c.Writer.Write(header)
}

// Write writes rows.
func (c csvWriter) Write(rows []Row) error {
	for i := range rows {
		record := c.homes.written.carried(rows[i].Fields)
		for _, added := range c.added {
			record = append(record, c.text(shown(added.node, added.of(&rows[i]))))
		}
		if err := c.Writer.Write(record); err != nil {
			return err
		}
	}
	return c.Close()
}

// Close writes what is buffered.
func (c csvWriter) Close() error { return c.Flush() }

func (c csvWriter) text(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Double:
		return c.Number(v.Double())
	}
	return v.String()
}

// Values as a GeoPackage: a layer of points with the columns of CSV.

// valuesLayer is the name of the layer.
const valuesLayer = "values"

// geoPackageWriter writes a GeoPackage.
type geoPackageWriter struct {
	*geopackage.Writer
	layer *geopackage.LayerWriter
	homes *File
	added []addedColumn
	at    positions
	cells []any
}

// NewGeoPackage writes the values of a file of homes as a GeoPackage at a path, where there is an empty file or none.
// Error: gevel.Invalid when a column has no name of its own.
func NewGeoPackage(path string, homes *File, o Options) (Writer, error) {
	header, err := homes.ownNames(o.columns(), "GeoPackage", "fid", "geom")
	if err != nil {
		return nil, err
	}
	columns := make([]string, 0, len(header))
	for _, name := range header {
		columns = append(columns, geopackage.Column(name, "TEXT"))
	}
	for _, added := range o.columns() {
		columns = append(columns, geopackage.Column(added.name, sqlType(added.node)))
	}
	w, err := geopackage.Create(path)
	if err != nil {
		return nil, err
	}
	g := &geoPackageWriter{Writer: w, homes: homes, added: o.columns(), at: o.positions()}
	w.System, w.Changed = g.at.system.EPSG, o.Today
	if g.layer, err = w.Layer(valuesLayer, "POINT", columns...); err != nil {
		w.Discard()
		return nil, err
	}
	return g, nil
}

func sqlType(n parquet.Node) string {
	if isDays(n) {
		return "DATE"
	}
	switch n.Type().Kind() {
	case parquet.Int32, parquet.Int64:
		return "INTEGER"
	case parquet.Double:
		return "REAL"
	}
	return "TEXT"
}

// Write writes rows.
func (g *geoPackageWriter) Write(rows []Row) error {
	for i := range rows {
		if err := g.write(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (g *geoPackageWriter) write(r *Row) error {
	g.cells = g.cells[:0]
	for _, field := range g.homes.written.carried(r.Fields) {
		g.cells = append(g.cells, cellOf(TextOrNull(field)))
	}
	for _, added := range g.added {
		g.cells = append(g.cells, cellOf(shown(added.node, added.of(r))))
	}
	if at, known := g.at.of(r); known {
		return g.layer.AddPoint(at, g.cells...)
	}
	return g.layer.Add(nil, g.cells...)
}

func cellOf(v parquet.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Int32, v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Double:
		return v.Double()
	}
	return v.String()
}
