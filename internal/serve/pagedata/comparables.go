package pagedata

import (
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
)

// GET /page/comparables: the comparables of a valuation, and what each is adjusted for.

type pageComparables struct {
	Comparables []present.WhyComparable `json:"comparables" doc:"as in /page/explanation, each with its differences"`
}

func (p *Page) comparables(c frame.Call, in homeInput) (frame.Answer, error) {
	t, err := p.values.Trace(c, in.home)
	if err != nil {
		return frame.Answer{}, err
	}
	list, err := derivedOf(c).explainer.ComparablesOf(t)
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Data: pageComparables{present.NewWhyComparables(list, in.language)}}, nil
}
