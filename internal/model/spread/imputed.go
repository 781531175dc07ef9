package spread

// The loss of certainty from imputing characteristics. Most holdouts are homes with observed characteristics, so
// some of them are valued a second time with everything that can be imputed masked.

import "math"

// Masked is the error of a home with its characteristics masked, and of the same home with them observed.
type Masked struct {
	Observed, Masked Holdout
	Characteristic   int // one that was also masked alone
	// Moved is the square of the change of the hedonic estimate from masking that one alone, log euros squared.
	Moved float64
}

const (
	// priorImputed is the error that imputing all characteristics adds before holdouts are
	// seen, in log euros; its pseudo-count is priorHoldouts.
	priorImputed = 0.1
	// movedPrior is the pseudo-count of two priors: that masking any characteristic moves values alike, and
	// that all house type groups move alike.
	movedPrior = 20.0
	// addedRounds is the number of bisections of the range of an addition: it is then
	// known to a millionth of a log euro.
	addedRounds = 20
)

// FitImputed learns the variance that each characteristic adds to the error when it is imputed. Their sum makes errors
// of masked homes as large, in units of their size, as errors of observed homes. Each is in proportion to the effect on
// estimates of masking it alone. None is below zero, so that observing a characteristic never makes a home less sure.
//
// imputable says per house type group and characteristic whether it is ever imputed.
func (m *Model) FitImputed(pairs []Masked, imputable [][]bool) {
	alike := make([]float64, len(imputable[0]))
	for c := range alike {
		alike[c] = priorImputed * priorImputed / float64(len(alike))
	}
	moves := movesOf(pairs, alike)
	variance := m.maskedVariance(pairs, priorImputed*priorImputed, priorHoldouts)
	byGroups := make([][]Masked, len(imputable))
	for i := range pairs {
		g := pairs[i].Masked.Segments[Group]
		byGroups[g] = append(byGroups[g], pairs[i])
	}
	m.Imputed = make([][]float64, len(imputable))
	for g, members := range byGroups {
		shares := sharesOf(movesOf(members, moves), imputable[g])
		total := m.maskedVariance(members, variance, segmentPrior)
		for c := range shares {
			shares[c] *= total
		}
		m.Imputed[g] = shares
	}
}

// maskedVariance returns the variance that masking adds to errors, log euros squared, with a prior of a pseudo-count.
func (m *Model) maskedVariance(pairs []Masked, prior, count float64) float64 {
	n, observed := 0.0, 0.0
	for i := range pairs {
		n += pairs[i].Observed.Weight
		observed += pairs[i].Observed.Weight * pairs[i].Observed.scaled(m)
	}
	low, high := 0.0, maxSize
	for range addedRounds {
		added := (low + high) / 2
		if m.maskedScaled(pairs, added) > observed {
			low = added
		} else {
			high = added
		}
	}
	return (n*low*low + count*prior) / (n + count)
}

// maskedScaled returns the sum of the errors of masked homes in units of their size, if masking
// adds a number of log euros to the size.
func (m *Model) maskedScaled(pairs []Masked, added float64) float64 {
	sum := 0.0
	for i := range pairs {
		masked := pairs[i].Masked
		masked.Imputed = added * added
		sum += masked.Weight * masked.scaled(m)
	}
	return sum
}

// movesOf returns the mean squared change of estimates from masking each characteristic alone, log euros squared.
func movesOf(pairs []Masked, prior []float64) []float64 {
	moves, n := make([]float64, len(prior)), make([]float64, len(prior))
	for c, p := range prior {
		moves[c], n[c] = movedPrior*p, movedPrior
	}
	for i := range pairs {
		p := &pairs[i]
		moves[p.Characteristic] += p.Masked.Weight * p.Moved
		n[p.Characteristic] += p.Masked.Weight
	}
	for c := range moves {
		moves[c] /= n[c]
	}
	return moves
}

// sharesOf returns the share of each imputable characteristic in the sum of their moves; the others have none.
func sharesOf(moves []float64, imputable []bool) []float64 {
	shares, total := make([]float64, len(moves)), 0.0
	for c, move := range moves {
		if imputable[c] {
			shares[c] = move
			total += move
		}
	}
	for c := range shares {
		shares[c] /= math.Max(total, math.SmallestNonzeroFloat64)
	}
	return shares
}

// Parts are the factors of the size of an error: Middle times all of them is the
// size. Each is above 1 where it makes the error larger than the mean sale's.
type Parts struct {
	Features     Features              // each feature
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
