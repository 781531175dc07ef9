package api

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
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
	v, err := c.live.Valuer.Value(asked)
	if err != nil {
		return answer{}, err
	}
	return answer{present.NewHomevalue(v, asked.Overrides), present.Meta(v)}, nil
}

func (s *Service) homevalueValue(c call, asked homeInput) (answer, error) {
	v, err := c.live.Valuer.Value(asked)
	if err != nil {
		return answer{}, err
	}
	return answer{homevalueValue{v.Weighted, int(v.Class)}, present.Meta(v)}, nil
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
	return answer{homevalueAvailable{Available: err == nil}, meta}, nil
}
