package api

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// otherRoute is the label of whatever is no route of the service, so that callers
// can't make labels.
const otherRoute = "other"

// durationBuckets are seconds: from a tenth of a millisecond, what an answer from
// memory costs, to the handler's timeout.
var durationBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// metrics are what /metrics answers. Their children are bound once, because looking
// one up by its labels costs more than counting.
type metrics struct {
	registry *prometheus.Registry
	routes   map[string]*routeMetrics
	values   *valueMetrics
}

type routeMetrics struct {
	byStatus map[int]prometheus.Counter
	duration prometheus.Observer
}

// countedStatuses are the statuses that the service answers with.
var countedStatuses = []int{200, 204, 206, 302, 304, 400, 401, 403, 404, 405, 412, 413, 415, 416, 429, 500, 503}

func newMetrics(s *Service) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), routes: make(map[string]*routeMetrics)}
	requests := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gevel_http_requests_total", Help: "Requests answered.",
	}, []string{"route", "status"})
	durations := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "gevel_http_request_duration_seconds", Help: "Time from request to answer.", Buckets: durationBuckets,
	}, []string{"route"})
	m.registry.MustRegister(
		requests, durations,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		editionMetrics{s.current}, keyMetrics{s.gate}, buildInfo(s.version),
	)
	m.values = newValueMetrics(m.registry)
	m.registry.MustRegister(loadMetrics(s)...)
	m.registry.MustRegister(batchMetrics(s.batches)...)
	for _, route := range routeLabels() {
		r := &routeMetrics{byStatus: make(map[int]prometheus.Counter), duration: durations.WithLabelValues(route)}
		for _, status := range countedStatuses {
			r.byStatus[status] = requests.WithLabelValues(route, strconv.Itoa(status))
		}
		r.byStatus[0] = requests.WithLabelValues(route, otherRoute)
		m.routes[route] = r
	}
	return m
}

func routeLabels() []string {
	routes := []string{
		otherRoute, imagesPath, openAPIPath, pageOpenAPI, batchPath, batchOpenAPIPath, "/healthz", "/readyz", "/metrics",
	}
	for _, of := range surfaces(nil) {
		for _, e := range of.endpoints {
			routes = append(routes, e.base+e.path)
		}
	}
	return routes
}

// observe counts an answer.
func (m *metrics) observe(route string, status int, took time.Duration) {
	r, ok := m.routes[route]
	if !ok {
		r = m.routes[otherRoute]
	}
	counter, ok := r.byStatus[status]
	if !ok {
		counter = r.byStatus[0]
	}
	counter.Inc()
	r.duration.Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
}

// buildInfo says which program answers.
func buildInfo(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gevel_build_info", Help: "The program that answers; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}
