package frame

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/param"
)

// Errors: what each is in HTTP, and the one place that writes them.

// statuses is the error table: what each code of an error is in HTTP. A code that is not in it is a fault of ours.
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
	gevel.PreconditionFailed:     http.StatusPreconditionFailed,
	gevel.RangeNotSatisfiable:    http.StatusRequestedRangeNotSatisfiable,
	gevel.TooLarge:               http.StatusRequestEntityTooLarge,
	gevel.UnsupportedMedia:       http.StatusUnsupportedMediaType,
	gevel.RateLimited:            http.StatusTooManyRequests,
	gevel.Internal:               http.StatusInternalServerError,
	gevel.Unavailable:            http.StatusServiceUnavailable,
}

// StatusOf returns what a code is in HTTP.
func StatusOf(code gevel.Code) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// internalMessage is all that a caller learns of a fault of ours.
const internalMessage = "something went wrong on our side; the log has it under the id of this answer"

// PublicMessage is what the caller reads of an error: never its cause.
func PublicMessage(e *gevel.Error) string {
	switch {
	case StatusOf(e.Code) == http.StatusInternalServerError:
		return internalMessage
	case e.Hint != "":
		return e.Message + "; " + e.Hint
	}
	return e.Message
}

// CannotBeValued reports whether code says that a well-formed inquiry has no
// valuation, which /homevalue/available answers and /homevalue refuses.
func CannotBeValued(code gevel.Code) bool {
	return code != gevel.NotFound && StatusOf(code) == http.StatusNotFound
}

// Refusals returns the codes for which CannotBeValued.
func Refusals() []gevel.Code {
	return slices.DeleteFunc(slices.Collect(maps.Keys(statuses)), func(code gevel.Code) bool { return !CannotBeValued(code) })
}

// known returns an error of the work as callers know it.
func known(err error) error {
	switch {
	case bucket.IsAway(err):
		return &gevel.Error{Code: gevel.Unavailable, Message: "the photos can't be reached at the moment", Err: err}
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return &gevel.Error{Code: gevel.Unavailable, Message: "the answer took too long", Err: err}
	}
	return err
}

// StatusOfError returns the status that an error is answered with.
func StatusOfError(err error) int { return StatusOf(gevel.CodeOf(known(err))) }

// Fail answers with an error, and logs what is a fault of ours.
func (x *Exchange) Fail(err error) {
	if bucket.IsAway(err) {
		x.log.Error("the photos can't be reached", slog.String("id", x.ID), slog.Any("error", err))
	}
	err = known(err)
	if StatusOf(gevel.CodeOf(err)) == http.StatusInternalServerError {
		x.log.Error("request failed", slog.String("id", x.ID), slog.Any("error", err))
	}
	if err := writeFailure(x, x.ID, x.Params, err); err != nil {
		x.log.Error("error not written", slog.String("id", x.ID), slog.Any("error", err))
	}
}

// writeFailure is the one place that writes an error.
func writeFailure(w http.ResponseWriter, id string, bound param.Bound, err error) error {
	var e *gevel.Error
	if !errors.As(err, &e) {
		e = &gevel.Error{Code: gevel.Internal}
	}
	status := StatusOf(e.Code)
	setErrorHeaders(w.Header(), status, e)
	if status == http.StatusForbidden {
		return WriteJSON(w, status, Forbidden{Message: PublicMessage(e)})
	}
	return WriteJSON(w, status, NewFailure(id, bound, e))
}

// NewFailure returns the answer with an error.
func NewFailure(id string, bound param.Bound, e *gevel.Error) Failure {
	said := ErrorObject{Code: StatusOf(e.Code), Message: PublicMessage(e), Errors: ErrorDetails(e)}
	return Failure{ID: id, Params: bound, Error: said, Meta: metaOf(e), Status: StatusFailure}
}

// metaOf returns what a program needs to ask for what is missing; nil where nothing is.
func metaOf(e *gevel.Error) map[string]string {
	if len(e.Missing) == 0 {
		return nil
	}
	meta := map[string]string{"missing": strings.Join(e.Missing, " ")}
	for parameter, value := range e.Known {
		meta["known."+parameter] = value
	}
	return meta
}

// ErrorDetails returns the faults that an error lists, or the error itself as one.
func ErrorDetails(e *gevel.Error) []errorDetail {
	if len(e.Details) == 0 {
		return []errorDetail{{Reason: string(e.Code), Message: PublicMessage(e)}}
	}
	list := make([]errorDetail, len(e.Details))
	for i, d := range e.Details {
		list[i] = errorDetail{Reason: d.Reason, Message: d.Message}
	}
	return list
}

// unavailableFor is when to try again after a 503: load is shed and servers are replaced within moments.
const unavailableFor = time.Second

// setErrorHeaders sets the headers that HTTP wants with a status.
func setErrorHeaders(h http.Header, status int, e *gevel.Error) {
	switch status {
	case http.StatusUnauthorized:
		if h.Get("WWW-Authenticate") == "" {
			h.Set("WWW-Authenticate", "Bearer")
		}
	case http.StatusMethodNotAllowed:
		if h.Get("Allow") == "" {
			h.Set("Allow", string(measure.Get))
		}
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", wholeSeconds(max(unavailableFor, e.RetryAfter)))
	case http.StatusTooManyRequests:
		h.Set("Retry-After", wholeSeconds(e.RetryAfter))
	}
}

// wholeSeconds rounds up, because Retry-After has no fractions: at least 1.
func wholeSeconds(d time.Duration) string { return strconv.Itoa(max(1, int(math.Ceil(d.Seconds())))) }
