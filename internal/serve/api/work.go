package api

// Answers of endpoints.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/agent"
	"github.com/gevel/gevel/internal/serve/features"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// serveEndpoint answers below /v1, /page and /ogc.
func (s *Service) serveEndpoint(x *frame.Exchange, r *http.Request) error {
	edition := s.parts.Current.Get()
	x.Live = edition
	if _, secret, basic := r.BasicAuth(); basic && below(features.Base, pathOf(r)) {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	e, segments, known := s.routers.Of(edition).Find(pathOf(r))
	if !known { // who has a key learns that there is no such path
		if err := s.door.identify(&visit{x: x, r: r}); err != nil {
			return err
		}
		return errNoPath
	}
	return s.door.pass(e.Measure, x, r, func(v *visit) (frame.Sendable, error) {
		return s.ask(e, edition, v, segments)
	})
}

func (s *Service) ask(e *frame.Endpoint, edition *live.Live, v *visit, segments map[string]string) (_ frame.Sendable, err error) {
	if err := edition.Lost(); err != nil {
		return nil, err
	}
	x := v.x
	c := frame.Call{
		Ctx: v.ctx, Now: x.Started, Live: edition, Exchange: x, Method: v.r.Method, Header: v.r.Header, Body: v.body,
		Admit: v.admit,
	}
	x.Params, err = param.BindAt(e.Params, segments, v.r.URL.RawQuery, param.Limits{
		Today:  gevel.DayOf(x.Started),
		Oldest: edition.Valuer.Oldest(),
	})
	if err != nil {
		return nil, err
	}
	if !e.Lasting() {
		return say(e, c)
	}
	tag, err := frame.TagOf(s.parts.Version, edition.Edition.ID(), x.Route, x.Params)
	if err != nil {
		return nil, err
	}
	has := frame.TagsOf(c.Header)
	if slices.Contains(has, strings.TrimPrefix(tag, "W/")) {
		frame.SetTag(x.Header(), tag)
		s.unchanged.Inc()
		return frame.Unchanged{}, nil
	}
	body, err := say(e, c)
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
func say(e *frame.Endpoint, c frame.Call) (frame.Sendable, error) {
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
	return frame.Enveloped{Body: frame.Compress(x.Header(), c.Header, body)}, nil
}

// Agents: how their messages are answered, and how their tools ask the service.

// serveAgent answers a message of an agent. What its tools ask passes the door too, and is charged there.
func (s *Service) serveAgent(v *visit) (frame.Sendable, error) {
	if origin := v.r.Header.Get("Origin"); origin != "" && origin != s.parts.Public && !s.Welcomes(origin) {
		return nil, &gevel.Error{Code: gevel.Forbidden, Message: "pages of this origin may not ask: see --cors-origin"}
	}
	if err := agent.Check(v.body); err != nil {
		return nil, err
	}
	v.x.Header().Set("Cache-Control", "no-store")
	asked := v.r.Clone(v.ctx)
	asked.Body = io.NopCloser(bytes.NewReader(v.body))
	s.agents.ServeHTTP(v.x, asked)
	return nil, nil
}

// askItself answers a request as if it had come by HTTP: with its key, scope, quota, rate, line in the log and record.
func (s *Service) askItself(ctx context.Context, authorization, target string) (status int, body []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, http.NoBody)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", authorization)
	defer func() {
		if recover() != nil { // an answer that was cut off
			err = errors.New("something went wrong on our side")
		}
	}()
	w := &answered{header: http.Header{}, status: http.StatusOK}
	s.ServeHTTP(w, r)
	return w.status, w.body.Bytes(), nil
}

// answered is an answer that stays in the program.
type answered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answered) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answered) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answered) Write(p []byte) (int, error) { return a.body.Write(p) }
