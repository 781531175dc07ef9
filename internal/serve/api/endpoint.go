package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// The endpoints of the service, as rows of tables.

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
	// lasting is an answer that follows from the edition and the parameters alone, and so has a tag.
	lasting bool
	handler
}

// call is what a handler knows of a request beside its input.
type call struct {
	ctx      context.Context
	now      time.Time
	live     *Live
	exchange *exchange // the request as the log knows it
	method   string
	header   http.Header
}

// A handler reads the parameters of requests by a table, and answers them.
type handler struct {
	params []param
	answer func(call, params) (answer, error)
}

// handle returns the handler that reads the input of rows and has ask answer it.
func handle[In any](rows []row[In], ask func(call, In) (answer, error)) handler {
	return handler{paramsOf(rows), func(c call, bound params) (answer, error) {
		in, err := fill(rows, bound)
		if err != nil {
			return answer{}, err
		}
		return ask(c, in)
	}}
}

// notFoundOf writes the description of a 404 from the reasons it may have.
func notFoundOf(codes ...gevel.Code) string {
	list := make([]string, len(codes))
	for i, code := range codes {
		list[i] = string(code)
	}
	return "No answer, because of one of: " + strings.Join(list, ", ") + "."
}
