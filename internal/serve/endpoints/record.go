package endpoints

import (
	"log/slog"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Values values homes for endpoints and batches: it records each valuation where that is asked for, and counts it.
type Values struct {
	recorder Recorder // nil where valuations are not recorded
	log      *slog.Logger
	metrics  *valueMetrics
	traces   *traces
}

// NewValues returns Values that record with a recorder, nil for none.
func NewValues(recorder Recorder, log *slog.Logger) *Values {
	return &Values{recorder, log, newValueMetrics(), newTraces()}
}

// Metrics returns the counters of valuations.
func (v *Values) Metrics() []prometheus.Collector {
	return append(v.metrics.collectors(), v.traces.lookups)
}

// Records reports whether valuations are recorded.
func (v *Values) Records() bool { return v.recorder != nil }

// Recorder keeps valuations: see valuationlog.
type Recorder interface {
	Append(r valuationlog.Entry) error
}

// Value values a home, and records the valuation where that is asked for.
func (v *Values) Value(c frame.Call, asked HomeInput) (answer gevel.Valuation, err error) {
	t, err := v.traces.get(c.Live, asked)
	if err == nil {
		answer = c.Live.Valuer.Valuation(t)
		err = v.Record(c, asked, answer)
	}
	v.metrics.valued(answer.Value, err)
	return answer, err
}

// ValueAlone is the value of Value. What is recorded is the whole valuation.
func (v *Values) ValueAlone(c frame.Call, asked HomeInput) (answer gevel.Value, err error) {
	if v.Records() {
		whole, err := v.Value(c, asked)
		return whole.Value, err
	}
	t, err := v.traces.get(c.Live, asked)
	if err == nil {
		answer = c.Live.Valuer.ValueOf(t)
	}
	v.metrics.valued(answer, err)
	return answer, err
}

// Passing is Value for one home of many: it keeps no trace.
func (v *Values) Passing(c frame.Call, asked HomeInput) (gevel.Valuation, error) {
	answer, err := c.Live.Valuer.Value(asked)
	if err == nil {
		err = v.Record(c, asked, answer)
	}
	v.metrics.valued(answer.Value, err)
	return answer, err
}

// PassingAlone is ValueAlone for a home of many.
func (v *Values) PassingAlone(c frame.Call, asked HomeInput) (gevel.Value, error) {
	if v.Records() {
		whole, err := v.Passing(c, asked)
		return whole.Value, err
	}
	answer, err := c.Live.Valuer.ValueAlone(asked)
	v.metrics.valued(answer, err)
	return answer, err
}

// Available returns nil exactly when Value answers.
func (v *Values) Available(c frame.Call, asked HomeInput) error {
	if v.traces.has(c.Live, asked) {
		return nil
	}
	return c.Live.Valuer.Available(asked)
}

// Trace returns all numbers of a valuation, which others may be reading too.
func (v *Values) Trace(c frame.Call, asked HomeInput) (*valuation.Trace, error) {
	return v.traces.get(c.Live, asked)
}

// Record records a valuation where that is asked for. Error: gevel.Unavailable, and then the valuation is not answered.
func (v *Values) Record(c frame.Call, asked HomeInput, answer gevel.Valuation) error {
	return v.record(c, asked, answer, nil)
}

// RecordWorksheet is Record for a valuation with a worksheet.
func (v *Values) RecordWorksheet(c frame.Call, asked HomeInput, answer gevel.Valuation, w present.Worksheet) error {
	return v.record(c, asked, answer, &w)
}

func (v *Values) record(c frame.Call, asked HomeInput, answer gevel.Valuation, w *present.Worksheet) error {
	if v.recorder == nil {
		return nil
	}
	r, err := valuationlog.NewEntry(asked, answer, c.Live.Edition.Sales().Attributes)
	if err == nil && w != nil {
		err = r.Judged(*w)
	}
	if err == nil {
		r.Time, r.Request, r.Key, r.KeyName, r.Endpoint = c.Now, c.Exchange.ID, c.Exchange.Key.ID, c.Exchange.Key.Name,
			c.Exchange.Route
		err = v.recorder.Append(r)
	}
	if err != nil {
		v.metrics.unrecorded.Inc()
		v.log.Error("a valuation was not recorded", slog.String("id", c.Exchange.ID), slog.Any("error", err))
		return &gevel.Error{Code: gevel.Unavailable, Message: "the valuation could not be recorded", Err: err}
	}
	return nil
}

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
