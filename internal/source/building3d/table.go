package building3d

import (
	"context"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// rowsPerPart is after how many rows of a table what was found is used.
const rowsPerPart = 1 << 12

// part is some rows of a table, and what they hold.
type part struct {
	rows []table.Row
	done int64
	parsed
}

// readTable reads a table with a row a building.
func (r *reader) readTable(ctx context.Context, t *table.Table) error {
	places, err := placesOf(t.Names())
	if err != nil {
		start, _ := t.Missed()
		if other := otherText(start); other != nil {
			return other
		}
		return err
	}
	_, size := t.Progress()
	return pipeline.Stages[*part]{
		Read: func(_ context.Context, hand func(*part) error) error {
			return t.Parts(rowsPerPart, func(rows []table.Row) error {
				done, _ := t.Progress()
				return hand(&part{rows: rows, done: done, parsed: r.parsed()})
			})
		},
		Work: func(_ context.Context, p *part) error {
			for _, row := range p.rows {
				r.parser.addRow(&p.parsed, places, row)
			}
			return nil
		},
		Write: func(p *part) error {
			r.add(&p.parsed)
			if r.Progress != nil {
				r.Progress(p.done, size)
			}
			return nil
		},
	}.Run(ctx)
}

// placesOf returns where the columns are, -1 for none. Error: a needed one lacks.
func placesOf(names []string) (places [columns]int, err error) {
	for c := range places {
		plain := filekind.PlainColumn(columnNames[c])
		places[c] = slices.IndexFunc(names, func(name string) bool { return filekind.PlainColumn(name) == plain })
	}
	return places, requireColumns(func(c column) bool { return places[c] >= 0 })
}

func isHeader(names []string) bool {
	_, err := placesOf(names)
	return err == nil
}

// addRow makes a building of a row.
func (p *parser) addRow(to *parsed, places [columns]int, row table.Row) {
	if row.Fault != "" {
		p.reject(to, row.Line, ReasonMalformedRow, row.Fault)
		return
	}
	var v values
	for c, at := range places {
		if at >= 0 {
			v[c] = []byte(spelling.Cell(row.Fields[at]))
		}
	}
	p.add(to, &v, row.Line)
}

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

// layerName is the layer of a GeoPackage of 3DBAG in which whole buildings are.
const layerName = "pand"

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
