package building3d

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// table says where the rows of a CSV have what.
type table struct {
	comma   byte
	width   int
	columns [columns]int // places in a row, -1 for none
}

// openTable reads the header of a CSV, which is its first line.
func openTable(text *textfile.File) (*table, error) {
	start, err := text.Peek(textfile.ReadAhead)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, textfile.Named(err)
	}
	header, _, ended := bytes.Cut(start, []byte{'\n'})
	if !ended && err == nil {
		return nil, gevel.Refusal(give, "the header is longer than %d bytes", textfile.ReadAhead)
	}
	if len(bytes.TrimSpace(header)) == 0 {
		return nil, gevel.Refusal(give, "the file does not begin with a header")
	}
	t := newTable(string(bytes.TrimRight(header, "\r")))
	if err := requireColumns(t.has); err != nil {
		if other := otherText(string(start)); other != nil {
			return nil, other
		}
		return nil, err
	}
	_, err = text.Discard(min(len(header)+1, len(start)))
	return t, err
}

func newTable(header string) *table {
	t := &table{comma: byte(textfile.Delimiter(header))}
	names, _ := textfile.Fields([]byte(header), t.comma, nil)
	t.width = len(names)
	for c := range t.columns {
		plain := filekind.PlainColumn(columnNames[c])
		t.columns[c] = slices.IndexFunc(names, func(name []byte) bool { return filekind.PlainColumn(name) == plain })
	}
	return t
}

func (t *table) has(c column) bool { return t.columns[c] >= 0 }

// requireColumns returns an error unless there is the id, and something to read of buildings.
func requireColumns(has func(column) bool) error {
	said := false
	for c := columnVolume; c <= columnPartyWalls; c++ {
		said = said || has(c)
	}
	switch {
	case !has(columnID):
		return gevel.Refusal(give, "there is no column %s", columnNames[columnID])
	case !said:
		return gevel.Refusal(give, "there is none of the columns %s",
			strings.Join(columnNames[columnVolume:columnPartyWalls+1], ", "))
	}
	return nil
}

// parse makes buildings of the rows of a stretch.
func (t *table) parse(p *parser, s *stretch) {
	var fields [][]byte
	s.eachLine(func(line []byte, number int) {
		var open bool
		if fields, open = textfile.Fields(line, t.comma, fields); len(fields) != t.width {
			what := fmt.Sprintf("%d fields instead of %d", len(fields), t.width)
			if open {
				what += ", with a quote left open"
			}
			p.reject(&s.parsed, number, ReasonMalformedRow, what)
			return
		}
		var v values
		for c, at := range t.columns {
			if at >= 0 {
				v[c] = bytes.TrimSpace(fields[at])
			}
		}
		p.add(&s.parsed, &v, number)
	})
}

// layerName is the layer of a GeoPackage of 3DBAG in which whole buildings are.
const layerName = "pand"

// rowsPerPart is after how many rows of a GeoPackage what was found is used.
const rowsPerPart = 1 << 14

// readDatabase reads a GeoPackage.
func (r *reader) readDatabase(ctx context.Context, path string) error {
	file, err := geopackage.Open(ctx, path)
	if err != nil {
		return err
	}
	defer file.Close()
	if kind := filekind.OfLayers(file.Names()); kind != (filekind.Kind{}) && kind != filekind.Buildings {
		return kind.Refuse(Key, give)
	}
	of := file.Layer(layerName)
	if of == nil {
		return gevel.Refusal(give, "the GeoPackage has no layer %s, but %s", layerName,
			spelling.Quote([]byte(strings.Join(file.Names(), ", "))))
	}
	layer := *of
	layer.Geometry = "" // the outlines are not read
	names := make([]string, columns)
	for c := range names {
		names[c] = layer.Column(columnNames[c])
	}
	if err := requireColumns(func(c column) bool { return names[c] != "" }); err != nil {
		return err
	}
	r.parser.row = "row"
	part := r.parsed()
	flush := func(rows int) {
		r.add(&part)
		part = r.parsed()
		if r.Progress != nil && layer.About > 0 {
			r.Progress(min(file.Size, file.Size*int64(rows)/int64(layer.About)), file.Size)
		}
	}
	rows := 0
	err = file.Each(ctx, &layer, names, func(row *geopackage.Row) error {
		var v values
		for c := range v {
			if !row.IsNull(c) {
				v[c] = []byte(strings.TrimSpace(row.Text(c)))
			}
		}
		r.parser.add(&part, &v, row.Number)
		if rows = row.Number; rows%rowsPerPart == 0 {
			flush(rows)
		}
		return nil
	})
	flush(rows)
	return err
}
