// Package pagedata answers what the page asks beyond the endpoints of /v1: below /page.
package pagedata

import (
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
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
			Doc: "The price index of the home's area and house type, beside the indexes of its municipality and the whole market, by " +
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
