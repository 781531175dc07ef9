// Package api is the service as one handler: it wires the endpoints below /v1, the page data, batches and the
// documentation to their paths.
//
// A request goes request id, log and metrics, shedding, route, key, then parse, ask, render. Each handler returns an
// answer or an error; one place writes both.
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/access"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/agent"
	"github.com/gevel/gevel/internal/serve/batch"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/features"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/loans"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/metric"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/seals"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/serve/upload"
)

// Settings are the settings of all subjects. A zero field is its default.
type Settings struct {
	Access access.Settings    `embed:""`
	Load   admission.Settings `embed:""`
	Server server.Settings    `embed:""`
	Batch  upload.Settings    `embed:""`
	Page   pagedata.Settings  `embed:""`
	OGC    features.Settings  `embed:""`
	Agents agent.Settings     `embed:""`
	Seals  seals.Settings     `embed:""`
}

// Validate refuses settings that can't be meant.
func (s *Settings) Validate() error {
	return errors.Join(s.Load.Validate(), s.Server.Validate(), s.Batch.Validate(), s.Access.Validate(), s.Agents.Validate())
}

// Parts are what a service answers from. All from Images to Metrics may be left out.
type Parts struct {
	Current   *live.Current
	Gate      *keystore.Gate
	Photos    *photos.Store
	ImageURLs photos.Links
	Version   string // of the program
	Public    string // what links to the service begin with
	Log       *slog.Logger
	Now       func() time.Time

	// Images serves image URLs below /images/; nil where a bucket serves them.
	Images ImageHandler
	// FrontPage answers browsers at /; without one / leads to the documentation.
	FrontPage FrontPage
	// PageKey is a key that everybody may know, a demo's: the documentation fills it in.
	PageKey string
	// Background is the map under the page's.
	Background pagedata.Underlay
	// Valuations records each valuation before it is answered; a valuation that can't be recorded is answered 503.
	Valuations endpoints.Recorder
	// BatchWait waits for the rate of a key in a batch; nil is by the clock of the machine.
	BatchWait func(context.Context, time.Duration) error
	// Metrics are further metrics, of what runs beside the service.
	Metrics []prometheus.Collector
}

// ImageHandler writes an image, or returns an error and has written nothing.
type ImageHandler func(http.ResponseWriter, *http.Request) error

// Service is the HTTP handler of the whole service.
type Service struct {
	*access.Handler
	settings  Settings
	parts     Parts
	door      *door
	routers   *live.PerEdition[*frame.Router]
	unchanged prometheus.Counter
	endpoints *endpoints.Endpoints
	page      *pagedata.Page
	features  *features.Features
	uploads   *upload.Uploads
	batches   *batch.Batches
	loans     *loans.Loans
	agents    http.Handler
	described *live.PerEdition[descriptions]
	open      map[string]http.Handler // answered without a key, by path
	draining  atomic.Bool
}

// New returns the service.
func New(settings Settings, p Parts) (*Service, error) {
	load := admission.New(settings.Load, settings.Server.Downloads())
	values, pictures := endpoints.NewValues(p.Valuations, p.Log), endpoints.NewPhotos(p.Photos, p.ImageURLs)
	processors := admission.NewProcessors(load.Of[measure.Answers].Came)
	uploads := upload.New(settings.Batch, upload.Options{
		Gate: p.Gate, Processors: processors, Most: settings.Server.Batches(), Wait: p.BatchWait,
	})
	s := &Service{
		settings: settings, parts: p, door: &door{p.Gate, load}, endpoints: &endpoints.Endpoints{Values: values, Photos: pictures},
		page: pagedata.New(pagedata.Options{
			Values: values, Photos: pictures, Background: p.Background, Program: p.Version,
			Sales: settings.OGC.Sales(),
		}),
		unchanged: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuations_unchanged_total",
			Help: "Requests answered by 304: the valuation that they have is still the answer.",
		}),
		features: features.New(settings.OGC, values, processors, p.Public),
		uploads:  uploads,
		batches:  &batch.Batches{Uploads: uploads, Current: p.Current, Values: values, Log: p.Log, Now: p.Now, MadeBy: "gevel " + p.Version},
		loans:    &loans.Loans{Uploads: uploads, Current: p.Current, Values: values, Log: p.Log, Version: p.Version},
	}
	s.routers = live.NewPerEdition(func(l *live.Live) *frame.Router {
		return frame.NewRouter(s.surfaces(l.Edition.Sales().Attributes))
	})
	s.agents = agent.Handler(s.askItself, p.Version)
	s.described = live.NewPerEdition(s.describe)
	if err := s.described.Of(p.Current.Get()).err; err != nil {
		return nil, fmt.Errorf("describe the interface: %w", err)
	}
	s.Handler = access.New(settings.Access, access.Options{
		Route: s.route, Routes: routes(), Unread: load.Unread, Probes: server.Probes(), Log: p.Log,
		Lines: p.Log, Now: p.Now,
	})
	s.open = s.openPaths(newScrapes(metric.Handler(slices.Concat(
		s.Handler.Metrics(), p.Current.Metrics(), values.Metrics(), pictures.Metrics(), load.Metrics(), uploads.Metrics(),
		p.Gate.Metrics(), []prometheus.Collector{s.unchanged, metric.BuildInfo(p.Version)}, p.Metrics,
	))))
	for path := range s.open {
		if _, err := measure.Of(routeOf(path)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// surfaces returns the surfaces of the service, with the characteristics of a table for parameters.
func (s *Service) surfaces(table gevel.Attributes) []frame.Surface {
	return []frame.Surface{s.endpoints.Surface(table), s.page.Surface(table), s.features.Surface()}
}

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
// the shutdown begins, but not while the edition is lost. It names newer editions that can't answer; the log says why.
func (s *Service) readyz(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		w.(*frame.Exchange).Fail(&gevel.Error{Code: gevel.Unavailable, Message: "the service is shutting down"})
		return
	}
	live := s.parts.Current.Get()
	if err := live.Lost(); err != nil {
		w.(*frame.Exchange).Fail(err)
		return
	}
	ready := readiness{Status: "ready", Edition: live.Edition.ID()}
	for _, r := range s.parts.Current.Refused() {
		ready.Refused = append(ready.Refused, refusedEdition(r))
	}
	_ = frame.WriteJSON(w, http.StatusOK, ready)
}

// Drain makes readyz say that no further requests should be sent here. Requests that come are answered nevertheless.
func (s *Service) Drain() { s.draining.Store(true) }

// End ends the batches that are in work, and answers that no one reads.
func (s *Service) End() {
	s.uploads.End()
	s.door.load.Unread.End()
}
