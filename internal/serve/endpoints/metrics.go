package endpoints

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// valueMetrics count valuations by class, refusals by reason, and valuations that could not be recorded.
type valueMetrics struct {
	values, refusals *prometheus.CounterVec
	byClass          [gevel.HighestClass + 1]prometheus.Counter
	byReason         map[gevel.Code]prometheus.Counter
	unrecorded       prometheus.Counter
}

func newValueMetrics() *valueMetrics {
	values := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gevel_valuations_total", Help: "Valuations given, by confidence class.",
	}, []string{"class"})
	refused := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "gevel_valuations_refused_total", Help: "Homes asked about that could not be valued, by reason.",
	}, []string{"reason"})
	m := &valueMetrics{
		values: values, refusals: refused, byReason: make(map[gevel.Code]prometheus.Counter),
		unrecorded: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuation_log_errors_total", Help: "Valuations that could not be recorded and so were not answered.",
		}),
	}
	for class := range m.byClass {
		m.byClass[class] = values.WithLabelValues(strconv.Itoa(class))
	}
	for _, code := range frame.Refusals() {
		m.byReason[code] = refused.WithLabelValues(string(code))
	}
	return m
}

func (m *valueMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.values, m.refusals, m.unrecorded}
}

// valued counts a valuation, or why there is none. Faults of ours are no refusals.
func (m *valueMetrics) valued(v gevel.Value, err error) {
	if err == nil {
		m.byClass[v.Class].Inc()
		return
	}
	if refused, ok := m.byReason[gevel.CodeOf(err)]; ok {
		refused.Inc()
	}
}
