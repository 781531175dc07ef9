package api

import (
	"net/http"

	"github.com/gevel/gevel"
)

// statuses is the error table: what each code of an error is in HTTP. A code that
// is not in it is a fault of ours.
var statuses = map[gevel.Code]int{
	gevel.Invalid:                http.StatusBadRequest,
	gevel.Unauthorized:           http.StatusUnauthorized,
	gevel.Forbidden:              http.StatusForbidden,
	gevel.AddressNotFound:        http.StatusNotFound,
	gevel.AmbiguousAddress:       http.StatusNotFound,
	gevel.NotResidential:         http.StatusNotFound,
	gevel.MissingCharacteristics: http.StatusNotFound,
	gevel.NotYetBuilt:            http.StatusNotFound,
	gevel.OutsideModel:           http.StatusNotFound,
	gevel.TooFewReferences:       http.StatusNotFound,
	gevel.NotFound:               http.StatusNotFound,
	gevel.MethodNotAllowed:       http.StatusMethodNotAllowed,
	gevel.RateLimited:            http.StatusTooManyRequests,
	gevel.Internal:               http.StatusInternalServerError,
	gevel.Unavailable:            http.StatusServiceUnavailable,
}

func statusOf(code gevel.Code) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// internalMessage is all that a caller learns of a fault of ours.
const internalMessage = "something went wrong on our side; the log has it under the id of this answer"

// publicMessage is what the error tells the caller: never its cause.
func publicMessage(e *gevel.Error) string {
	switch {
	case statusOf(e.Code) == http.StatusInternalServerError:
		return internalMessage
	case e.Hint != "":
		return e.Message + "; " + e.Hint
	}
	return e.Message
}

// cannotBeValued reports whether code says that a well-formed inquiry has no
// valuation, which /homevalue/available answers and /homevalue refuses.
func cannotBeValued(code gevel.Code) bool {
	return code != gevel.NotFound && statusOf(code) == http.StatusNotFound
}
