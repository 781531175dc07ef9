package api

import "github.com/gevel/gevel/internal/present"

// GET /page/comparables: the comparables of a valuation, and what each is adjusted for.

type pageComparables struct {
	Comparables []present.WhyComparable `json:"comparables" doc:"those of /page/explanation, each with its differences"`
}

func (p *PageAnswers) pageComparables(c call, in pageHomeInput) (answer, error) {
	list, err := derivedOf(c).explainer.Comparables(in.home)
	if err != nil {
		return answer{}, err
	}
	return answer{data: pageComparables{present.NewWhyComparables(list, in.language)}}, nil
}
