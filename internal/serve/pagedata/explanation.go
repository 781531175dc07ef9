package pagedata

import (
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/value/explain"
)

// GET /page/explanation: a valuation and why.

func (p *Page) explanation(c frame.Call, in homeInput) (frame.Answer, error) {
	e, err := p.explain(c, in.home)
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: present.NewWhy(e, in.home.Overrides, in.language), Meta: present.Meta(e.Valuation.Value)}, nil
}

// explain values a home and says why, and records the valuation where that is asked for.
func (p *Page) explain(c frame.Call, asked endpoints.HomeInput) (explain.Explanation, error) {
	t, err := p.values.Trace(c, asked)
	if err != nil {
		return explain.Explanation{}, err
	}
	e, err := derivedOf(c).explainer.ExplainTrace(t, asked.Overrides)
	if err != nil {
		return e, err
	}
	return e, p.values.Record(c, asked, e.Valuation)
}
