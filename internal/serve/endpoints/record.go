package endpoints

import (
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/valuationlog"
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
func (v *Values) Metrics() []prometheus.Collector { return v.metrics.collectors() }

// Records reports whether valuations are recorded.
func (v *Values) Records() bool { return v.recorder != nil }

// Recorder keeps valuations: see valuationlog.
type Recorder interface {
	Append(r valuationlog.Entry) error
}

// Value values a home, and records the valuation where that is asked for.
func (v *Values) Value(c frame.Call, asked HomeInput) (gevel.Valuation, error) {
	answer, err := c.Live.Valuer.Value(asked)
	if err == nil {
		err = v.Record(c, asked, answer)
	}
	v.metrics.valued(answer, err)
	return answer, err
}

// Record records a valuation where that is asked for. Error: gevel.Unavailable, and then the valuation is not answered.
func (v *Values) Record(c frame.Call, asked HomeInput, answer gevel.Valuation) error {
	if v.recorder == nil {
		return nil
	}
	r, err := valuationlog.NewEntry(asked, answer, c.Live.Edition.Sales().Attributes)
	if err == nil {
		r.Time, r.Request, r.Key, r.KeyName, r.Endpoint = c.Now, c.Exchange.ID, c.Exchange.Key.ID, c.Exchange.Key.Name, c.Exchange.Route
		err = v.recorder.Append(r)
	}
	if err != nil {
		v.metrics.unrecorded.Inc()
		v.log.Error("a valuation was not recorded", slog.String("id", c.Exchange.ID), slog.Any("error", err))
		return &gevel.Error{Code: gevel.Unavailable, Message: "the valuation could not be recorded", Err: err}
	}
	return nil
}
