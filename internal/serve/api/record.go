package api

import (
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
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
	Append(r valuationlog.Record) error
}

// Value values a home, and records the valuation where that is asked for.
func (v *Values) Value(c call, asked homeInput) (gevel.Valuation, error) {
	answer, err := c.live.Valuer.Value(asked)
	if err == nil {
		err = v.Record(c, asked, answer)
	}
	v.metrics.valued(answer, err)
	return answer, err
}

// Record records a valuation where that is asked for. Error: gevel.Unavailable, and then the valuation is not answered.
func (v *Values) Record(c call, asked homeInput, answer gevel.Valuation) error {
	if v.recorder == nil {
		return nil
	}
	r, err := valuationlog.NewRecord(asked, answer, c.live.Edition.Sales().Attributes)
	if err == nil {
		r.Time, r.Request, r.Key, r.KeyName, r.Endpoint = c.now, c.exchange.id, c.exchange.key.ID, c.exchange.key.Name, c.exchange.route
		err = v.recorder.Append(r)
	}
	if err != nil {
		v.metrics.unrecorded.Inc()
		v.log.Error("a valuation was not recorded", slog.String("id", c.exchange.id), slog.Any("error", err))
		return &gevel.Error{Code: gevel.Unavailable, Message: "the valuation could not be recorded", Err: err}
	}
	return nil
}
