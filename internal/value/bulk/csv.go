// Values as CSV.

package bulk

import (
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/file/csvfile"
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
