// Files of homes whose cells have types, GeoPackage and Parquet, read as the text of a table. They are what gevel
// writes, and what programs of maps and data frames save.

package bulk

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

// parquetMagic begins a Parquet file.
const parquetMagic = "PAR1"

// Columnar returns the table in a GeoPackage or a Parquet file as CSV, nil for a file of another kind.
func Columnar(ctx context.Context, f *os.File) (io.ReadCloser, error) {
	head := make([]byte, len(parquetMagic))
	if _, err := f.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if bytes.Equal(head, []byte(parquetMagic)) {
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

// flatColumn is a column of a Parquet file that holds one value a row.
type flatColumn struct {
	name  string
	leaf  int
	isDay bool
}

// writeParquet writes the flat columns of a Parquet file, without its geometries.
func writeParquet(w *csv.Writer, f *os.File) (err error) {
	defer func() {
		if p := recover(); p != nil { // the reader of damaged pages may panic
			err = gevel.Refusal("save it again", "the Parquet file is damaged: %v", p)
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return gevel.Refusal("save it again", "it is no readable Parquet file: %v", err)
	}
	columns := flatColumns(file.Schema())
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.name
	}
	if err := w.Write(header); err != nil {
		return err
	}
	for _, group := range file.RowGroups() {
		if err := writeGroup(w, group, columns); err != nil {
			return err
		}
	}
	return nil
}

func flatColumns(s *parquet.Schema) (list []flatColumn) {
	for leaf, path := range s.Columns() {
		found, ok := s.Lookup(path...)
		if !ok || len(path) != 1 || path[0] == parquetfile.Geometry || found.Node.Repeated() {
			continue
		}
		isDay := false
		if logical := found.Node.Type().LogicalType(); logical != nil {
			_, isDay = logical.Value.(*format.DateType)
		}
		list = append(list, flatColumn{path[0], leaf, isDay})
	}
	return list
}

func writeGroup(w *csv.Writer, group parquet.RowGroup, columns []flatColumn) error {
	rows := group.Rows()
	defer rows.Close()
	some, cells := make([]parquet.Row, batchRows), make([]string, len(columns))
	for {
		n, err := rows.ReadRows(some)
		for _, row := range some[:n] {
			for i, c := range columns {
				cells[i] = c.text(row)
			}
			if err := w.Write(cells); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return gevel.Refusal("save it again", "the Parquet file is damaged: %v", err)
		}
	}
}

// text returns the cell of a row.
func (c flatColumn) text(row parquet.Row) string {
	for _, v := range row {
		switch {
		case v.Column() != c.leaf:
		case v.IsNull():
			return ""
		case c.isDay:
			return (gevel.NewDate(1970, 1, 1) + gevel.Date(v.Int32())).String()
		case v.Kind() == parquet.Double:
			return strconv.FormatFloat(v.Double(), 'f', -1, 64)
		case v.Kind() == parquet.Float:
			return strconv.FormatFloat(float64(v.Float()), 'f', -1, 32)
		case v.Kind() == parquet.ByteArray:
			return string(v.ByteArray())
		default:
			return fmt.Sprint(v)
		}
	}
	return ""
}
