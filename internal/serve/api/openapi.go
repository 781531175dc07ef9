package api

// The descriptions of the edition in use.

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"golang.org/x/time/rate"

	"github.com/gevel/gevel/internal/serve/batch"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/loans"
	"github.com/gevel/gevel/internal/serve/param"
)

// descriptions describe surfaces and batches, by their paths.
type descriptions struct {
	texts map[string]http.Handler
	err   error
}

// describe makes the descriptions of an edition.
func (s *Service) describe(l *live.Live) descriptions {
	d := descriptions{texts: map[string]http.Handler{}}
	add := func(path string, text []byte, err error) {
		if err == nil {
			d.texts[path] = frame.Fixed("application/json", text)
		} else if d.err == nil {
			d.err = fmt.Errorf("%s: %w", path, err)
		}
	}
	example, table := describe.ExampleOf(l), l.Edition.Sales().Attributes
	all := s.surfaces(table)
	for _, of := range all {
		text, err := describe.Surface(of, example)
		add(of.Base, text, err)
	}
	text, err := batch.Describe(param.TableOf(endpoints.HomeTable(table)), all[0].Endpoints[0],
		map[string]describe.PathItem{loans.Path: loans.Described()})
	add(batch.Path, text, err)
	return d
}

// openAPI answers with the description of what lies at a path.
func (s *Service) openAPI(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d := s.described.Of(s.parts.Current.Get())
		if d.err != nil {
			w.(*frame.Exchange).Fail(d.err)
			return
		}
		d.texts[path].ServeHTTP(w, r)
	})
}

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
