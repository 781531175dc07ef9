package api

import (
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/value/explain"
)

// GET /page/explanation: a valuation and why.

func (p *PageAnswers) pageExplanation(c call, in pageHomeInput) (answer, error) {
	e, err := p.explain(c, in.home)
	if err != nil {
		return answer{}, err
	}
	return answer{data: present.NewWhy(e, in.home.Overrides, in.language), meta: present.Meta(e.Valuation)}, nil
}

// explain values a home and says why, and records the valuation where that is asked for.
func (p *PageAnswers) explain(c call, asked homeInput) (explain.Explanation, error) {
	e, err := derivedOf(c).explainer.Explain(asked)
	if err != nil {
		return e, err
	}
	return e, p.values.Record(c, asked, e.Valuation)
}
