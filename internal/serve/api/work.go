package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// How an answer of an endpoint is worked out, from the key to what is sent.

// serveEndpoint answers below /v1 and /page. What it holds a place for is work: a caller who reads his answer
// slowly, or sends a body and does not end it, keeps nobody waiting.
func (s *Service) serveEndpoint(x *exchange, r *http.Request) error {
	ready, err := s.work(x, r)
	if err != nil {
		return err
	}
	ready.send(x)
	return nil
}

// work works an answer out: key, path, method, scope and quota, rate, parameters, object, in this
// order.
func (s *Service) work(x *exchange, r *http.Request) (sendable, error) {
	live := s.current.Get()
	e, segments, known := live.endpoints().find(r.URL.Path)
	if known {
		x.route = e.base + e.path
	}
	places := s.placesFor(e)
	if err := places.enter(r.Context()); err != nil {
		return nil, err
	}
	defer places.leave()
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
		return s.say(e, c, r)
	}
	tag, err := s.tagOf(live, x.route, x.params)
	if err != nil {
		return nil, err
	}
	has := tagsOf(r.header)
	if slices.Contains(has, strings.TrimPrefix(tag, "W/")) {
		setTag(x.Header(), tag)
		s.metrics.values.unchanged.Inc()
		return unchanged{}, nil
	}
	body, err := s.say(e, c, r)
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
func (s *Service) say(e *endpoint, c call, r asked) (sendable, error) {
	x := c.exchange
	a, err := e.answer(s, c, x.params)
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
