package api

import (
	"net/http"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// Whether the service lives, and whether requests should be sent to it.

// healthz answers as long as the process does.
func (s *Service) healthz(w http.ResponseWriter, _ *http.Request) {
	_ = frame.WriteJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is the answer of readyz.
type readiness struct {
	Status  string           `json:"status"`
	Edition string           `json:"edition"`
	Refused []refusedEdition `json:"refused,omitempty"`
}

type refusedEdition struct {
	Edition string    `json:"edition"`
	Since   time.Time `json:"since"`
}

// readyz says whether requests should be sent here: from the first edition until
// the shutdown begins. It names newer editions that can't answer; the log says why.
func (s *Service) readyz(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		w.(*frame.Exchange).Fail(&gevel.Error{Code: gevel.Unavailable, Message: "the service is shutting down"})
		return
	}
	ready := readiness{Status: "ready", Edition: s.parts.Current.Get().Edition.ID()}
	for _, r := range s.parts.Current.Refused() {
		ready.Refused = append(ready.Refused, refusedEdition(r))
	}
	_ = frame.WriteJSON(w, http.StatusOK, ready)
}

// Drain makes readyz say that no further requests should be sent here. Requests that come are answered nevertheless.
func (s *Service) Drain() { s.draining.Store(true) }

// End ends the batches that are in work.
func (s *Service) End() { s.uploads.End() }
