package api

import (
	"net/http"
	"regexp"

	"github.com/google/uuid"
)

const requestIDHeader = "X-Request-Id"

var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// requestID returns the caller's id of the request, or a new one, ordered by time,
// when the caller has none or one that could spoil a log.
func requestID(r *http.Request) string {
	if id := r.Header.Get(requestIDHeader); requestIDPattern.MatchString(id) {
		return id
	}
	id, err := uuid.NewV7()
	if err != nil {
		// Without randomness there is no id to be had that nobody else has.
		return "unknown"
	}
	return id.String()
}
