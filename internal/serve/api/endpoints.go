package api

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
)

// Endpoints answers the five endpoints.
type Endpoints struct {
	Values *Values
	Photos *Photos
}

// Surface returns the five endpoints, with the characteristics of a table for parameters.
func (s *Endpoints) Surface(table gevel.Attributes) surface {
	return newSurface(surface{
		base: base, title: "gevel", version: Version, overview: overview, tags: tags, endpoints: s.endpoints(table),
	})
}

func (s *Endpoints) endpoints(table gevel.Attributes) []endpoint {
	return []endpoint{
		{
			path: "/homevalue", operationID: "getHomevalue", scope: gevel.ScopeValuation, input: homeInputName,
			summary: "The full valuation of a home",
			doc: "The estimate with its accuracy, the home, statistics of its postal-code area and street, and exactly " +
				"three reference sales. " +
				"buildType, buildYear, useSurface and parcelSurface of the answer are the register's; what the caller gave " +
				"stands in the input fields.",
			data:        present.Homevalue{},
			metaDoc:     valuationMetaDoc,
			notFoundDoc: valuationNotFound,
			lasting:     true,
			handler:     handle(homeTable(table), s.homevalue),
		},
		{
			path: "/homevalue/value", operationID: "getHomevalueValue", scope: gevel.ScopeValuation, input: homeInputName,
			summary: "The value and its confidence class alone",
			doc: "The weighted value and the confidence class of the full valuation, for a caller who describes " +
				"the home.",
			data:        homevalueValueResponse{},
			metaDoc:     valuationMetaDoc,
			notFoundDoc: valuationNotFound,
			lasting:     true,
			handler:     handle(describedHomeTable(table), s.homevalueValue),
		},
		{
			path: "/homevalue/available", operationID: "getHomevalueAvailable",
			scope: gevel.ScopeValuation, input: homeInputName,
			summary: "Whether a home can be valued",
			doc: "True exactly when /homevalue with the same parameters answers 200. An unknown or ambiguous address, " +
				"and whatever can't be valued, " +
				"is an answer with available false and the reason in meta.reason.",
			data:        homevalueAvailableResponse{},
			metaDoc:     "edition: the edition asked. reason: why the home can't be valued, with available false only.",
			notFoundDoc: notFoundOf(gevel.NotFound),
			lasting:     true,
			handler:     handle(homeTable(table), s.homevalueAvailable),
		},
		{
			path: "/house-images", operationID: "getHouseImages", scope: gevel.ScopeImages, input: "HouseImagesInput",
			summary: "The photos of a home",
			doc: "URLs of all photos of the home, its front views too, newest first; none when there are no " +
				"photos. Each can be downloaded for 24 hours.",
			data:        houseImagesData{},
			metaDoc:     "Always null.",
			notFoundDoc: notFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress),
			handler:     handle(addressTable(), s.houseImages),
		},
		{
			path: "/get_front_view", operationID: "getFrontView", scope: gevel.ScopeImages, input: "FrontViewInput",
			summary: "A front view per BAG number id",
			doc: "The newest front view of each id that has one, in the order asked. Each URL can be downloaded " +
				"for 24 hours.",
			data:        frontViewData{},
			metaDoc:     "missing: the ids without a front view, separated by commas; null when there are none.",
			notFoundDoc: notFoundOf(gevel.NotFound),
			handler:     handle(frontViewTable(), s.frontView),
		},
	}
}

const valuationMetaDoc = "bagId: the home that was valued, by its id in the BAG register. salesUntil: the last " +
	"day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. " +
	"valueLow, valueHigh: the central 80 % interval, whole euros. " +
	"forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value."

var valuationNotFound = notFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential,
	gevel.MissingCharacteristics, gevel.NotYetBuilt, gevel.OutsideModel, gevel.TooFewReferences) +
	" An ambiguous address lists each possible letter and extension in error.errors, at most 50."

// homeInputName is the echo of all three valuation endpoints: whether a parameter must
// be given is a matter of the request.
const homeInputName = "HomeValueInput"

// Version is the version of the interface, of which /v1 is the major part.
const Version = "1.0.0"

// base is the path below which the published endpoints are.
const base = "/v1"

const overview = `
Values homes in the Netherlands and shows them. All answers but those with status 403 are one envelope;
every documented field is always present, and null where it is not known.
HEAD is answered as GET without a body. A request may bear an X-Request-Id of 1 to 128 of A-Z a-z 0-9 . _ -;
it is the id of the answer.
`

// tags are the scopes of keys, by which the endpoints are grouped.
var tags = []Tag{
	{string(gevel.ScopeValuation), "What a home is worth; for keys with the scope valuation."},
	{string(gevel.ScopeImages), "Pictures of a home; for keys with the scope images."},
}
