// Package parquetfile writes flat tables as Parquet files that describe themselves, and reads the files of others as
// text.
package parquetfile

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/crs"
)

// File is a flat table that is written column by column from plain slices, without building rows first.
type File struct {
	Table   string
	Format  string // version of its layout
	Notes   Notes
	Columns []Column
	Rows    int
}

// Column is one column. Get returns the value of a row; an optional column may have nulls.
type Column struct {
	Name     string
	Node     parquet.Node
	Optional bool
	Get      func(row int) parquet.Value
}

const (
	rowGroupRows = 1 << 18 // rows buffered at once
	valueBatch   = 1 << 12 // values passed to the writer at once
)

var codec = &zstd.Codec{Level: zstd.SpeedDefault}

// Write writes the file; the same table gives the same bytes. It stops when ctx ends. Errors name the column.
func (f File) Write(ctx context.Context, to io.Writer) error {
	// Parquet orders the leaves of a group by name.
	columns := slices.Clone(f.Columns)
	slices.SortFunc(columns, func(a, b Column) int { return cmp.Compare(a.Name, b.Name) })
	for i := 1; i < len(columns); i++ {
		if columns[i].Name == columns[i-1].Name {
			return fmt.Errorf("two columns are named %s", columns[i].Name)
		}
	}
	w := parquet.NewGenericWriter[any](to, f.options(columns)...)
	for start := 0; start < f.Rows; start += rowGroupRows {
		end := min(f.Rows, start+rowGroupRows)
		for i, cw := range w.ColumnWriters() {
			if err := ctx.Err(); err != nil {
				return err
			}
			gevel.Report(ctx, start*len(columns)+(end-start)*i, f.Rows*len(columns))
			if err := writeColumn(cw, i, columns[i], start, end); err != nil {
				return fmt.Errorf("column %s: %w", columns[i].Name, err)
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return w.Close()
}

// options are the schema and the notes; parquet sorts the notes.
func (f File) options(columns []Column) []parquet.WriterOption {
	group := parquet.Group{}
	for _, c := range columns {
		node := parquet.Compressed(c.Node, codec)
		if c.Optional {
			node = parquet.Optional(node)
		}
		group[c.Name] = node
	}
	options := []parquet.WriterOption{parquet.NewSchema(f.Table, group), parquet.CreatedBy("gevel", f.Format, "")}
	for key, value := range f.Notes {
		options = append(options, parquet.KeyValueMetadata(key, value))
	}
	return options
}

func writeColumn(w *parquet.ColumnWriter, index int, c Column, start, end int) error {
	values := make([]parquet.Value, 0, valueBatch)
	for row := start; row < end; row++ {
		v, level := c.Get(row), 0
		if c.Optional && !v.IsNull() {
			level = 1
		}
		values = append(values, v.Level(0, level, index))
		if len(values) == valueBatch || row == end-1 {
			if _, err := w.WriteRowValues(values); err != nil {
				return err
			}
			values = values[:0]
		}
	}
	return nil
}

// Notes are the key-value metadata of a file: row, what a row is; column.<name> and unit.<name>, the meaning
// and unit of a column; and any others.
type Notes map[string]string

// Column adds the description of a column, and its unit if it has one.
func (n Notes) Column(name, text, unit string) {
	if text != "" {
		n["column."+name] = text
	}
	if unit != "" {
		n["unit."+name] = unit
	}
}

// The columns of points by GeoParquet 1.1 (geoparquet.org): each point, and the box around it by which readers
// skip what lies elsewhere.
const (
	Geometry = "geometry"
	Box      = "bbox"
)

// BoxFields are the parts of a box.
var BoxFields = [...]string{"xmin", "ymin", "xmax", "ymax"}

// GeoKey is the key of the note that GeoNote writes.
const GeoKey = "geo"

// GeoNote describes the points of a file to its readers: their coordinate system and bounds.
func GeoNote(s crs.System, b crs.Bounds) (string, error) {
	type column struct {
		Encoding string                         `json:"encoding"`
		Types    []string                       `json:"geometry_types"`
		CRS      json.RawMessage                `json:"crs"`
		Edges    string                         `json:"edges"`
		Bounds   []float64                      `json:"bbox,omitempty"`
		Covering map[string]map[string][]string `json:"covering"`
	}
	points := column{
		Encoding: "WKB", Types: []string{"Point"}, CRS: s.PROJJSON, Edges: "planar",
		Covering: map[string]map[string][]string{Box: {}},
	}
	for _, field := range BoxFields {
		points.Covering[Box][field] = []string{Box, field}
	}
	if b.Any {
		points.Bounds = []float64{b.Low.X, b.Low.Y, b.High.X, b.High.Y}
	}
	text, err := json.Marshal(struct {
		Version string            `json:"version"`
		Primary string            `json:"primary_column"`
		Columns map[string]column `json:"columns"`
	}{"1.1.0", Geometry, map[string]column{Geometry: points}})
	return string(text), err
}

// Point returns a point as well-known binary.
func Point(p gevel.Point) []byte {
	const kindPoint = 1
	wkb := binary.LittleEndian.AppendUint32([]byte{1}, kindPoint)
	wkb = binary.LittleEndian.AppendUint64(wkb, math.Float64bits(p.X))
	return binary.LittleEndian.AppendUint64(wkb, math.Float64bits(p.Y))
}
