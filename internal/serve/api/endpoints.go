package api

import (
	"context"
	"net/http"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
)

// An endpoint is one row of the table that routes requests and that the OpenAPI
// description is written from.
type endpoint struct {
	base        string // of its surface
	path        string // below the base; {name} stands for a segment that is a parameter
	operationID string
	summary     string
	doc         string
	scope       gevel.Scope
	input       string // what the description calls the echo of its params
	data        any    // the type of its data; nil where it answers bytes
	media       string // the media type of what it answers, where that is no envelope
	mayBeEmpty  bool   // it answers 204 where there is nothing
	ranged      bool   // it answers ranges of bytes alone
	metaDoc     string
	notFoundDoc string
	// lasting is an answer that follows from the edition and the parameters alone, and so bears a tag.
	lasting bool
	handler
}

// call is what a handler knows of a request beside its input.
type call struct {
	ctx      context.Context
	now      time.Time
	live     *Live
	exchange *exchange // for whom
	method   string
	header   http.Header
}

// A handler reads the parameters of requests by a table, and answers them.
type handler struct {
	params []param
	answer func(*Service, call, params) (answer, error)
}

// handle returns the handler that reads the input of rows and has ask answer it.
func handle[In any](rows []row[In], ask func(*Service, call, In) (answer, error)) handler {
	return handler{paramsOf(rows), func(s *Service, c call, bound params) (answer, error) {
		in, err := fill(rows, bound)
		if err != nil {
			return answer{}, err
		}
		return ask(s, c, in)
	}}
}

// endpoints returns the endpoints of the service, with the characteristics of a table for
// parameters.
func endpoints(table gevel.Attributes) []endpoint {
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
			handler:     handle(homeTable(table), (*Service).homevalue),
		},
		{
			path: "/homevalue/value", operationID: "getHomevalueValue", scope: gevel.ScopeValuation, input: homeInputName,
			summary: "The value and its confidence class alone",
			doc: "The weighted value and the confidence class of the full valuation, for a caller who describes " +
				"the home.",
			data:        homevalueValue{},
			metaDoc:     valuationMetaDoc,
			notFoundDoc: valuationNotFound,
			lasting:     true,
			handler:     handle(describedHomeTable(table), (*Service).homevalueValue),
		},
		{
			path: "/homevalue/available", operationID: "getHomevalueAvailable",
			scope: gevel.ScopeValuation, input: homeInputName,
			summary: "Whether a home can be valued",
			doc: "True exactly when /homevalue with the same parameters answers 200. An unknown or ambiguous address, " +
				"and whatever can't be valued, " +
				"is an answer with available false and the reason in meta.reason.",
			data:        homevalueAvailable{},
			metaDoc:     "edition: the edition asked. reason: why the home can't be valued, with available false only.",
			notFoundDoc: notFoundOf(gevel.NotFound),
			lasting:     true,
			handler:     handle(homeTable(table), (*Service).homevalueAvailable),
		},
		{
			path: "/house-images", operationID: "getHouseImages", scope: gevel.ScopeImages, input: "HouseImagesInput",
			summary: "The photos of a home",
			doc: "URLs of all photos of the home, its front views too, newest first; none when there are no " +
				"photos. Each can be downloaded for 24 hours.",
			data:        houseImages{},
			metaDoc:     "Always null.",
			notFoundDoc: notFoundOf(gevel.AddressNotFound, gevel.AmbiguousAddress),
			handler:     handle(addressTable(), (*Service).houseImages),
		},
		{
			path: "/get_front_view", operationID: "getFrontView", scope: gevel.ScopeImages, input: "FrontViewInput",
			summary: "A front view per BAG number id",
			doc: "The newest front view of each id that has one, in the order asked. Each URL can be downloaded " +
				"for 24 hours.",
			data:        frontView{},
			metaDoc:     "missing: the ids without a front view, separated by commas; null when there are none.",
			notFoundDoc: notFoundOf(gevel.NotFound),
			handler:     handle(frontViewTable(), (*Service).frontView),
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

// base is the path below which the published endpoints are.
const base = "/v1"
