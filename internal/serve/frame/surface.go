package frame

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/param"
)

// A Surface is a set of endpoints below a base, which has a description of its own.
type Surface struct {
	Shared    []param.Param // parameters of several endpoints that programs look for by their name alone
	Base      string
	Title     string
	Version   string
	Overview  string
	Versioned bool // answers name the version in VersionHeader
	Tags      []Tag
	Endpoints []Endpoint
}

// Tag is what endpoints are grouped by: a scope of keys.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// NewSurface returns a surface whose endpoints lie below its base, each with its measure. It panics where one has none.
func NewSurface(of Surface) Surface {
	for i := range of.Endpoints {
		e := &of.Endpoints[i]
		e.Base, e.Measure = of.Base, measure.Must(of.Base+e.Path)
	}
	return of
}

// Router finds the endpoint at a path.
type Router struct {
	exact   map[string]*Endpoint
	pattern []*Endpoint // those with segments that are parameters
}

// NewRouter returns a router over surfaces.
func NewRouter(all []Surface) *Router {
	r := &Router{exact: map[string]*Endpoint{}}
	for _, of := range all {
		for i := range of.Endpoints {
			e := &of.Endpoints[i]
			if strings.Contains(e.Path, "{") {
				r.pattern = append(r.pattern, e)
			} else {
				r.exact[e.Base+e.Path] = e
			}
		}
	}
	return r
}

// Find returns the endpoint at a path, and the segments that are its parameters, by name.
func (r *Router) Find(path string) (_ *Endpoint, segments map[string]string, ok bool) {
	if e, ok := r.exact[path]; ok {
		return e, nil, true
	}
	for _, e := range r.pattern {
		if segments, ok := e.match(path); ok {
			return e, segments, true
		}
	}
	return nil, nil, false
}

// match reads the segments of a path that are parameters, if it is one of the endpoint's.
func (e *Endpoint) match(path string) (map[string]string, bool) {
	want, got := strings.Split(e.Base+e.Path, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	segments := map[string]string{}
	for i, part := range want {
		name, isParameter := strings.CutPrefix(part, "{")
		switch {
		case isParameter && got[i] != "":
			segments[strings.TrimSuffix(name, "}")] = got[i]
		case part != got[i]:
			return nil, false
		}
	}
	return segments, true
}

// The endpoints of the service, as rows of tables.

// An Endpoint is one row of the table that routes requests and that the OpenAPI description is written from.
type Endpoint struct {
	Base        string // of its surface
	Path        string // below the base; {name} stands for a segment that is a parameter
	OperationID string
	Summary     string
	Doc         string
	Measure     *measure.Measure
	Input       string // what the description calls the echo of its params
	Data        any    // the type of its data; nil where it answers bytes
	Body        *Body  // what is posted to it; nil where it is read by GET
	Media       string // the media type of what it answers, where that is no envelope
	MayBeEmpty  bool   // it answers 204 where there is nothing
	Ranged      bool   // it answers ranges of bytes alone
	MetaDoc     string // "" where its meta is always null
	NotFoundDoc string // "" where its only 404 is gevel.NotFound
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
	// Admit counts a use of the key for another item of the answer. Errors: as for keystore.Grant.
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
}

// Lasting reports whether answers follow from the edition and the parameters alone, and so have a tag.
func (e *Endpoint) Lasting() bool { return e.Measure.Cached == measure.Kept }
