package api

import (
	"net/http"
	"slices"
)

// anyOrigin lets pages of every origin in.
const anyOrigin = "*"

// preflightSeconds is how long a browser may remember a preflight: a day, the most
// that Firefox accepts.
const preflightSeconds = "86400"

// cors lets pages of the configured origins read answers. It returns true when the
// request was a preflight and is answered.
func (s *Service) cors(x *exchange, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if len(s.corsOrigins) == 0 || origin == "" {
		return false
	}
	h := x.Header()
	h.Add("Vary", "Origin")
	switch {
	case slices.Contains(s.corsOrigins, anyOrigin):
		h.Set("Access-Control-Allow-Origin", anyOrigin)
	case slices.Contains(s.corsOrigins, origin):
		h.Set("Access-Control-Allow-Origin", origin)
	default:
		return false
	}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		h.Set("Access-Control-Expose-Headers", requestIDHeader+", Retry-After")
		return false
	}
	h.Set("Access-Control-Allow-Methods", allowedMethods)
	h.Set("Access-Control-Allow-Headers", "Authorization, "+requestIDHeader)
	h.Set("Access-Control-Max-Age", preflightSeconds)
	x.WriteHeader(http.StatusNoContent)
	return true
}
