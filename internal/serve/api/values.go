package api

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
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

func (s *Endpoints) homevalue(c call, asked homeInput) (answer, error) {
	v, err := s.Values.Value(c, asked)
	if err != nil {
		return answer{}, err
	}
	return answer{data: present.NewHomevalue(v, asked.Overrides), meta: present.Meta(v)}, nil
}

func (s *Endpoints) homevalueValue(c call, asked homeInput) (answer, error) {
	v, err := s.Values.Value(c, asked)
	if err != nil {
		return answer{}, err
	}
	return answer{data: homevalueValueResponse{v.Weighted, int(v.Class)}, meta: present.Meta(v)}, nil
}

func (s *Endpoints) homevalueAvailable(c call, asked homeInput) (answer, error) {
	meta := map[string]string{"edition": c.live.Edition.ID()}
	err := c.live.Valuer.Available(asked)
	code := gevel.CodeOf(err)
	if err != nil && !cannotBeValued(code) {
		return answer{}, err
	}
	if err != nil {
		meta["reason"] = string(code)
	}
	return answer{data: homevalueAvailableResponse{Available: err == nil}, meta: meta}, nil
}
