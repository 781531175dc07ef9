package api

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// Agents: who may speak to them here, and how their tools ask the service.

// serveAgent answers a message of an agent, whose key has the scope that each tool needs. Quota and rate count for
// tools alone, whose answers say when they are used up.
func (s *Service) serveAgent(x *frame.Exchange, r *http.Request) error {
	x.Route = pathOf(r)
	grant, err := s.desk.gate.Authenticate(r.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	x.Key = grant.Key()
	if r.Method != http.MethodPost {
		x.Header().Set("Allow", http.MethodPost)
		return &gevel.Error{Code: gevel.MethodNotAllowed, Message: "only POST is answered here"}
	}
	if !x.Key.Allows(gevel.ScopeValuation) {
		return grant.Authorize(gevel.ScopeValuation)
	}
	x.Header().Set("Cache-Control", "no-store")
	s.agents.ServeHTTP(x, r)
	return nil
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
