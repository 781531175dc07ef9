package api

import (
	"log/slog"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/valuationlog"
)

// The three endpoints of values: their handlers, and the two smaller answers; the full one
// is present.Homevalue. The answers bear the field names, their order and their words of
// the service's description; the OpenAPI schemas are read off them.

type homevalueValue struct {
	WeightedValue   gevel.Euro `json:"weightedValue" doc:"whole euros"`
	ConfidenceClass int        `json:"confidenceClass" min:"0" max:"5" doc:"5 is the highest confidence, 0 the lowest"`
}

type homevalueAvailable struct {
	Available bool `json:"available" doc:"true exactly when /homevalue with the same parameters answers 200"`
}

func (s *Service) homevalue(c call, asked homeInput) (answer, error) {
	v, err := s.value(c, asked)
	if err != nil {
		return answer{}, err
	}
	return answer{data: present.NewHomevalue(v, asked.Overrides), meta: present.Meta(v)}, nil
}

func (s *Service) homevalueValue(c call, asked homeInput) (answer, error) {
	v, err := s.value(c, asked)
	if err != nil {
		return answer{}, err
	}
	return answer{data: homevalueValue{v.Weighted, int(v.Class)}, meta: present.Meta(v)}, nil
}

func (s *Service) homevalueAvailable(c call, asked homeInput) (answer, error) {
	meta := map[string]string{"edition": c.live.Edition.ID()}
	err := c.live.Valuer.Available(asked)
	code := gevel.CodeOf(err)
	if err != nil && !cannotBeValued(code) {
		return answer{}, err
	}
	if err != nil {
		meta["reason"] = string(code)
	}
	return answer{data: homevalueAvailable{Available: err == nil}, meta: meta}, nil
}

// Recorder keeps valuations: see valuationlog.
type Recorder interface {
	Append(r valuationlog.Record) error
}

// value values a home, and records it where that is asked for.
func (s *Service) value(c call, asked homeInput) (gevel.Valuation, error) {
	v, err := c.live.Valuer.Value(asked)
	if err == nil {
		err = s.record(c, asked, v)
	}
	s.metrics.values.valued(v, err)
	return v, err
}

// record records a valuation where that is asked for. Error: gevel.Unavailable, and then nobody
// is to see it.
func (s *Service) record(c call, asked homeInput, v gevel.Valuation) error {
	if s.valuations == nil {
		return nil
	}
	r, err := valuationlog.NewRecord(asked, v, c.live.Edition.Sales().Attributes)
	if err == nil {
		r.Time, r.Request, r.Key, r.KeyName, r.Endpoint = c.now, c.exchange.id, c.exchange.key.ID, c.exchange.key.Name, c.exchange.route
		err = s.valuations.Append(r)
	}
	if err != nil {
		s.metrics.values.log.Inc()
		s.log.Error("a valuation was not recorded", slog.String("id", c.exchange.id), slog.Any("error", err))
		return &gevel.Error{Code: gevel.Unavailable, Message: "the valuation could not be recorded", Err: err}
	}
	return nil
}
