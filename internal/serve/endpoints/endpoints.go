// Package endpoints answers the endpoints below /v1: a row of the table, a table of parameters, a type of answer and
// a handler each.
package endpoints

import (
	"strings"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/value/explain"
)

// Endpoints answers the endpoints below /v1.
type Endpoints struct {
	Values *Values
	Photos *Photos
}

// Surface returns them, with the characteristics of a table for parameters.
func (s *Endpoints) Surface(table gevel.Attributes) frame.Surface {
	return frame.NewSurface(frame.Surface{
		Versioned: true,
		Base:      Base, Title: "gevel", Version: Version, Overview: overview, Tags: tags, Endpoints: s.endpoints(table),
	})
}

func (s *Endpoints) endpoints(table gevel.Attributes) []frame.Endpoint {
	return []frame.Endpoint{
		{
			Path: "/homevalue", OperationID: "getHomevalue", Input: homeInputName,
			Summary: "The full valuation of a home",
			Doc: "The estimate with its accuracy, the home, statistics of its postal-code area and street, and exactly " +
				"three reference sales. " +
				"buildType, buildYear, useSurface and parcelSurface of the answer are the register's; what the caller gave " +
				"stands in the input fields.",
			Data:        present.Homevalue{},
			MetaDoc:     ValuationMetaDoc,
			NotFoundDoc: ValuationNotFound,
			Handler:     frame.Handle(HomeTable(table), s.homevalue),
		},
		{
			Path: "/homevalue/value", OperationID: "getHomevalueValue", Input: homeInputName,
			Summary: "The value and its confidence class alone",
			Doc: "The weighted value and the confidence class of the full valuation, for a caller who describes " +
				"the home.",
			Data:        homevalueValueResponse{},
			MetaDoc:     ValuationMetaDoc,
			NotFoundDoc: ValuationNotFound,
			Handler:     frame.Handle(describedHomeTable(table), s.homevalueValue),
		},
		{
			Path: "/homevalue/available", OperationID: "getHomevalueAvailable",
			Input:   homeInputName,
			Summary: "Whether a home can be valued",
			Doc: "True exactly when /homevalue with the same parameters answers 200. An unknown or ambiguous address, " +
				"and whatever can't be valued, " +
				"is an answer with available false and the reason in meta.reason.",
			Data:    homevalueAvailableResponse{},
			MetaDoc: "edition: the edition asked. reason: why the home can't be valued, with available false only.",
			Handler: frame.Handle(HomeTable(table), s.homevalueAvailable),
		},
		{
			Path: "/homevalue/explanation", OperationID: "getHomevalueExplanation",
			Input:   explainedInputName,
			Summary: "A valuation, and why it is what it is",
			Doc: "The valuation of /v1/homevalue with what led to it: steps that add up to the euro, the sales that it rests on, " +
				"and what makes it sure or unsure, in the reader's language.",
			Data:        present.Why{},
			MetaDoc:     ValuationMetaDoc,
			NotFoundDoc: ValuationNotFound,
			Handler:     frame.Handle(ExplainedTable(table), s.explanation),
		},
		{
			Path: "/homevalue/comparables", OperationID: "getHomevalueComparables",
			Input:   "ComparablesInput",
			Summary: "The comparables, adjusted step by step",
			Doc: "The home's list of evidence: its comparables, those with the most weight first, and then, the most similar " +
				"first, other sales up to 100, each with the differences that its price is adjusted for, which add up to the " +
				"euro. Without filters it is the 24 comparables. Filters choose from the list and change no value; where fewer " +
				"are left than asked for, those are answered.",
			Data:        homevalueComparablesResponse{},
			MetaDoc:     ValuationMetaDoc,
			NotFoundDoc: ValuationNotFound,
			Handler:     frame.Handle(comparablesTable(table), s.comparables),
		},
		{
			Path: "/addresses", OperationID: "getAddresses", Input: "AddressesInput",
			Summary: "Addresses as people type them",
			Doc: "The addresses that a text may mean, what is spelled out before what is only begun, then by street, city and " +
				"number. Without a number it is one address of each street, unless there are fewer streets than asked for. " +
				"An address that is no home is found by its number, so that its refusal can be seen.",
			Data:    addressesResponse{},
			Handler: frame.Handle(searchTable(), s.addresses),
		},
		{
			Path: "/house-images", OperationID: "getHouseImages", Input: "HouseImagesInput",
			Summary: "The photos of a home",
			Doc: "URLs of all photos of the home, its front views too, newest first; none when there are no " +
				"photos. Each can be downloaded for 24 hours.",
			Data:        houseImagesData{},
			NotFoundDoc: frame.NotFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress),
			Handler:     frame.Handle(houseImagesTable(), s.houseImages),
		},
		{
			Path: "/get_front_view", OperationID: "getFrontView", Input: "FrontViewInput",
			Summary: "A front view per BAG number id",
			Doc: "The newest front view of each id that has one, in the order asked. Each URL can be downloaded " +
				"for 24 hours.",
			Data:    frontViewData{},
			MetaDoc: "missing: the ids without a front view, separated by commas; null when there are none.",
			Handler: frame.Handle(frontViewTable(), s.frontView),
		},
	}
}

// ValuationMetaDoc describes the meta of a valuation.
const ValuationMetaDoc = "bagId: the home that was valued, by its id in the BAG register. salesUntil: the last " +
	"day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. " +
	"valueLow, valueHigh: the central 80 % interval, whole euros. " +
	"forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value. " +
	"eaaLevel: its level on the scale of the European AVM Alliance, 0 to 7 (surest), by gevel's own translation. " +
	"status: only of a home that the register did not have in use on the valuation date: formed (planned, being built or " +
	"split off), out_of_use or rebuilding. references: above or below, only where the prices of all three references, adjusted to the " +
	"home, lie on that side of the value; not in answers without references."

// ValuationNotFound describes a 404 of a valuation.
var ValuationNotFound = frame.NotFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential,
	gevel.MissingCharacteristics, gevel.NotYetBuilt, gevel.OutsideModel, gevel.TooFewReferences) +
	" An ambiguous address lists each possible letter and extension in error.errors, at most 50."

// homeInputName is the echo of all three valuation endpoints: whether a parameter must
// be given is a matter of the request.
const homeInputName = "HomeValueInput"

// explainedInputName is the echo of those whose answers have words.
const explainedInputName = "ExplainedHomeInput"

// Version is the version of the interface. Its major part is the 1 of /v1.
const Version = "1.0.0"

// Base is the path below which the published endpoints are.
const Base = "/v1"

const overview = `
Values homes in the Netherlands and shows them. All answers but those with status 403 are one envelope;
every documented field is always present, and null where it is not known.
HEAD is answered as GET without a body. A request may bear an X-Request-Id of 1 to 128 of A-Z a-z 0-9 . _ -;
it is the id of the answer.
`

// tags are the scopes of keys, by which the endpoints are grouped.
var tags = []frame.Tag{
	{Name: string(gevel.ScopeValuation), Description: "What a home is worth; for keys with the scope valuation."},
	{Name: string(gevel.ScopeImages), Description: "Pictures of a home; for keys with the scope images."},
}

// What the endpoints need of an edition beside its values.

type ofEdition struct {
	explainer *explain.Explainer
	search    func() *search.Index
}

var derived = live.NewPerEdition(func(l *live.Live) *ofEdition {
	return &ofEdition{
		explainer: explain.New(l.Valuer),
		search:    sync.OnceValue(func() *search.Index { return search.New(l.Edition.AddressRows()) }),
	}
})

// Explainer returns what explains the values of an edition.
func Explainer(l *live.Live) *explain.Explainer { return derived.Of(l).explainer }

// Addresses returns the index of addresses, which the first who asks waits for.
func Addresses(l *live.Live) *search.Index { return derived.Of(l).search() }

// Prepare makes the index of addresses.
func Prepare(l *live.Live) { Addresses(l) }

// GET /v1/addresses: addresses as people type them.

// Bounds on what a search asks for.
const (
	usualFound = 8
	mostFound  = 50
)

type searchInput struct {
	query string
	limit int
}

type addressesResponse struct {
	Homes   []FoundHome `json:"homes" doc:"the best first"`
	More    bool        `json:"more" doc:"whether there are others"`
	Meant   bool        `json:"meant" doc:"whether the query says the first one, and no other"`
	Guessed bool        `json:"guessed" doc:"whether it says none of them: something in it was put right"`
}

// FoundHome is a home that was found, by its address.
type FoundHome struct {
	Label          string  `json:"label" doc:"the address on one line"`
	Street         string  `json:"street"`
	HouseNumber    int     `json:"houseNumber"`
	HouseLetter    *string `json:"houseLetter"`
	HouseNumberExt *string `json:"houseNumberExt"`
	PostalCode     string  `json:"postalCode"`
	City           string  `json:"city"`
	BagID          string  `json:"bagId"`
	present.Position
}

// searchTable are the rows of a searchInput.
func searchTable() []param.Row[searchInput] {
	return []param.Row[searchInput]{
		{Param: param.Param{
			Name: "query", Kind: param.Text, Required: true, Longest: search.Longest,
			Doc: "An address as people write it, as far as it is typed: kerkstr 12-a amsterdam, 1234AB12, St. Jansplein 5 2 hoog; or " +
				"the id of a home in the BAG register. A letter or two may be wrong.",
			Example: func(h param.ExampleHome) any { return h.Address.String() },
		}, Set: func(in *searchInput, v param.Value) error {
			in.query = v.Spelled
			return nil
		}},
		{Param: param.Param{
			Name: "limit", Kind: param.Integer, Min: 1, Max: mostFound,
			Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Number: usualFound} },
			Doc:      "How many addresses to answer at most; the default is 8.",
		}, Set: func(in *searchInput, v param.Value) error {
			in.limit = v.Number
			return nil
		}},
	}
}

func (s *Endpoints) addresses(c frame.Call, in searchInput) (frame.Answer, error) {
	if _, err := spelling.ID(in.query); err != nil && spelling.IsNumber(in.query) && strings.ContainsAny(in.query, "eE") {
		return frame.Answer{}, param.Invalid([]gevel.Detail{{Reason: "query", Message: "query " + err.Error()}})
	}
	found := Addresses(c.Live).Find(in.query, in.limit)
	data := addressesResponse{
		Homes: make([]FoundHome, len(found.Addresses)), More: found.More, Meant: found.Meant,
		Guessed: found.Guessed,
	}
	for i, a := range found.Addresses {
		data.Homes[i] = NewFoundHome(c.Live, a)
	}
	return frame.Answer{Data: data}, nil
}

// NewFoundHome returns the home of an address.
func NewFoundHome(live *live.Live, a gevel.Address) FoundHome {
	return FoundHome{
		Label: a.String(), Street: a.Street, HouseNumber: a.HouseNumber, HouseLetter: present.OrNull(a.HouseLetter),
		HouseNumberExt: present.OrNull(a.HouseNumberExt), PostalCode: string(a.PostalCode), City: a.City,
		BagID: string(a.ObjectID), Position: positionOf(live, a.ObjectID),
	}
}

// positionOf returns where a home stands.
func positionOf(l *live.Live, id gevel.BAGID) present.Position {
	d, ok := l.Edition.Dwelling(id)
	if !ok {
		return present.Position{}
	}
	return present.PositionOf(d.At)
}
