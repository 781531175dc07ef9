package pagedata

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/tile"
)

// GET /page/tiles/{z}/{x}/{y}: the map.

// tileInput is a tile of a valuation date.
type tileInput struct {
	tile.Address
	day gevel.Date
}

func (p *Page) tilesEndpoint() frame.Endpoint {
	return frame.Endpoint{
		Path: "/tiles/{z}/{x}/{y}", OperationID: "getTile", Input: "TileInput",
		Summary: "A tile of the map",
		Doc: "A Mapbox vector tile (version 2, gzip where the caller takes it, Web Mercator). It holds nothing that became known on or " +
			"after the valuation date. Layers: areas (up to zoom 13: the areas of the price index; change is the change of the index " +
			"over the year before, a fraction, left out where no sale became known in it; name), buildings (from zoom 14: " +
			"footprints; year, type and homes), sales (from zoom 12, where the service publishes them: " +
			"price, date, type and from zoom 15 label and surface, m2; up to zoom 14 of the last years only), homes (zoom 16: bagId, label), " +
			"names (name and homes: cities as points, from zoom 15 streets as lines through the homes of a stretch). " +
			"204 where there is nothing. An answer has an ETag and may be kept; it costs a request to ask whether it still holds.",
		Media: tile.Media, MayBeEmpty: true,
		Handler: frame.Handle(tileTable(), p.tile),
	}
}

// tileTable are the rows of a tileInput.
func tileTable() []param.Row[tileInput] {
	return []param.Row[tileInput]{
		tileRow("z", tile.MaxZoom, "Zoom level.", func(in *tileInput) *int { return &in.Z }),
		tileRow("x", 1<<tile.MaxZoom-1, "Column, from west.", func(in *tileInput) *int { return &in.X }),
		tileRow("y", 1<<tile.MaxZoom-1, "Row, from north.", func(in *tileInput) *int { return &in.Y }),
		endpoints.DateRow(dayDoc, func(in *tileInput) *gevel.Date { return &in.day }),
	}
}

const dayDoc = "The day that the map is of; the default is today in Europe/Amsterdam."

func tileRow(name string, most int, doc string, field func(*tileInput) *int) param.Row[tileInput] {
	least := 0
	if name == "z" {
		least = tile.MinZoom
	}
	return param.Row[tileInput]{
		Param: param.Param{Name: name, Kind: param.Integer, Required: true, InPath: true, Min: least, Max: most, Doc: doc},
		Set: func(in *tileInput, v param.Value) error {
			*field(in) = v.Number
			return nil
		},
	}
}

func (p *Page) tile(c frame.Call, in tileInput) (frame.Answer, error) {
	if err := in.check(); err != nil {
		return frame.Answer{}, err
	}
	body := derivedOf(c).tiles.Tile(in.Address, in.day, p.Sales)
	if frame.EncodingOf(c.Header, frame.EncodingGzip) != "" || len(body) == 0 {
		return frame.Answer{Content: &frame.Content{Media: tile.Media, Body: body, Encoding: frame.EncodingGzip}}, nil
	}
	plain, err := gunzip(body)
	return frame.Answer{Content: &frame.Content{Media: tile.Media, Body: plain}}, err
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
	return param.Invalid(wrong)
}

func gunzip(body []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// GET /page/building: the homes of a building.

type positionInput struct {
	lat, lon float64
	day      gevel.Date
}

type pageBuilding struct {
	BuildYear *int                  `json:"buildYear"`
	Homes     []endpoints.FoundHome `json:"homes" doc:"by street, number and addition"`
}

// positionTable are the rows of a positionInput.
func positionTable() []param.Row[positionInput] {
	return []param.Row[positionInput]{
		degreeRow("lat", "Latitude, degrees WGS84.", 52.0705, func(in *positionInput) *float64 { return &in.lat }),
		degreeRow("lon", "Longitude, degrees WGS84.", 4.3007, func(in *positionInput) *float64 { return &in.lon }),
		endpoints.DateRow(dayDoc, func(in *positionInput) *gevel.Date { return &in.day }),
	}
}

var degrees = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,15})?$`)

func degreeRow(name, doc string, example float64, field func(*positionInput) *float64) param.Row[positionInput] {
	return param.Row[positionInput]{Param: param.Param{
		Name: name, Kind: param.Text, Required: true, Pattern: degrees, Form: "a number of degrees such as 52.0705", Doc: doc,
		Example: func(param.ExampleHome) any { return strconv.FormatFloat(example, 'f', -1, 64) },
	}, Set: func(in *positionInput, v param.Value) (err error) {
		*field(in), err = strconv.ParseFloat(v.Spelled, 64)
		return err
	}}
}

func (p *Page) building(c frame.Call, in positionInput) (frame.Answer, error) {
	at := geo.FromWGS84(in.lat, in.lon)
	none := &gevel.Error{Code: gevel.NotFound, Message: fmt.Sprintf("no building stood at %g, %g on %s", in.lat, in.lon, in.day)}
	if !geo.InNetherlands(at) || c.Live.Edition.Buildings() == nil {
		return frame.Answer{}, none
	}
	found, ok := derivedOf(c).tiles.BuildingAt(at, in.day)
	if !ok {
		return frame.Answer{}, none
	}
	data := pageBuilding{Homes: make([]endpoints.FoundHome, len(found.Homes))}
	if found.Year > 0 {
		data.BuildYear = &found.Year
	}
	for i, a := range found.Homes {
		data.Homes[i] = endpoints.NewFoundHome(c.Live, a)
	}
	return frame.Answer{Data: data}, nil
}
