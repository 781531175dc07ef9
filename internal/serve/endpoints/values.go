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
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The three endpoints of values: their handlers, and the two smaller answers; the full one
// is present.Homevalue. The answers bear the field names, their order and their words of
// the service's description; the OpenAPI schemas are read off them.

type homevalueValueResponse struct {
	WeightedValue   gevel.Euro `json:"weightedValue" doc:"whole euros"`
	ConfidenceClass int        `json:"confidenceClass" min:"0" max:"5" doc:"5 is the highest confidence, 0 the lowest"`
}

type homevalueAvailableResponse struct {
	Available bool `json:"available" doc:"true exactly when /homevalue with the same parameters answers 200"`
}

func (s *Endpoints) homevalue(c frame.Call, asked HomeInput) (frame.Answer, error) {
	v, err := s.Values.Value(c, asked, Wish{Whole: true})
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: present.NewHomevalue(v, asked.Overrides), Meta: present.Meta(v)}, nil
}

func (s *Endpoints) homevalueValue(c frame.Call, asked HomeInput) (frame.Answer, error) {
	v, err := s.Values.Value(c, asked, Wish{})
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: homevalueValueResponse{v.Weighted, int(v.Class)}, Meta: present.ValueMeta(v.Value)}, nil
}

func (s *Endpoints) homevalueAvailable(c frame.Call, asked HomeInput) (frame.Answer, error) {
	meta := map[string]string{"edition": c.Live.Edition.ID()}
	err := c.Live.Valuer.Available(asked)
	code := gevel.CodeOf(err)
	if err != nil && !frame.CannotBeValued(code) {
		return frame.Answer{}, err
	}
	if err != nil {
		meta["reason"] = string(code)
	}
	return frame.Answer{Data: homevalueAvailableResponse{Available: err == nil}, Meta: meta}, nil
}

// GET /v1/homevalue/comparables: the list of evidence of a valuation, and what each sale is adjusted for.

type homevalueComparablesResponse struct {
	Comparables []present.WhyComparable `json:"comparables" doc:"sales of the home's list of evidence, each with its differences"`
	Shares      listedShares            `json:"shares" doc:"of the value that these sales leave; with their own shares they add up to 1"`
}

type listedShares struct {
	Others  float64 `json:"others" doc:"of the sales of other homes that are not in this answer"`
	OwnSale float64 `json:"ownSale" doc:"of the home's own last sale"`
	Model   float64 `json:"model" doc:"of what all sales together say about characteristics and place"`
}

func (s *Endpoints) comparables(c frame.Call, in comparablesInput) (frame.Answer, error) {
	var listed explain.Listed
	v, err := s.Values.Value(c, in.Home, Wish{Then: func(t *valuation.Trace, _ *gevel.Valuation) (_ *present.Worksheet, err error) {
		listed, err = Explainer(c.Live).Evidence(t, in.wanted, in.order)
		return nil, err
	}})
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: homevalueComparablesResponse{
		present.NewWhyComparables(listed.Comparables, in.Language), listedShares{listed.Others, listed.OwnSale, listed.Model},
	}, Meta: present.ValueMeta(v.Value)}, nil
}

// GET /v1/homevalue/explanation: a valuation and why.

func (s *Endpoints) explanation(c frame.Call, in ExplainedInput) (frame.Answer, error) {
	e, err := s.Values.Explain(c, in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: present.NewWhy(e, in.Home.Overrides, in.Language), Meta: present.Meta(e.Valuation)}, nil
}

// Explain values a home and says why, and records the valuation where that is asked for.
func (v *Values) Explain(c frame.Call, asked HomeInput) (e explain.Explanation, err error) {
	_, err = v.Value(c, asked, Wish{Then: func(t *valuation.Trace, _ *gevel.Valuation) (_ *present.Worksheet, err error) {
		e, err = Explainer(c.Live).ExplainTrace(t, asked.Overrides)
		return nil, err
	}})
	return e, err
}

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
		v.metrics.unrecorded.Inc() // the log says when that begins and ends
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
