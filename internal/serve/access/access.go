// Package access begins and ends each request: its id, the pages of other origins that may read the answer, the line in
// the log and who is named in it, the counters of requests.
package access

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/measure"
)

// Settings say which pages may read answers, and what the log holds of callers.
type Settings struct {
	CORSOrigin   []string  `name:"cors-origin" env:"GEVEL_CORS_ORIGIN" placeholder:"ORIGIN" help:"Origins whose pages may read answers, * for any (default: none; env ${env})."`
	TrustedProxy []Network `name:"trusted-proxy" env:"GEVEL_TRUSTED_PROXY" placeholder:"NETWORK" help:"Proxies whose X-Forwarded-For says who asked, such as 10.0.0.0/8, for --log-callers (default: none; env ${env})."`
	LogCallers   bool      `env:"GEVEL_LOG_CALLERS" help:"Log network addresses of callers and whole paths, which may name a home (env ${env})."`
}

// Validate refuses an origin that no browser sends.
func (s *Settings) Validate() error {
	for _, origin := range s.CORSOrigin {
		u, err := url.Parse(origin)
		if origin == anyOrigin || err == nil && u.Host != "" && origin == u.Scheme+"://"+u.Host {
			continue
		}
		return fmt.Errorf("--cors-origin: %q is no origin such as https://homes.example, without a path",
			WithoutCredentials(origin))
	}
	return nil
}

// Options are what a handler of requests is made of.
type Options struct {
	// Route answers a request, or returns an error and has written nothing.
	Route  func(*frame.Exchange, *http.Request) error
	Routes []string // the labels of routes in metrics; others are counted together
	Unread *admission.Unread
	Probes []string     // the routes whose lines are for debugging, while all is well
	Log    *slog.Logger // of faults
	Lines  *slog.Logger // one for each request
	Now    func() time.Time
}

// Handler begins and ends each request: its id, the pages that may read its answer, the line in the log, the
// counters, and an answer where the program panicked.
type Handler struct {
	settings Settings
	options  Options
	metrics  *requestMetrics
}

// New returns a handler.
func New(s Settings, o Options) *Handler { return &Handler{s, o, newRequestMetrics(o.Routes)} }

// Metrics returns the counters of requests.
func (h *Handler) Metrics() []prometheus.Collector {
	return []prometheus.Collector{h.metrics.requests, h.metrics.durations}
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := frame.NewExchange(w, r, h.options.Now(), h.options.Log, h.options.Unread)
	debug.SetPanicOnFault(true) // the edition lies in files
	defer func() { h.finish(x, r, recover()) }()
	if h.cors(x, r) {
		return
	}
	if err := h.options.Route(x, r); err != nil {
		x.Fail(err)
	}
	if r.ProtoMajor == 2 && x.Bytes > 0 {
		x.Finish()
	}
}

// Which pages may read answers.

// anyOrigin lets pages of every origin in.
const anyOrigin = "*"

// preflightSeconds is how long a browser may remember a preflight: a day, the most that Firefox accepts.
const preflightSeconds = "86400"

// allowedHeaders are what a page may send: of questions, batches and agents.
const allowedHeaders = "Authorization, Content-Type, If-None-Match, Range, " + frame.RequestIDHeader +
	", Mcp-Method, Mcp-Name, Mcp-Protocol-Version"

// Welcomes reports whether pages of an origin may read answers.
func (h *Handler) Welcomes(origin string) bool {
	return slices.Contains(h.settings.CORSOrigin, anyOrigin) || slices.Contains(h.settings.CORSOrigin, origin)
}

// cors lets pages of the configured origins read answers. It returns true when the
// request was a preflight and is answered.
func (h *Handler) cors(x *frame.Exchange, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if len(h.settings.CORSOrigin) == 0 || origin == "" {
		return false
	}
	header := x.Header()
	header.Add("Vary", "Origin")
	if !h.Welcomes(origin) {
		return false
	}
	if slices.Contains(h.settings.CORSOrigin, anyOrigin) {
		origin = anyOrigin
	}
	header.Set("Access-Control-Allow-Origin", origin)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		header.Set("Access-Control-Expose-Headers", frame.RequestIDHeader+", "+frame.VersionHeader+", ETag, Retry-After")
		return false
	}
	header.Set("Access-Control-Allow-Methods", string(measure.Get+", "+measure.Post))
	header.Set("Access-Control-Allow-Headers", allowedHeaders)
	header.Set("Access-Control-Max-Age", preflightSeconds)
	x.WriteHeader(http.StatusNoContent)
	return true
}

// durationBuckets are seconds: from a tenth of a millisecond, what an answer from
// memory costs, to the handler's timeout.
var durationBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// requestMetrics count requests by route.
type requestMetrics struct {
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	routes    []string
}

// countedStatuses are the statuses that the service answers with.
var countedStatuses = []int{200, 204, 206, 302, 304, 400, 401, 403, 404, 405, 412, 413, 415, 416, 429, 500, 503}

func newRequestMetrics(routes []string) *requestMetrics {
	m := &requestMetrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gevel_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "gevel_http_request_duration_seconds", Help: "Time from request to answer.", Buckets: durationBuckets,
		}, []string{"route"}),
		routes: append(routes, frame.OtherRoute),
	}
	for _, route := range m.routes { // each begins at 0
		m.durations.WithLabelValues(route)
		for _, status := range append(countedStatuses, 0) {
			m.requests.WithLabelValues(route, statusLabel(status))
		}
	}
	return m
}

func statusLabel(status int) string {
	if !slices.Contains(countedStatuses, status) {
		return frame.OtherRoute
	}
	return strconv.Itoa(status)
}

// observe counts an answer.
func (m *requestMetrics) observe(route string, status int, took time.Duration) {
	if !slices.Contains(m.routes, route) {
		route = frame.OtherRoute
	}
	m.requests.WithLabelValues(route, statusLabel(status)).Inc()
	m.durations.WithLabelValues(route).Observe(took.Seconds())
}
