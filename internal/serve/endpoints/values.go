package endpoints

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
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
