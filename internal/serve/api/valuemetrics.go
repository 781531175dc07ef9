package api

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
)

// valueMetrics count what became of requests for a value, and what kept answers from being given.
type valueMetrics struct {
	byClass   [gevel.HighestClass + 1]prometheus.Counter
	byReason  map[gevel.Code]prometheus.Counter
	photos    prometheus.Counter
	log       prometheus.Counter
	unchanged prometheus.Counter
}

func newValueMetrics(registry *prometheus.Registry) *valueMetrics {
	values := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gevel_valuations_total", Help: "Valuations given, by confidence class.",
	}, []string{"class"})
	refusals := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gevel_valuations_refused_total", Help: "Homes asked about that could not be valued, by reason.",
	}, []string{"reason"})
	m := &valueMetrics{
		byReason: make(map[gevel.Code]prometheus.Counter),
		photos: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_photos_errors_total", Help: "Times that photos, or a catalogue of them, could not be read.",
		}),
		log: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuation_log_errors_total", Help: "Valuations that could not be recorded and so were not answered.",
		}),
		unchanged: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuations_unchanged_total",
			Help: "Requests that were told that the valuation they have is still the answer.",
		}),
	}
	registry.MustRegister(values, refusals, m.photos, m.log, m.unchanged)
	for class := range m.byClass {
		m.byClass[class] = values.WithLabelValues(strconv.Itoa(class))
	}
	for code := range statuses {
		if cannotBeValued(code) {
			m.byReason[code] = refusals.WithLabelValues(string(code))
		}
	}
	return m
}

// valued counts a valuation, or why there is none. Faults of ours are no refusals.
func (m *valueMetrics) valued(v gevel.Valuation, err error) {
	if err == nil {
		m.byClass[v.Class].Inc()
		return
	}
	if refused, ok := m.byReason[gevel.CodeOf(err)]; ok {
		refused.Inc()
	}
}
