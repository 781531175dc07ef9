package ratio

// The bounds of the standards on the measures of vertical equity.

// Bound is a standard's bound on one measure, and whether the sales meet it.
type Bound struct {
	Measure  string  `json:"measure"`
	Figure   Figure  `json:"figure"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Met      bool    `json:"met"`
	Standard string  `json:"standard"`
}

// The standards: the one in force, and the exposure draft of the next.
const (
	iaao2013 = "IAAO 2013"
	iaao2026 = "IAAO draft of May 2026"
)

// vei names the one measure that may exceed its bounds by chance.
const vei = "VEI"

// bounds compares the measures of vertical equity with the standards. The draft accepts a VEI
// beyond its bounds if chance may have made it: if the groups' intervals overlap or lie
// no more than enoughApart from each other.
func (s *Summary) bounds() []Bound {
	const enoughApart = 10
	rows := []Bound{
		{Measure: "PRD", Figure: s.PRD, Low: 0.98, High: 1.03, Standard: iaao2013},
		{Measure: "PRB", Figure: s.PRB, Low: -0.05, High: 0.05, Standard: iaao2013},
		{Measure: "MKI", Figure: s.MKI, Low: 0.95, High: 1.05, Standard: iaao2026},
		{Measure: vei, Figure: s.VEI.Figure, Low: -10, High: 10, Standard: iaao2026},
	}
	out := rows[:0]
	for _, b := range rows {
		if !b.Figure.Known {
			continue
		}
		b.Met = b.Low <= b.Figure.Value && b.Figure.Value <= b.High ||
			b.Measure == vei && s.VEI.Significance.Value <= enoughApart
		out = append(out, b)
	}
	return out
}
