package api

import (
	"net/http"
	"slices"
)

// Which pages may read answers.

// anyOrigin lets pages of every origin in.
const anyOrigin = "*"

// preflightSeconds is how long a browser may remember a preflight: a day, the most
// that Firefox accepts.
const preflightSeconds = "86400"

// cors lets pages of the configured origins read answers. It returns true when the
// request was a preflight and is answered.
func (h *AccessHandler) cors(x *exchange, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if len(h.settings.CORSOrigin) == 0 || origin == "" {
		return false
	}
	header := x.Header()
	header.Add("Vary", "Origin")
	switch {
	case slices.Contains(h.settings.CORSOrigin, anyOrigin):
		header.Set("Access-Control-Allow-Origin", anyOrigin)
	case slices.Contains(h.settings.CORSOrigin, origin):
		header.Set("Access-Control-Allow-Origin", origin)
	default:
		return false
	}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		header.Set("Access-Control-Expose-Headers", requestIDHeader+", ETag, Retry-After")
		return false
	}
	header.Set("Access-Control-Allow-Methods", allowedMethods)
	header.Set("Access-Control-Allow-Headers", "Authorization, If-None-Match, "+requestIDHeader)
	header.Set("Access-Control-Max-Age", preflightSeconds)
	x.WriteHeader(http.StatusNoContent)
	return true
}
