package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// How an answer of an endpoint is worked out, from the key to what is sent.

// serveEndpoint answers below /v1 and /page. It holds a place for the work alone: a caller who
// reads his answer slowly, or sends a body and does not end it, takes no place.
func (s *Service) serveEndpoint(x *exchange, r *http.Request) error {
	ready, err := s.work(x, r)
	if err != nil {
		return err
	}
	ready.send(x)
	return nil
}

// handlerTimeout bounds the work on one answer below /v1. Valuations stay far
// below it; a bucket of photos may not.
const handlerTimeout = 10 * time.Second

// placesFor returns the places for answers of an endpoint, nil for a path that is none.
func (s *Service) placesFor(e *endpoint) *Places {
	if e != nil && e.scope == gevel.ScopeImages {
		return s.load.Photos
	}
	return s.load.Answers
}

// work works an answer out: key, path, method, scope and quota, rate, parameters, object, in this
// order.
func (s *Service) work(x *exchange, r *http.Request) (sendable, error) {
	live := s.current.Get()
	e, segments, known := s.routers.Of(live).find(r.URL.Path)
	if known {
		x.route = e.base + e.path
	}
	places := s.placesFor(e)
	if err := places.Enter(r.Context()); err != nil {
		return nil, err
	}
	defer places.Leave()
	grant, err := s.gate.Authenticate(r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	x.key = grant.Key()
	if !known {
		return nil, errNoPath
	}
	if err := checkMethod(r); err != nil {
		return nil, err
	}
	if err := grant.Authorize(e.scope); err != nil {
		return nil, err
	}
	if err := grant.Admit(); err != nil {
		return nil, err
	}
	return s.ask(e, live, x, asked{segments: segments, method: r.Method, query: r.URL.RawQuery, header: r.Header, ctx: r.Context()})
}

// asked is what a request asks of an endpoint.
type asked struct {
	segments map[string]string // of the path, by parameter
	method   string
	query    string // as it was sent
	header   http.Header
	ctx      context.Context
}

func (s *Service) ask(e *endpoint, live *Live, x *exchange, r asked) (_ sendable, err error) {
	ctx, cancel := context.WithTimeout(r.ctx, handlerTimeout)
	defer cancel()
	c := call{ctx: ctx, now: x.started, live: live, exchange: x, method: r.method, header: r.header}
	x.params, err = bindAt(e.params, r.segments, r.query, limits{
		today:  gevel.DayOf(x.started),
		oldest: live.Valuer.Oldest(),
	})
	if err != nil {
		return nil, err
	}
	if !e.lasting {
		return say(e, c, r)
	}
	tag, err := tagOf(s.version, live.Edition.ID(), x.route, x.params)
	if err != nil {
		return nil, err
	}
	has := tagsOf(r.header)
	if slices.Contains(has, strings.TrimPrefix(tag, "W/")) {
		setTag(x.Header(), tag)
		s.unchanged.Inc()
		return unchanged{}, nil
	}
	body, err := say(e, c, r)
	if err != nil {
		return nil, err
	}
	setTag(x.Header(), tag)
	if slices.Contains(has, anyTag) {
		x.Header().Del("Content-Encoding")
		return unchanged{}, nil
	}
	return body, nil
}

// say has the endpoint answer, and returns the answer as it is sent.
func say(e *endpoint, c call, r asked) (sendable, error) {
	x := c.exchange
	a, err := e.answer(c, x.params)
	if err != nil {
		return nil, err
	}
	if a.content != nil {
		return a.content, nil
	}
	body, err := render(success{ID: x.id, Params: x.params, Data: a.data, Meta: a.meta, Status: statusSuccess})
	if err != nil {
		return nil, err
	}
	return enveloped{compress(x.Header(), r.header, body)}, nil
}
