// Package pagedata answers what the page asks beyond the five endpoints: below /page, a file an endpoint.
package pagedata

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// Base is the path below which the page asks.
const Base = "/page"

const (
	// version is the version of the page's interface; see endpoints.Version.
	version = "0.1.0"
)

const overview = `
What the page at / asks beyond the five endpoints of /v1: search, explanation, comparables, index, accuracy and report.
The same keys, limits, envelope and errors; a key needs the scope valuation. It is described so that others can use it
too, and it changes with the page: build on /v1 where that answers your question.
`

var tags = []frame.Tag{
	{Name: string(gevel.ScopeValuation), Description: "For keys with the scope valuation."},
}

// Page answers what the page asks.
type Page struct {
	values     *endpoints.Values
	photos     *endpoints.Photos
	downloads  *admission.Places
	background Underlay
	file       mapFile
	program    string // its version
}

// Options are what Page answers from.
type Options struct {
	Values     *endpoints.Values
	Photos     *endpoints.Photos
	Downloads  *admission.Places
	Background Underlay // under the map
	Program    string   // the version of the program
}

// New returns the answers to the page.
func New(o Options) *Page {
	return &Page{o.Values, o.Photos, o.Downloads, o.Background, mapFile{path: o.Background.File}, o.Program}
}

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
			Path: "/edition", OperationID: "getEdition", Scope: gevel.ScopeValuation, Input: "EditionInput",
			Summary:     "What answers: the edition, its days, its characteristics",
			Doc:         "The edition in use, between which days it values, and the characteristics that a caller may give.",
			Data:        pageEdition{},
			MetaDoc:     "Always null.",
			NotFoundDoc: frame.NotFoundOf(gevel.NotFound),
			Handler:     frame.Handle(languageTable(), p.edition),
		},
		{
			Path: "/search", OperationID: "getSearch", Scope: gevel.ScopeValuation, Input: "SearchInput",
			Summary: "Addresses as people type them",
			Doc: "The addresses that a text may mean, what is spelled out before what is only begun, then by street, city and " +
				"number. Without a number it is one address of each street, unless there are fewer streets than asked for. " +
				"An address that is no home is found by its number, so that its refusal can be seen.",
			Data:        pageSearch{},
			MetaDoc:     "Always null.",
			NotFoundDoc: frame.NotFoundOf(gevel.NotFound),
			Handler:     frame.Handle(searchTable(), p.search),
		},
		{
			Path: "/explanation", OperationID: "getExplanation", Scope: gevel.ScopeValuation, Input: "ExplainedHomeInput",
			Summary: "A valuation, and why it is what it is",
			Doc: "The valuation of /v1/homevalue with what led to it: steps that add up to the euro, the sales that it rests on, " +
				"and what makes it sure or unsure, in the reader's language.",
			Data:        present.Why{},
			MetaDoc:     endpoints.ValuationMetaDoc,
			NotFoundDoc: endpoints.ValuationNotFound,
			Handler:     frame.Handle(homeTable(table), p.explanation),
		},
		{
			Path: "/comparables", OperationID: "getComparables", Scope: gevel.ScopeValuation, Input: "ExplainedHomeInput",
			Summary: "The comparables, adjusted step by step",
			Doc: "The comparable sales of /page/explanation, those with the most weight first, each with the differences that its " +
				"price is adjusted for, which add up to the euro.",
			Data:        pageComparables{},
			MetaDoc:     "Always null.",
			NotFoundDoc: endpoints.ValuationNotFound,
			Handler:     frame.Handle(homeTable(table), p.comparables),
		},
		{
			Path: "/index", OperationID: "getIndex", Scope: gevel.ScopeValuation, Input: "ExplainedHomeInput",
			Summary: "How the market moved",
			Doc: "The price index of the home's area and house type, beside the indexes of its municipality and the whole market, by " +
				"month up to the valuation date; with the home's own sales and the references. Nothing that became known on or " +
				"after the valuation date is in it.",
			Data:        pageIndex{},
			MetaDoc:     "Always null.",
			NotFoundDoc: endpoints.ValuationNotFound,
			Handler:     frame.Handle(homeTable(table), p.index),
		},
		{
			Path: AccuracyPath, OperationID: "getAccuracy", Scope: gevel.ScopeValuation, Input: "AccuracyInput",
			Summary: "How good values are",
			Doc: "The record of the model that answers on the valuation date: how it and the models before it did on sales that they " +
				"had not seen, each valued on its own day with what was known then; in all, by part, and near a home where one is " +
				"asked about. Where sales are too few there are no figures, and a reason. A browser that asks for text/html without " +
				"a key gets the page instead.",
			Data:        pageAccuracy{},
			MetaDoc:     "Always null.",
			NotFoundDoc: frame.NotFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential),
			Handler:     frame.Handle(accuracyTable(table), p.accuracy),
		},
		p.tilesEndpoint(),
		{
			Path: "/building", OperationID: "getBuilding", Scope: gevel.ScopeValuation, Input: "PositionInput",
			Summary: "The homes of a building",
			Doc: "The building whose footprint holds a position, with its homes by address. 404 where no building stood there on the " +
				"valuation date.",
			Data:        pageBuilding{},
			MetaDoc:     "Always null.",
			NotFoundDoc: frame.NotFoundOf(gevel.NotFound),
			Handler:     frame.Handle(positionTable(), p.building),
		},
		p.backgroundEndpoint(),
		{
			Path: "/report", OperationID: "getReport", Scope: gevel.ScopeValuation, Input: "ReportInput",
			Summary: "The property report",
			Doc: "Client and purpose, value, band, reasons, references with their adjustments, photos, map, market, accuracy, " +
				"standards, sources and method, as one HTML file for A4 that needs no network. gevel value --report writes the same.",
			Media:       htmlMedia,
			NotFoundDoc: endpoints.ValuationNotFound,
			Handler:     frame.Handle(reportTable(table), p.report),
		},
	}
}

// languageInput is the language of the reader.
type languageInput struct{ language words.Language }

// HomeInput is a home, with the language of the reader.
type homeInput struct {
	home endpoints.HomeInput
	languageInput
}

// languageTable are the rows of a languageInput.
func languageTable() []param.Row[languageInput] {
	return languageRows(func(in *languageInput) *words.Language { return &in.language })
}

// HomeTable are the rows of a HomeInput, with the characteristics of a table.
func homeTable(table gevel.Attributes) []param.Row[homeInput] {
	return slices.Concat(
		within(endpoints.HomeTable(table), func(in *homeInput) *endpoints.HomeInput { return &in.home }),
		languageRows(func(in *homeInput) *words.Language { return &in.language }),
	)
}

var languages = &param.Enumeration{Values: words.Languages()}

// languageRows say in which language an answer speaks, in any input that has one.
func languageRows[In any](language func(*In) *words.Language) []param.Row[In] {
	return []param.Row[In]{{Param: param.Param{
		Name: "language", Kind: param.Text, Enum: languages, Fallback: english,
		Doc: "The language of names and sentences: en (the default) or nl.",
	}, Set: func(in *In, v param.Value) (err error) {
		*language(in), err = words.Parse(v.Spelled)
		return err
	}}}
}

func english(param.Limits) param.Value {
	return param.Value{Known: true, Spelled: string(words.English)}
}

// within returns the rows of an input for one that has it as a part.
func within[Outer, Inner any](rows []param.Row[Inner], part func(*Outer) *Inner) []param.Row[Outer] {
	list := make([]param.Row[Outer], len(rows))
	for i, r := range rows {
		list[i] = param.Row[Outer]{Param: r.Param, Set: func(in *Outer, v param.Value) error { return r.Set(part(in), v) }}
	}
	return list
}
