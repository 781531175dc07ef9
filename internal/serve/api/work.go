package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// desk works out answers of endpoints, from the key to what is sent.
type desk struct {
	current   *live.Current
	gate      *keystore.Gate
	load      *admission.Load
	routers   *live.PerEdition[*frame.Router]
	program   string // its version
	unchanged prometheus.Counter
}

func newDesk(p Parts, load *admission.Load, router func(*live.Live) *frame.Router) *desk {
	return &desk{
		current: p.Current, gate: p.Gate, load: load, routers: live.NewPerEdition(router), program: p.Version,
		unchanged: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuations_unchanged_total",
			Help: "Requests answered by 304: the valuation that they have is still the answer.",
		}),
	}
}

// serve answers below /v1 and /page. It holds a place for the work alone: a caller who
// reads his answer slowly, or sends a body and does not end it, takes no place.
func (d *desk) serve(x *frame.Exchange, r *http.Request) error {
	ready, err := d.work(x, r)
	if err != nil {
		return err
	}
	ready.Send(x)
	return nil
}

// handlerTimeout bounds the work on one answer below /v1. Valuations stay far below it; a bucket of photos may not.
const handlerTimeout = 10 * time.Second

// placesFor returns the places for answers of an endpoint, nil for a path that is none.
func (d *desk) placesFor(e *frame.Endpoint) *admission.Places {
	if e != nil && e.Scope == gevel.ScopeImages {
		return d.load.Photos
	}
	return d.load.Answers
}

// work works an answer out: key, path, method, scope and quota, rate, parameters, object, in this order.
func (d *desk) work(x *frame.Exchange, r *http.Request) (frame.Sendable, error) {
	edition := d.current.Get()
	e, segments, known := d.routers.Of(edition).Find(pathOf(r))
	if known {
		x.Route = e.Base + e.Path
	}
	var body []byte
	var unread error
	if known { // before it takes a place: its caller may be slow
		body, unread = e.ReadBody(x, r)
	}
	places := d.placesFor(e)
	if err := places.Enter(r.Context()); err != nil {
		return nil, err
	}
	defer places.Leave()
	grant, err := d.gate.Authenticate(r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	x.Key = grant.Key()
	if !known {
		return nil, errNoPath
	}
	if err := e.CheckMethod(x, r); err != nil {
		return nil, err
	}
	if err := grant.Authorize(e.Scope); err != nil {
		return nil, err
	}
	if err := grant.Admit(); err != nil {
		return nil, err
	}
	if unread != nil {
		return nil, unread
	}
	return d.ask(e, edition, x, asked{
		segments: segments, method: r.Method, query: r.URL.RawQuery, header: r.Header, body: body, ctx: r.Context(),
		admit: grant.Admit,
	})
}

// asked is what a request asks of an endpoint.
type asked struct {
	segments map[string]string // of the path, by parameter
	method   string
	query    string // as it was sent
	header   http.Header
	body     []byte
	ctx      context.Context
	admit    func() error // counts a use of the key
}

func (d *desk) ask(e *frame.Endpoint, edition *live.Live, x *frame.Exchange, r asked) (_ frame.Sendable, err error) {
	ctx, cancel := context.WithTimeout(r.ctx, handlerTimeout)
	defer cancel()
	c := frame.Call{
		Ctx: ctx, Now: x.Started, Live: edition, Exchange: x, Method: r.method, Header: r.header, Body: r.body, Admit: r.admit,
	}
	x.Params, err = param.BindAt(e.Params, r.segments, r.query, param.Limits{
		Today:  gevel.DayOf(x.Started),
		Oldest: edition.Valuer.Oldest(),
	})
	if err != nil {
		return nil, err
	}
	if !e.Lasting {
		return say(e, c, r)
	}
	tag, err := frame.TagOf(d.program, edition.Edition.ID(), x.Route, x.Params)
	if err != nil {
		return nil, err
	}
	has := frame.TagsOf(r.header)
	if slices.Contains(has, strings.TrimPrefix(tag, "W/")) {
		frame.SetTag(x.Header(), tag)
		d.unchanged.Inc()
		return frame.Unchanged{}, nil
	}
	body, err := say(e, c, r)
	if err != nil {
		return nil, err
	}
	frame.SetTag(x.Header(), tag)
	if slices.Contains(has, frame.AnyTag) {
		x.Header().Del("Content-Encoding")
		return frame.Unchanged{}, nil
	}
	return body, nil
}

// say has the endpoint answer, and returns the answer as it is sent.
func say(e *frame.Endpoint, c frame.Call, r asked) (frame.Sendable, error) {
	x := c.Exchange
	a, err := e.Answer(c, x.Params)
	if err != nil {
		return nil, err
	}
	if a.Content != nil {
		return a.Content, nil
	}
	body, err := frame.Render(frame.Success{
		ID: x.ID, Params: x.Params, Data: a.Data, Meta: a.Meta,
		Status: frame.StatusSuccess,
	})
	if err != nil {
		return nil, err
	}
	return frame.Enveloped{Body: frame.Compress(x.Header(), r.header, body)}, nil
}
