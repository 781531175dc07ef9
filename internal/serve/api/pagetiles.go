package api

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/tile"
)

// GET /page/tiles/{z}/{x}/{y}: the map.

// tileInput is a tile of a valuation date.
type tileInput struct {
	tile.Address
	day gevel.Date
}

func (p *PageAnswers) tilesEndpoint() endpoint {
	return endpoint{
		path: "/tiles/{z}/{x}/{y}", operationID: "getTile", scope: gevel.ScopeValuation, input: "TileInput",
		summary: "A tile of the map",
		doc: "A Mapbox vector tile (version 2, gzip where the caller takes it, Web Mercator). It holds nothing that became known on or " +
			"after the valuation date. Layers: areas (up to zoom 13: the areas of the price index; change is that of the index " +
			"over the year before, a fraction, left out where no sale became known in it; name), buildings (from zoom 14: footprints; year, type and homes), sales (from zoom 12: " +
			"price, date, type and from zoom 15 label; up to zoom 14 of the last years only), homes (zoom 16: bagId, label). " +
			"204 where there is nothing. An answer has an ETag and may be kept; it costs a request to ask whether it still holds.",
		media: tile.Media, mayBeEmpty: true, lasting: true, metaDoc: "Always null.", notFoundDoc: notFoundOf(gevel.NotFound),
		handler: handle(tileTable(), p.tile),
	}
}

// tileTable are the rows of a tileInput.
func tileTable() []row[tileInput] {
	return []row[tileInput]{
		tileRow("z", tile.MaxZoom, "Zoom level.", func(in *tileInput) *int { return &in.Z }),
		tileRow("x", 1<<tile.MaxZoom-1, "Column, from west.", func(in *tileInput) *int { return &in.X }),
		tileRow("y", 1<<tile.MaxZoom-1, "Row, from north.", func(in *tileInput) *int { return &in.Y }),
		{param{
			name: "valuationDate", kind: day, bounds: valuationDateBounds, fallback: valuationToday,
			doc: "The day that the map is of; the default is today in Europe/Amsterdam.",
		}, func(in *tileInput, v value) error {
			in.day = gevel.Date(v.number)
			return nil
		}},
	}
}

func tileRow(name string, most int, doc string, field func(*tileInput) *int) row[tileInput] {
	least := 0
	if name == "z" {
		least = tile.MinZoom
	}
	return row[tileInput]{
		param{name: name, kind: integer, required: true, inPath: true, min: least, max: most, doc: doc},
		func(in *tileInput, v value) error {
			*field(in) = v.number
			return nil
		},
	}
}

func (p *PageAnswers) tile(c call, in tileInput) (answer, error) {
	if err := in.check(); err != nil {
		return answer{}, err
	}
	body, err := derivedOf(c).tiles.Tile(in.Address, in.day)
	if err != nil {
		return answer{}, err
	}
	out := &content{media: tile.Media, body: body, encoding: encodingGzip}
	if encodingOf(c.header, encodingGzip) == "" && len(body) > 0 {
		out.encoding = ""
		out.body, err = gunzip(body)
	}
	return answer{content: out}, err
}

// check refuses a column or row that the zoom level does not have.
func (in tileInput) check() error {
	var wrong []gevel.Detail
	most := 1<<in.Z - 1
	for _, axis := range []struct {
		name string
		at   int
	}{{"x", in.X}, {"y", in.Y}} {
		if axis.at > most {
			wrong = append(wrong, gevel.Detail{
				Reason: axis.name, Message: fmt.Sprintf("%s is from 0 to %d at zoom %d, not %d", axis.name, most, in.Z, axis.at),
			})
		}
	}
	return invalid(wrong)
}

func gunzip(body []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
