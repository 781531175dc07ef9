package endpoints

import (
	"encoding/binary"
	"log/slog"
	"math"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Values values homes for endpoints and batches: it records each valuation where that is asked for, and counts it.
type Values struct {
	recorder Recorder // nil where valuations are not recorded
	log      *slog.Logger
	metrics  *valueMetrics
}

// NewValues returns Values that record with a recorder, nil for none.
func NewValues(recorder Recorder, log *slog.Logger) *Values {
	return &Values{recorder, log, newValueMetrics()}
}

// Metrics returns the counters of valuations.
func (v *Values) Metrics() []prometheus.Collector {
	return []prometheus.Collector{v.metrics.values, v.metrics.refusals, v.metrics.unrecorded}
}

// Recorder keeps valuations: see valuationlog.
type Recorder interface {
	Append(r valuationlog.Entry) error
}

// Wish says what is wanted of a valuation beside its value.
type Wish struct {
	Whole bool // references and statistics too
	// Then works on the trace before the valuation is recorded: what fails there is no answer, and so no entry.
	Then func(*valuation.Trace, *gevel.Valuation) (*present.Worksheet, error)
}

// Value values a home. It is the one way to a value that is answered: each is recorded, where that is asked for, and
// counted. Errors: as for Available; gevel.Unavailable where it can't be recorded, and then it is not answered.
func (v *Values) Value(c frame.Call, asked HomeInput, w Wish) (gevel.Valuation, error) {
	answer, judged, err := v.work(c.Live, asked, w)
	if err == nil && v.recorder != nil {
		err = v.record(c, asked, answer, judged)
	}
	v.metrics.valued(answer.Value, err)
	return answer, err
}

func (v *Values) work(l *live.Live, asked HomeInput, w Wish) (answer gevel.Valuation, _ *present.Worksheet, err error) {
	whole := w.Whole || v.recorder != nil // so are entries
	switch {
	case w.Then == nil && whole:
		answer, err = l.Valuer.Value(asked)
		return answer, nil, err
	case w.Then == nil:
		answer.Value, err = l.Valuer.ValueAlone(asked)
		return answer, nil, err
	}
	t, err := l.Valuer.Trace(asked)
	switch {
	case err != nil:
		return answer, nil, err
	case whole:
		answer = l.Valuer.Valuation(t)
	default:
		answer.Value = l.Valuer.ValueOf(t)
	}
	judged, err := w.Then(t, &answer)
	return answer, judged, err
}

// inquiryKey is all that a value of an edition depends on.
type inquiryKey struct {
	home gevel.AddressQuery
	day  gevel.Date
	// given has the number and the value of each characteristic that the caller gave.
	given string
}

func keyOf(l *live.Live, q gevel.Inquiry) inquiryKey {
	table := l.Edition.Sales().Attributes
	var room [64]byte
	given := room[:0]
	for i := range table {
		if v := table[i].Get(&q.Overrides); !math.IsNaN(v) {
			given = binary.LittleEndian.AppendUint64(append(given, byte(i), byte(i>>8)), math.Float64bits(v))
		}
	}
	return inquiryKey{q.AddressQuery, q.Date, string(given)}
}

// Once returns what values homes as Value does, each home of a day once however often it is asked for.
func (v *Values) Once(c frame.Call) func(HomeInput) (gevel.Value, error) {
	var known sync.Map
	return func(asked HomeInput) (gevel.Value, error) {
		one, _ := known.LoadOrStore(keyOf(c.Live, asked), sync.OnceValues(func() (gevel.Valuation, error) {
			return v.Value(c, asked, Wish{})
		}))
		answer, err := one.(func() (gevel.Valuation, error))()
		return answer.Value, err
	}
}

func (v *Values) record(c frame.Call, asked HomeInput, answer gevel.Valuation, w *present.Worksheet) error {
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
	unrecorded       prometheus.Counter
}

func newValueMetrics() *valueMetrics {
	m := &valueMetrics{
		values: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gevel_valuations_total", Help: "Valuations given, by confidence class.",
		}, []string{"class"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gevel_valuations_refused_total", Help: "Homes asked about that could not be valued, by reason.",
		}, []string{"reason"}),
		unrecorded: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gevel_valuation_log_errors_total", Help: "Valuations that could not be recorded and so were not answered.",
		}),
	}
	for class := range gevel.HighestClass + 1 { // each begins at 0
		m.values.WithLabelValues(strconv.Itoa(int(class)))
	}
	for _, code := range frame.Refusals() {
		m.refusals.WithLabelValues(string(code))
	}
	return m
}

// valued counts a valuation, or why there is none. Faults of ours are no refusals.
func (m *valueMetrics) valued(v gevel.Value, err error) {
	code := gevel.CodeOf(err)
	switch {
	case err == nil:
		m.values.WithLabelValues(strconv.Itoa(int(v.Class))).Inc()
	case frame.CannotBeValued(code):
		m.refusals.WithLabelValues(string(code)).Inc()
	}
}
