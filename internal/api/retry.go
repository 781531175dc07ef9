package api

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/gevel/gevel/internal/keystore"
)

// unavailableFor is when to try again after a 503: load is shed and servers are
// replaced within moments.
const unavailableFor = time.Second

// setErrorHeaders sets the headers that HTTP wants with a status.
func setErrorHeaders(h http.Header, status int, err error) {
	switch status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	case http.StatusMethodNotAllowed:
		h.Set("Allow", allowedMethods)
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", wholeSeconds(unavailableFor))
	case http.StatusTooManyRequests:
		var tooFast *keystore.RateError
		if errors.As(err, &tooFast) {
			h.Set("Retry-After", wholeSeconds(tooFast.RetryAfter))
		}
	}
}

// wholeSeconds rounds up, because Retry-After has no fractions: at least 1.
func wholeSeconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}
