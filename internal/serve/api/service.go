// Package api is the service as one handler: it wires the five endpoints, the page's, batches and the documentation to
// their paths.
//
// A request goes request id, log and metrics, shedding, route, key, then parse, ask, render. Each handler returns an
// answer or an error; one place writes both.
package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Settings are those of all subjects. Zero is their default.
type Settings struct {
	Access AccessSettings `embed:""`
	Load   LoadSettings   `embed:""`
	Server ServerSettings `embed:""`
	Batch  BatchSettings  `embed:""`
	Page   PageSettings   `embed:""`
}

// Validate refuses settings that can't be meant.
func (s *Settings) Validate() error {
	return errors.Join(s.Load.Validate(), s.Server.Validate(), s.Batch.Validate(), s.Access.Validate())
}

// Parts are what a service answers from. All from ImageHandler to Metrics may be left out.
type Parts struct {
	Current   *Current
	Gate      *keystore.Gate
	Photos    *photos.Store
	ImageURLs photos.Links
	Version   string // of the program
	Log       *slog.Logger
	Now       func() time.Time

	// Images serves those of the image URLs that are of the service, below /images/; nil where none are.
	Images ImageHandler
	// FrontPage answers browsers at /; without one / leads to the documentation.
	FrontPage FrontPage
	// Background is the map under the page's.
	Background Underlay
	// Valuations records each valuation before it is answered; a valuation that can't be recorded is answered 503.
	Valuations Recorder
	// AccessLog takes the line of each request; nil is Log.
	AccessLog *slog.Logger
	// BatchWait waits for the rate of a key in a batch; nil is by the clock of the machine.
	BatchWait func(context.Context, time.Duration) error
	// Metrics are those of what runs beside the service.
	Metrics []prometheus.Collector
}

// ImageHandler writes an image, or returns an error and has written nothing.
type ImageHandler func(http.ResponseWriter, *http.Request) error

// Service is the HTTP handler of the whole service.
type Service struct {
	*AccessHandler
	current   *Current
	gate      *keystore.Gate
	load      *Load
	endpoints *Endpoints
	page      *PageAnswers
	batches   *Batches
	images    ImageHandler
	frontPage FrontPage
	version   string

	open      map[string]http.Handler // answered without a key, by path
	routers   *PerEdition[*router]
	described *PerEdition[descriptions]
	unchanged prometheus.Counter
	draining  atomic.Bool
}

// New returns the service.
func New(settings Settings, p Parts) (*Service, error) {
	load := NewLoad(settings.Load, settings.Server.Downloads())
	values, pictures := NewValues(p.Valuations, p.Log), NewPhotos(p.Photos, p.ImageURLs)
	s := &Service{
		current: p.Current, gate: p.Gate, load: load, images: p.Images, frontPage: p.FrontPage, version: p.Version,
		endpoints: &Endpoints{Values: values, Photos: pictures},
		page: NewPageAnswers(PageOptions{
			Values: values, Photos: pictures, Downloads: load.Downloads, Background: p.Background, Program: p.Version,
		}),
		batches: NewBatches(settings.Batch, BatchOptions{
			Current: p.Current, Gate: p.Gate, Values: values, Singles: load.Answers.Came, Log: p.Log, Now: p.Now, Wait: p.BatchWait,
		}),
		unchanged: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuations_unchanged_total",
			Help: "Requests that were told that the valuation they have is still the answer.",
		}),
	}
	s.routers = NewPerEdition(func(l *Live) *router { return newRouter(s.surfaces(l.Edition.Sales().Attributes)) })
	s.described = NewPerEdition(s.describe)
	if err := s.described.Of(p.Current.Get()).err; err != nil {
		return nil, fmt.Errorf("describe the interface: %w", err)
	}
	s.AccessHandler = NewAccessHandler(settings.Access, AccessOptions{
		Route: s.route, Routes: s.routes(), Log: p.Log, Lines: cmp.Or(p.AccessLog, p.Log), Now: p.Now,
	})
	registry := prometheus.NewRegistry()
	registry.MustRegister(slices.Concat(
		s.AccessHandler.Metrics(), p.Current.Metrics(), values.Metrics(), pictures.Metrics(), load.Metrics(), s.batches.Metrics(),
		p.Metrics, []prometheus.Collector{
			s.unchanged, keyMetrics{p.Gate}, BuildInfo(p.Version), collectors.NewGoCollector(),
			collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		},
	)...)
	s.open = s.openPaths(promhttp.HandlerFor(registry, promhttp.HandlerOpts{DisableCompression: true}))
	return s, nil
}

// surfaces returns those of the service, with the characteristics of a table for parameters.
func (s *Service) surfaces(table gevel.Attributes) []surface {
	return []surface{s.endpoints.Surface(table), s.page.Surface(table)}
}
