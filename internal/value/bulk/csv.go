// Values as CSV.

package bulk

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// csvWriter writes CSV with the separator of the file of homes.
type csvWriter struct {
	*csv.Writer
	added []addedColumn
}

// NewCSV writes the values of a file of homes as CSV, with the file's own separator.
func NewCSV(w io.Writer, homes *File, o Options) (Writer, error) {
	c := csvWriter{csv.NewWriter(w), o.columns()}
	if err := homes.checkAdded(c.added); err != nil {
		return nil, err
	}
	c.Comma = homes.comma
	header := slices.Clone(homes.header)
	for _, added := range c.added {
		header = append(header, added.name)
	}
	return c, c.Writer.Write(header)
}

// Write writes rows.
func (c csvWriter) Write(rows []Row) error {
	for i := range rows {
		record := rows[i].Fields
		for _, added := range c.added {
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
