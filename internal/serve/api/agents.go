package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/gevel/gevel/internal/serve/agent"
	"github.com/gevel/gevel/internal/serve/frame"
)

// Agents: how their messages are answered, and how their tools ask the service.

// serveAgent answers a message of an agent. What its tools ask passes the door too, and is charged there.
func (s *Service) serveAgent(v *visit) (frame.Sendable, error) {
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
