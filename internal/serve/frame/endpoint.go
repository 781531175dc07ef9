package frame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// The endpoints of the service, as rows of tables.

// An Endpoint is one row of the table that routes requests and that the OpenAPI description is written from.
type Endpoint struct {
	Base        string // of its surface
	Path        string // below the base; {name} stands for a segment that is a parameter
	OperationID string
	Summary     string
	Doc         string
	Scope       gevel.Scope
	Input       string // what the description calls the echo of its params
	Data        any    // the type of its data; nil where it answers bytes
	Body        *Body  // what is posted to it; nil where it is read by GET
	Media       string // the media type of what it answers, where that is no envelope
	MayBeEmpty  bool   // it answers 204 where there is nothing
	Ranged      bool   // it answers ranges of bytes alone
	MetaDoc     string // "" where its meta is always null
	NotFoundDoc string // "" where its only 404 is gevel.NotFound
	// Lasting is an answer that follows from the edition and the parameters alone, and so has a tag.
	Lasting bool
	Handler
}

// Call is what a handler knows of a request beside its input.
type Call struct {
	Ctx      context.Context
	Now      time.Time
	Live     *live.Live
	Exchange *Exchange // the request as the log knows it
	Method   string
	Header   http.Header
	Body     []byte // of an endpoint that has one
	// Admit counts another use of the key, beside the use by the request itself. Errors: as for keystore.Grant.
	Admit func() error
}

// A Handler reads the parameters of requests by a table, and answers them.
type Handler struct {
	Params []param.Param
	Answer func(Call, param.Bound) (Answer, error)
}

// Handle returns the handler that reads the input of rows and has ask answer it.
func Handle[In any](rows []param.Row[In], ask func(Call, In) (Answer, error)) Handler {
	return Handler{param.TableOf(rows), func(c Call, bound param.Bound) (Answer, error) {
		in, err := param.Fill(rows, bound)
		if err != nil {
			return Answer{}, err
		}
		return ask(c, in)
	}}
}

// NotFoundOf writes the description of a 404 from the reasons it may have.
func NotFoundOf(codes ...gevel.Code) string {
	list := make([]string, len(codes))
	for i, code := range codes {
		list[i] = string(code)
	}
	return "No answer, because of one of: " + strings.Join(list, ", ") + "."
}

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
