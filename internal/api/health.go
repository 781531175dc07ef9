package api

import (
	"net/http"
	"strconv"

	"github.com/gevel/gevel"
)

// healthz answers as long as the process does.
func (s *Service) healthz(w http.ResponseWriter, _ *http.Request) {
	_ = writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz says whether requests should be sent here: from the first edition until
// the shutdown begins.
func (s *Service) readyz(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		s.fail(w.(*exchange), &gevel.Error{Code: gevel.Unavailable, Message: "the service is shutting down"})
		return
	}
	_ = writeJSON(w, http.StatusOK, map[string]string{"status": "ready", "edition": s.current.Get().Edition.ID()})
}

// Drain makes readyz say that no further requests should be sent here. Requests
// that come are answered all the same.
func (s *Service) Drain() { s.draining.Store(true) }

// fixed serves bytes that never change.
func fixed(contentType string, body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})
}
