package endpoints

import (
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
)

// GET /v1/homevalue/comparables: the comparables of a valuation, and what each is adjusted for.

type homevalueComparablesResponse struct {
	Comparables []present.WhyComparable `json:"comparables" doc:"as in /v1/homevalue/explanation, each with its differences"`
}

func (s *Endpoints) comparables(c frame.Call, in ExplainedInput) (frame.Answer, error) {
	t, err := s.Values.Trace(c, in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	list, err := Explainer(c.Live).ComparablesOf(t)
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{
		Data: homevalueComparablesResponse{present.NewWhyComparables(list, in.Language)},
		Meta: present.ValueMeta(c.Live.Valuer.ValueOf(t)),
	}, nil
}
