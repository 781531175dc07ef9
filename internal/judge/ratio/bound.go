package ratio

// The bounds of the standards on the measures of vertical equity.

import "github.com/gevel/gevel/internal/judge/standard"

// Bound is a standard's bound on one measure, and whether the sales meet it.
type Bound struct {
	Measure  string  `json:"measure"`
	Figure   Figure  `json:"figure"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Met      bool    `json:"met"`
	Standard string  `json:"standard"`
}

// bounds compares the measures of vertical equity with the standards. The draft accepts a VEI beyond its bounds if
// chance may have made it: if the groups' intervals overlap or lie no more than enoughApart from each other.
func (s *Summary) bounds() []Bound {
	const enoughApart = 10
	figures := map[string]Figure{
		standard.PRD: s.PRD, standard.PRB: s.PRB, standard.MKI: s.MKI, standard.VEI: s.VEI.Figure,
	}
	var out []Bound
	for _, b := range standard.Bounds {
		f := figures[b.Measure]
		if !f.Known {
			continue
		}
		met := b.Low <= f.Value && f.Value <= b.High ||
			b.Measure == standard.VEI && s.VEI.Significance.Value <= enoughApart
		out = append(out, Bound{b.Measure, f, b.Low, b.High, met, b.Source.Name})
	}
	return out
}
