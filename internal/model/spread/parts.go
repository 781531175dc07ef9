package spread

import "math"

// Parts are the factors of the size of an error: Middle times all of them is the
// size. Each is above 1 where it makes the error larger than the mean sale's.
type Parts struct {
	Features     Features              // each feature, with the doubt beyond its widest
	Segments     [SegmentKinds]float64 // each segment
	Level        float64               // the error of the market's level
	Extrapolated float64               // measures outside the trained range
	Imputed      float64               // imputed characteristics
	Bounds       float64               // the bounds of the size
	Size         float64               // the size itself, log euros
}

// PartsOf splits the size of the error at a risk into its factors.
func (m *Model) PartsOf(r *Risk) Parts {
	p := Parts{Size: m.SizeOf(r)}
	fresh := m.learned(&r.Features)
	for kind, segment := range r.Segments {
		p.Segments[kind] = m.Factors[kind][segment]
		fresh *= p.Segments[kind]
	}
	for f := range p.Features {
		p.Features[f] = m.effect(Feature(f), r)
	}
	doubted := withLevelError(fresh, r)
	p.Level = doubted / fresh
	for i, d := range doubts {
		wider := r.doubted(doubted, m.doubt(i, r))
		p.Features[d.feature] *= wider / doubted
		doubted = wider
	}
	extrapolated := r.doubted(doubted, math.Sqrt(r.Extrapolated))
	p.Extrapolated = extrapolated / doubted
	whole := r.doubted(extrapolated, math.Sqrt(r.Imputed))
	p.Imputed = whole / extrapolated
	p.Bounds = p.Size / whole
	return p
}

// effect returns the factor of a feature on the error, relative to its mean.
func (m *Model) effect(f Feature, r *Risk) float64 {
	return math.Exp(m.Size[f] * (r.Features[f] - m.Mean[f]))
}
