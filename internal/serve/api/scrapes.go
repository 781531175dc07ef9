package api

import (
	"net/http"
	"strconv"
	"sync"

	"golang.org/x/time/rate"
)

// Scrapes of metrics that come too fast get the last one again, of a moment ago: all that wait read the same bytes.

const (
	scrapesPerSecond = 5
	scrapesAtOnce    = 50
)

// scrapes answers with metrics.
type scrapes struct {
	fresh http.Handler
	pace  *rate.Limiter

	mu   sync.Mutex
	last *answered
}

func newScrapes(fresh http.Handler) *scrapes {
	return &scrapes{fresh: fresh, pace: rate.NewLimiter(scrapesPerSecond, scrapesAtOnce)}
}

// ServeHTTP implements http.Handler.
func (s *scrapes) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	got := s.get()
	w.Header().Set("Content-Type", got.header.Get("Content-Type"))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Length", strconv.Itoa(got.body.Len()))
	w.WriteHeader(got.status)
	_, _ = w.Write(got.body.Bytes())
}

func (s *scrapes) get() *answered {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pace.Allow() || s.last == nil {
		s.last = &answered{header: http.Header{}, status: http.StatusOK}
		s.fresh.ServeHTTP(s.last, &http.Request{Method: http.MethodGet, Header: http.Header{}})
	}
	return s.last
}
