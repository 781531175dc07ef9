// Package api is the online side: it answers the five endpoints of the service
// over HTTP from one edition in memory, and describes them in OpenAPI.
//
// A request goes request id, log and metrics, shedding, route, key, then
// parse, ask, render. Each handler returns an answer or an error; one place
// writes both.
package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Config is what a Service answers from. All fields from Page to BucketErrors may
// be left out.
type Config struct {
	Current   *Current
	Gate      *keystore.Gate
	Photos    *photos.Store
	ImageURLs photos.Links
	// Images serves those of the image URLs that are of the service, below /images/; nil where none are.
	Images ImageHandler
	// Page answers browsers at /; without one / leads to the documentation.
	Page Page
	// CORSOrigins are the origins whose pages may read answers; * is any.
	CORSOrigins []string
	// MaxInFlight is how many answers are worked on at once, and as many about photos; 0 is DefaultMaxInFlight.
	// A few more wait, and beyond those others are turned away with 503.
	MaxInFlight int
	// MaxConnections is how many connections are open at once, half of which may be
	// downloads; 0 is DefaultMaxConnections.
	MaxConnections int
	// MaxBatches is how many batches are answered at once; 0 is DefaultMaxBatches.
	MaxBatches int
	// MaxBatchBytes is how long the body of a batch may be; 0 is DefaultMaxBatchBytes.
	MaxBatchBytes int64
	// LogCallers lets the log hold network addresses of callers and whole paths, which may
	// name a home.
	LogCallers bool
	// Valuations records each valuation before it is answered; what can't be recorded is answered 503.
	Valuations Recorder
	// DroppedLines returns how many lines the log dropped.
	DroppedLines func() int64
	// TLS is the certificate of the service; nil is plain HTTP.
	TLS *Certificate
	// TrustedProxies are the networks of proxies whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// Access takes the line of each request; nil is Log.
	Access *slog.Logger
	// Background is a map of the operator's that the page lays under its own; nil is none.
	Background *Background
	// BackgroundFile is the file that the page finds at BackgroundURL; "" is none.
	BackgroundFile string
	// BucketErrors returns how often the bucket that editions come from failed; nil where there is none.
	BucketErrors func() int64
	Version      string // of the program
	Log          *slog.Logger
	Now          func() time.Time
}

// ImageHandler writes an image, or returns an error and has written nothing.
type ImageHandler func(http.ResponseWriter, *http.Request) error

// handlerTimeout bounds the work on one answer below /v1. Valuations stay far
// below it; a bucket of photos may not.
const handlerTimeout = 10 * time.Second

// Service is the HTTP handler of the whole service.
type Service struct {
	current     *Current
	gate        *keystore.Gate
	photos      *photos.Store
	imageURLs   photos.Links
	photoPlaces *admission // of answers about photos, apart from others: they wait for a bucket that may be away
	images      ImageHandler
	page        Page
	corsOrigins []string
	version     string
	log         *slog.Logger
	access      *slog.Logger
	now         func() time.Time

	open        map[string]http.Handler // answered without a key, by path
	metrics     *metrics
	draining    atomic.Bool
	connections *connections
	// Answers and downloads are bounded apart: slow downloads leave room for answers.
	answers, downloads *admission
	batches            *batches
	logCallers         bool
	trusted            []netip.Prefix // proxies
	certificate        *Certificate   // nil without TLS
	valuations         Recorder
	droppedLines       func() int64
	bucketErrors       func() int64
	background         *Background
	backgroundFile     backgroundFile
}

// New returns the service.
func New(c Config) (*Service, error) {
	if c.MaxInFlight == 0 {
		c.MaxInFlight = DefaultMaxInFlight()
	}
	if c.MaxConnections == 0 {
		c.MaxConnections = DefaultMaxConnections
	}
	if c.Access == nil {
		c.Access = c.Log
	}
	if c.DroppedLines == nil {
		c.DroppedLines = func() int64 { return 0 }
	}
	s := &Service{
		current: c.Current, gate: c.Gate, photos: c.Photos, imageURLs: c.ImageURLs,
		images: c.Images, bucketErrors: c.BucketErrors, valuations: c.Valuations,
		page: c.Page, background: c.Background, backgroundFile: backgroundFile{path: c.BackgroundFile},
		version: c.Version, now: c.Now, corsOrigins: c.CORSOrigins, certificate: c.TLS,
		log: c.Log, access: c.Access, logCallers: c.LogCallers, trusted: c.TrustedProxies, droppedLines: c.DroppedLines,
		connections: newConnections(c.MaxConnections),
		answers:     newAdmission(c.MaxInFlight, queuePerAnswer*c.MaxInFlight, patience),
		photoPlaces: newAdmission(c.MaxInFlight, queuePerAnswer*c.MaxInFlight, patience),
		downloads:   newAdmission(max(1, c.MaxConnections/2), 0, 0),
	}
	s.batches = newBatches(c.MaxBatches, c.MaxBatchBytes, &s.answers.came)
	if _, err := c.Current.Get().description(); err != nil {
		return nil, fmt.Errorf("describe the interface: %w", err)
	}
	s.metrics = newMetrics(s)
	s.open = map[string]http.Handler{
		"/":              http.RedirectHandler(docsPath, http.StatusFound), // where there is no page
		openAPIPath:      s.openAPI((*Live).description),
		pageOpenAPI:      s.openAPI((*Live).pageDescription),
		batchOpenAPIPath: s.openAPI((*Live).batchDescription),
		"/healthz":       http.HandlerFunc(s.healthz),
		"/readyz":        http.HandlerFunc(s.readyz),
		"/metrics":       s.metrics.handler(),
	}
	for path, page := range docsPages() {
		s.open[path] = page
	}
	return s, nil
}

const (
	openAPIPath = base + "/openapi.json"
	imagesPath  = "/images/"
)

// ServeHTTP answers one request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{ResponseWriter: w, id: requestID(r), started: s.now(), route: otherRoute}
	x.Header().Set(requestIDHeader, x.id)
	x.Header().Set("X-Content-Type-Options", "nosniff")
	defer s.finish(x, r)
	if s.cors(x, r) {
		return
	}
	if err := s.route(x, r); err != nil {
		s.fail(x, err)
	}
}

// route finds who answers.
func (s *Service) route(x *exchange, r *http.Request) error {
	path := r.URL.Path
	if route, ok := s.pageAt(r); ok {
		x.route = route
		return serveRead(s.page, x, r)
	}
	if page, ok := s.open[path]; ok {
		x.route = path
		return serveRead(page, x, r)
	}
	switch {
	case path == pageBase+accuracyPath && wantsPage(r):
		x.route = path
		x.Header().Add("Vary", "Accept, Authorization")
		return serveRead(s.open["/"], x, r)
	case below(base, path), below(pageBase, path):
		return s.serveEndpoint(x, r)
	case path == batchPath:
		return s.serveBatch(x, r)
	case s.images != nil && strings.HasPrefix(path, imagesPath):
		return s.serveImage(x, r)
	}
	return errNoPath
}

func (s *Service) serveImage(x *exchange, r *http.Request) error {
	x.route = imagesPath
	if err := s.downloads.enter(r.Context()); err != nil {
		return err
	}
	defer s.downloads.leave()
	if err := checkMethod(r); err != nil {
		return err
	}
	err := s.images(x, r)
	s.countPhotos(err)
	return err
}

// below reports whether a path is a base, or below it.
func below(base, path string) bool { return path == base || strings.HasPrefix(path, base+"/") }

var errNoPath = &gevel.Error{Code: gevel.NotFound, Message: "there is nothing at this path"}

const allowedMethods = "GET, HEAD"

func checkMethod(r *http.Request) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	return &gevel.Error{Code: gevel.MethodNotAllowed, Message: "only " + allowedMethods + " are answered here"}
}

// serveRead lets page answer, if the request only reads.
func serveRead(page http.Handler, x *exchange, r *http.Request) error {
	if err := checkMethod(r); err != nil {
		return err
	}
	page.ServeHTTP(x, r)
	return nil
}
