// Files of homes whose cells have types, GeoPackage and Parquet, read as the text of a table. They are what gevel
// writes, and what programs of maps and data frames save.

package bulk

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

// Columnar returns the table in a GeoPackage or a Parquet file as CSV, nil for a file of another kind.
func Columnar(ctx context.Context, f *os.File) (io.ReadCloser, error) {
	head := make([]byte, len(parquetfile.Magic))
	if _, err := f.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if bytes.Equal(head, []byte(parquetfile.Magic)) {
		return asText(func(w *csv.Writer) error { return writeParquet(w, f) }), nil
	}
	if is, err := geopackage.IsSQLite(ctx, f.Name()); err != nil || !is {
		return nil, err
	}
	layers, err := geopackage.Open(ctx, f.Name())
	if err != nil {
		return nil, err
	}
	if len(layers.Layers) == 0 {
		return nil, errors.Join(gevel.Refusal("", "the GeoPackage has no layer"), layers.Close())
	}
	return asText(func(w *csv.Writer) error {
		err := writeLayer(ctx, w, layers)
		return errors.Join(err, layers.Close())
	}), nil
}

// asText returns what write writes, while it is read.
func asText(write func(*csv.Writer) error) io.ReadCloser {
	read, into := io.Pipe()
	go func() {
		w := csv.NewWriter(into)
		err := write(w)
		w.Flush()
		into.CloseWithError(errors.Join(err, w.Error()))
	}()
	return read
}

// writeLayer writes the first layer, without its geometries and numbers of rows.
func writeLayer(ctx context.Context, w *csv.Writer, f *geopackage.File) error {
	layer := &f.Layers[0]
	var columns []string
	for _, name := range layer.Columns {
		if name != layer.Geometry && !strings.EqualFold(name, "fid") {
			columns = append(columns, name)
		}
	}
	if err := w.Write(columns); err != nil {
		return err
	}
	cells := make([]string, len(columns))
	return f.Each(ctx, layer, columns, func(r *geopackage.Row) error {
		for i := range cells {
			cells[i] = r.Text(i)
		}
		return w.Write(cells)
	})
}

// writeParquet writes the flat columns of a Parquet file, without its geometries.
func writeParquet(w *csv.Writer, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	rows, err := parquetfile.OpenRows(f, info.Size(), longestLine)
	if err != nil {
		return err
	}
	for cells := rows.Names(); err == nil; cells, err = rows.Read() {
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
