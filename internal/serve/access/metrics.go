package access

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel/internal/serve/frame"
)

// durationBuckets are seconds: from a tenth of a millisecond, what an answer from
// memory costs, to the handler's timeout.
var durationBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// requestMetrics count requests by route. Their children are bound once, because looking
// one up by its labels costs more than counting.
type requestMetrics struct {
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	routes    map[string]*routeMetrics
}

type routeMetrics struct {
	byStatus map[int]prometheus.Counter
	duration prometheus.Observer
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
		routes: make(map[string]*routeMetrics),
	}
	for _, route := range append(routes, frame.OtherRoute) {
		r := &routeMetrics{byStatus: make(map[int]prometheus.Counter), duration: m.durations.WithLabelValues(route)}
		for _, status := range countedStatuses {
			r.byStatus[status] = m.requests.WithLabelValues(route, strconv.Itoa(status))
		}
		r.byStatus[0] = m.requests.WithLabelValues(route, frame.OtherRoute)
		m.routes[route] = r
	}
	return m
}

// observe counts an answer.
func (m *requestMetrics) observe(route string, status int, took time.Duration) {
	r, ok := m.routes[route]
	if !ok {
		r = m.routes[frame.OtherRoute]
	}
	counter, ok := r.byStatus[status]
	if !ok {
		counter = r.byStatus[0]
	}
	counter.Inc()
	r.duration.Observe(took.Seconds())
}
