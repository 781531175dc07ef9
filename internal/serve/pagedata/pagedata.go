// Package pagedata answers what the page asks beyond the endpoints of /v1: below /page.
package pagedata

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/tile"
)

// Base is the path below which the page asks.
const Base = "/page"

const (
	// version is the version of the page's interface; see endpoints.Version.
	version = "0.1.0"
)

const overview = `
What the page at / asks beyond the endpoints of /v1: index, accuracy, map, report and worksheet.
The same keys, limits, envelope and errors; a key needs the scope valuation. It is described so that others can use it
too, and it changes with the page: build on /v1 where that answers your question.
`

var tags = []frame.Tag{
	{Name: string(gevel.ScopeValuation), Description: "For keys with the scope valuation."},
}

// Page answers what the page asks.
type Page struct {
	Options
	file mapFile
}

// Options are what Page answers from.
type Options struct {
	Values     *endpoints.Values
	Photos     *endpoints.Photos
	Background Underlay // under the map
	Program    string   // the version of the program
	Sales      tile.Sales
}

// New returns the answers to the page.
func New(o Options) *Page { return &Page{o, mapFile{path: o.Background.File}} }

// Surface returns what the page asks, with the characteristics of a table for parameters.
func (p *Page) Surface(table gevel.Attributes) frame.Surface {
	return frame.NewSurface(frame.Surface{
		Base: Base, Title: "gevel: the page", Version: version, Overview: overview, Tags: tags,
		Endpoints: p.endpoints(table),
	})
}

// endpoints returns the endpoints. One that answers bytes has a media type instead of data,
// and segments of its path are rows with inPath.
func (p *Page) endpoints(table gevel.Attributes) []frame.Endpoint {
	return []frame.Endpoint{
		{
			Path: "/edition", OperationID: "getEdition", Input: "EditionInput",
			Summary: "What answers: the edition, its days, its characteristics",
			Doc:     "The edition in use, between which days it values, and the characteristics that a caller may give.",
			Data:    pageEdition{},
			Handler: frame.Handle(endpoints.LanguageTable(), p.edition),
		},
		{
			Path: "/index", OperationID: "getIndex", Input: "ExplainedHomeInput",
			Summary: "How the market moved",
			Doc: "The price index of the home's area, house type and price tier, beside the indexes of its municipality and the whole market, by " +
				"month up to the valuation date. Nothing that became known on or after the valuation date is in it.",
			Data:        pageIndex{},
			NotFoundDoc: endpoints.ValuationNotFound,
			Handler:     frame.Handle(endpoints.ExplainedTable(table), p.index),
		},
		{
			Path: AccuracyPath, OperationID: "getAccuracy", Input: "AccuracyInput",
			Summary: "How good values are",
			Doc: "The record of the model that answers on the valuation date: how it and the models before it did on sales that they " +
				"had not seen, each valued on its own day with what was known then; in all, by part, and near a home where one is " +
				"asked about. Where sales are too few there are no figures, and a reason. A browser that asks for text/html without " +
				"a key gets the page instead.",
			Data:        pageAccuracy{},
			NotFoundDoc: frame.NotFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential),
			Handler:     frame.Handle(param.Optional(endpoints.ExplainedTable(table)), p.accuracy),
		},
		p.tilesEndpoint(),
		{
			Path: "/building", OperationID: "getBuilding", Input: "PositionInput",
			Summary: "The homes of a building",
			Doc: "The building whose footprint holds a position, with its homes by address. 404 where no building stood there on the " +
				"valuation date.",
			Data:    pageBuilding{},
			Handler: frame.Handle(positionTable(), p.building),
		},
		p.backgroundEndpoint(),
		{
			Path: "/report", OperationID: "getReport", Input: "ReportInput",
			Summary: "The property report",
			Doc: "Client and purpose, value, band, reasons, references with their adjustments, photos, map, market, accuracy, " +
				"standards, sources and method, as one HTML file for A4 that needs no network. gevel value --report writes the same.",
			Media:       htmlMedia,
			NotFoundDoc: endpoints.ValuationNotFound,
			Handler:     frame.Handle(reportTable(table), p.report),
		},
		p.worksheetEndpoint(table), p.worksheetReportEndpoint(table),
	}
}

// What the page's answers need of an edition beside its values.

type ofEdition struct {
	tiles      *tile.Maker
	accuracies *accuracy.Book
	desk       *propertyreport.Desk
	bounds     func() *[4]float64 // of the map
	examples   func() []endpoints.FoundHome
}

var derived = live.NewPerEdition(func(l *live.Live) *ofEdition {
	accuracies := accuracy.NewBook(l.Edition)
	return &ofEdition{
		tiles: tile.New(l.Valuer), accuracies: accuracies,
		desk:     propertyreport.NewDesk(l.Valuer, endpoints.Explainer(l), accuracies),
		bounds:   sync.OnceValue(func() *[4]float64 { return boundsOf(l.Edition.Sales().At) }),
		examples: sync.OnceValue(func() []endpoints.FoundHome { return examplesOf(l) }),
	}
})

func derivedOf(c frame.Call) *ofEdition { return derived.Of(c.Live) }

// Tiles returns what draws the map of an edition, and finds what lies where.
func Tiles(l *live.Live) *tile.Maker { return derived.Of(l).tiles }

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
