package building3d

import (
	"context"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/spelling"
)

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
		return gevel.Refusal(give, "the GeoPackage has no layer %s, but %s", layerName, spelling.Quote([]byte(strings.Join(file.Names(), ", "))))
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
