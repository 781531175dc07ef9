package spread

// What it costs to impute characteristics that are not known. Most holdouts are homes whose
// characteristics were observed, so some of them are valued a second time with their
// characteristics masked: as if nothing of what can be imputed had been observed.

import "math"

// Masked is the error of a home with its characteristics masked, beside that of the same home
// when they were observed.
type Masked struct {
	Observed, Masked Holdout
	Characteristic   int // one that was then masked alone
	// Moved is the square of what masking that one changed of the hedonic estimate, log euros
	// squared.
	Moved float64
}

const (
	// priorImputed is what imputing all characteristics adds to an error before holdouts are
	// seen, in log euros; it counts as priorHoldouts.
	priorImputed = 0.1
	// movedPrior is the pseudo-count of masking any characteristic moving values alike, and of
	// that of all house type groups in each.
	movedPrior = 20.0
	// addedRounds is how often the range is halved in which an addition lies: it is then
	// known to a millionth of a log euro.
	addedRounds = 20
)

// FitImputed learns what each characteristic adds to the size of the error when it is imputed:
// together, in squares, what makes errors of masked homes as large in units of their size as
// those of observed ones, and each in proportion to how much masking it alone moves estimates.
// None is below zero, so that a characteristic that is observed never makes a home less sure.
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

// maskedVariance returns what masking adds to the size of errors, log euros squared, with a
// prior of a pseudo-count.
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
// added so many log euros to it.
func (m *Model) maskedScaled(pairs []Masked, added float64) float64 {
	sum := 0.0
	for i := range pairs {
		masked := pairs[i].Masked
		masked.Imputed = added * added
		sum += masked.Weight * masked.scaled(m)
	}
	return sum
}

// movesOf returns by how much masking each characteristic alone moves estimates, log euros
// squared.
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

// sharesOf returns the part of each characteristic in the sum of the moves of those that are
// imputable; the others have none.
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
