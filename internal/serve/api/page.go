package api

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// The surface of the page: what it asks beyond the five endpoints. Gate, quota, rate, shedding,
// parameters, envelope and errors are theirs.

const (
	pageBase = "/page"

	// pageVersion is the version of what the page asks; see Version.
	pageVersion = "0.1.0"
)

const pageOverview = `
What the page at / asks beyond the five endpoints of /v1: search, explanation, comparables, index, accuracy and report.
The same keys, limits, envelope and errors; a key needs the scope valuation. It is described so that others can use it
too, and it changes with the page: build on /v1 where that answers your question.
`

var pageTags = []Tag{
	{string(gevel.ScopeValuation), "For keys with the scope valuation."},
}

// PageAnswers answers what the page asks.
type PageAnswers struct {
	values     *Values
	photos     *Photos
	downloads  *Places
	background Underlay
	file       mapFile
	program    string // its version
}

// PageOptions are what PageAnswers answers from.
type PageOptions struct {
	Values     *Values
	Photos     *Photos
	Downloads  *Places
	Background Underlay // under the map
	Program    string   // the version of the program
}

// NewPageAnswers returns the answers to the page.
func NewPageAnswers(o PageOptions) *PageAnswers {
	return &PageAnswers{o.Values, o.Photos, o.Downloads, o.Background, mapFile{path: o.Background.File}, o.Program}
}

// Surface returns what the page asks, with the characteristics of a table for parameters.
func (p *PageAnswers) Surface(table gevel.Attributes) surface {
	return newSurface(surface{
		base: pageBase, title: "gevel: the page", version: pageVersion, overview: pageOverview, tags: pageTags,
		endpoints: p.endpoints(table),
	})
}

// endpoints returns the endpoints. One that answers bytes has a media type instead of data,
// and segments of its path are rows with inPath.
func (p *PageAnswers) endpoints(table gevel.Attributes) []endpoint {
	return []endpoint{
		{
			path: "/edition", operationID: "getEdition", scope: gevel.ScopeValuation, input: "EditionInput",
			summary:     "What answers: the edition, its days, its characteristics",
			doc:         "The edition in use, between which days it values, and the characteristics that a caller may give.",
			data:        pageEdition{},
			metaDoc:     "Always null.",
			notFoundDoc: notFoundOf(gevel.NotFound),
			handler:     handle(languageTable(), p.pageEdition),
		},
		{
			path: "/search", operationID: "getSearch", scope: gevel.ScopeValuation, input: "SearchInput",
			summary: "Addresses as people type them",
			doc: "The addresses that a text may mean, what is spelled out before what is only begun, then by street, city and " +
				"number. Without a number it is one address of each street, unless there are fewer streets than asked for. " +
				"An address that is no home is found by its number, so that its refusal can be seen.",
			data:        pageSearch{},
			metaDoc:     "Always null.",
			notFoundDoc: notFoundOf(gevel.NotFound),
			handler:     handle(searchTable(), p.pageSearch),
		},
		{
			path: "/explanation", operationID: "getExplanation", scope: gevel.ScopeValuation, input: "ExplainedHomeInput",
			summary: "A valuation, and why it is what it is",
			doc: "The valuation of /v1/homevalue with what led to it: steps that add up to the euro, the sales that it rests on, " +
				"and what makes it sure or unsure, in the reader's language.",
			data:        present.Why{},
			metaDoc:     valuationMetaDoc,
			notFoundDoc: valuationNotFound,
			handler:     handle(pageHomeTable(table), p.pageExplanation),
		},
		{
			path: "/comparables", operationID: "getComparables", scope: gevel.ScopeValuation, input: "ExplainedHomeInput",
			summary: "The comparables, adjusted step by step",
			doc: "The comparable sales of /page/explanation, those with the most weight first, each with the differences that its " +
				"price is adjusted for, which add up to the euro.",
			data:        pageComparables{},
			metaDoc:     "Always null.",
			notFoundDoc: valuationNotFound,
			handler:     handle(pageHomeTable(table), p.pageComparables),
		},
		{
			path: "/index", operationID: "getIndex", scope: gevel.ScopeValuation, input: "ExplainedHomeInput",
			summary: "How the market moved",
			doc: "The price index of the home's area and house type, beside those of its municipality and the whole market, by " +
				"month up to the valuation date; with the home's own sales and the references. Nothing that became known on or " +
				"after the valuation date is in it.",
			data:        pageIndex{},
			metaDoc:     "Always null.",
			notFoundDoc: valuationNotFound,
			handler:     handle(pageHomeTable(table), p.pageIndex),
		},
		{
			path: accuracyPath, operationID: "getAccuracy", scope: gevel.ScopeValuation, input: "AccuracyInput",
			summary: "How good values are",
			doc: "The record of the model that answers on the valuation date: how the models before it did on sales that they had " +
				"not seen, each valued on its own day with what was known then; in all, by part, and near a home where one is " +
				"asked about. Where sales are too few there are no figures, and a reason. A browser that asks for text/html without " +
				"a key gets the page instead.",
			data:        pageAccuracy{},
			metaDoc:     "Always null.",
			notFoundDoc: notFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential),
			handler:     handle(accuracyTable(table), p.pageAccuracy),
		},
		p.tilesEndpoint(),
		p.backgroundEndpoint(),
		{
			path: "/report", operationID: "getReport", scope: gevel.ScopeValuation, input: "ExplainedHomeInput",
			summary: "The property report",
			doc: "Value, band, reasons, references, photos, a map of positions, and method, as one HTML file for A4 that needs no " +
				"network. gevel value --report writes the same.",
			media:       htmlMedia,
			notFoundDoc: valuationNotFound,
			handler:     handle(pageHomeTable(table), p.pageReport),
		},
	}
}

// languageInput is the language of the reader.
type languageInput struct{ language words.Language }

// pageHomeInput is a home, with the language of the reader.
type pageHomeInput struct {
	home homeInput
	languageInput
}

// languageTable are the rows of a languageInput.
func languageTable() []row[languageInput] {
	return languageRows(func(in *languageInput) *words.Language { return &in.language })
}

// pageHomeTable are the rows of a pageHomeInput, with the characteristics of a table.
func pageHomeTable(table gevel.Attributes) []row[pageHomeInput] {
	return slices.Concat(
		within(homeTable(table), func(in *pageHomeInput) *homeInput { return &in.home }),
		languageRows(func(in *pageHomeInput) *words.Language { return &in.language }),
	)
}

var languages = &enumeration{values: words.Languages()}

// languageRows say in which language an answer speaks, in any input that has one.
func languageRows[In any](language func(*In) *words.Language) []row[In] {
	return []row[In]{{param{
		name: "language", kind: text, enum: languages, fallback: english,
		doc: "The language of names and sentences: en (the default) or nl.",
	}, func(in *In, v value) (err error) {
		*language(in), err = words.Parse(v.spelled)
		return err
	}}}
}

func english(limits) value { return value{known: true, spelled: string(words.English)} }

// within returns the rows of an input for one that has it as a part.
func within[Outer, Inner any](rows []row[Inner], part func(*Outer) *Inner) []row[Outer] {
	list := make([]row[Outer], len(rows))
	for i, r := range rows {
		list[i] = row[Outer]{r.param, func(in *Outer, v value) error { return r.set(part(in), v) }}
	}
	return list
}
