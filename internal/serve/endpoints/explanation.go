package endpoints

import (
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/value/explain"
)

// GET /v1/homevalue/explanation: a valuation and why.

func (s *Endpoints) explanation(c frame.Call, in ExplainedInput) (frame.Answer, error) {
	e, err := s.Values.Explain(c, in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: present.NewWhy(e, in.Home.Overrides, in.Language), Meta: present.Meta(e.Valuation)}, nil
}

// Explain values a home and says why, and records the valuation where that is asked for.
func (v *Values) Explain(c frame.Call, asked HomeInput) (explain.Explanation, error) {
	t, err := v.Trace(c, asked)
	if err != nil {
		return explain.Explanation{}, err
	}
	e, err := Explainer(c.Live).ExplainTrace(t, asked.Overrides)
	if err != nil {
		return e, err
	}
	return e, v.Record(c, asked, e.Valuation)
}
