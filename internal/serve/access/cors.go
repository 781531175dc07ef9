package access

import (
	"net/http"
	"slices"

	"github.com/gevel/gevel/internal/serve/frame"
)

// Which pages may read answers.

// anyOrigin lets pages of every origin in.
const anyOrigin = "*"

// preflightSeconds is how long a browser may remember a preflight: a day, the most
// that Firefox accepts.
const preflightSeconds = "86400"

// allowedHeaders are what a page may send: of questions, batches and agents.
const allowedHeaders = "Authorization, Content-Type, If-None-Match, Range, " + frame.RequestIDHeader +
	", Mcp-Method, Mcp-Name, Mcp-Protocol-Version"

// cors lets pages of the configured origins read answers. It returns true when the
// request was a preflight and is answered.
func (h *Handler) cors(x *frame.Exchange, r *http.Request) (answered bool) {
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
		header.Set("Access-Control-Expose-Headers", frame.RequestIDHeader+", ETag, Retry-After")
		return false
	}
	header.Set("Access-Control-Allow-Methods", frame.AllowedMethods+", "+http.MethodPost)
	header.Set("Access-Control-Allow-Headers", allowedHeaders)
	header.Set("Access-Control-Max-Age", preflightSeconds)
	x.WriteHeader(http.StatusNoContent)
	return true
}
