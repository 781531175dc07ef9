package frame

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/gevel/gevel"
)

// Bodies of requests, of endpoints that are posted to.

// Body is the JSON that is posted to an endpoint.
type Body struct {
	Type any // of what it holds
	Doc  string
	Most int64 // bytes
}

// Method returns the methods that an endpoint answers.
func (e *Endpoint) methods() string {
	if e.Body == nil {
		return AllowedMethods
	}
	return http.MethodPost
}

// CheckMethod refuses all methods but those that the endpoint answers.
func (e *Endpoint) CheckMethod(w http.ResponseWriter, r *http.Request) error {
	if e.Body == nil {
		return CheckMethod(r)
	}
	if r.Method == http.MethodPost {
		return nil
	}
	w.Header().Set("Allow", e.methods())
	return &gevel.Error{Code: gevel.MethodNotAllowed, Message: "only " + e.methods() + " is answered here"}
}

// ReadBody reads what is posted to the endpoint, nothing where nothing is to be posted. Errors: gevel.TooLarge;
// gevel.Invalid for a body that is cut short.
func (e *Endpoint) ReadBody(x *Exchange, r *http.Request) ([]byte, error) {
	if e.Body == nil || r.Method != http.MethodPost {
		return nil, nil
	}
	text, err := io.ReadAll(http.MaxBytesReader(x, r.Body, e.Body.Most))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, &gevel.Error{Code: gevel.TooLarge, Message: fmt.Sprintf("the body is longer than %d bytes", e.Body.Most)}
	case err != nil:
		return nil, &gevel.Error{Code: gevel.Invalid, Message: "the body is cut short", Err: err}
	}
	x.Header().Del("Connection") // nothing of it is left
	return text, nil
}
