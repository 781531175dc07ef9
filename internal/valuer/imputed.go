package valuer

// What it costs to take traits that are not known to be the usual ones. The errors that
// teach the spread are of sales whose homes told their traits, so some of those sales are
// valued a second time, blind: as if their homes told nothing that Usual knows.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// blind is the outcome of a home that tells nothing that Usual knows.
type blind struct {
	outcome
	trait int // one that was then hidden alone
	// moved is the square of what that alone changed of the hedonic estimate, log euros
	// squared.
	moved float64
}

// blindPair is a blind error beside that of the same home when it told its traits.
type blindPair struct {
	told, blind scored
	trait       int // see blind
	moved       float64
}

const (
	// blindOutcomes is about how many outcomes of a vintage are valued blind, at most
	// twice as many: a country's would take minutes and tell no more.
	blindOutcomes = 4000
	// guessImputed is what imputing all traits is taken to add to an error before errors
	// tell, in log euros; it counts for expectedOutcomes.
	guessImputed = 0.1
	// movedPrior is for how many outcomes it counts that hiding any trait moves values
	// alike, and those of a house type group as those of all.
	movedPrior = 20.0
	// addedRounds is how often the range is halved in which an addition lies: it is then
	// known to a millionth of a log euro.
	addedRounds = 20
)

// blind values the home of a sale, h, once more. The sales near it have just been found.
// turn decides which trait is hidden alone. It returns nil where nothing is usual.
func (t *trainer) blind(d *desk, v *Vintage, row int32, h *market.Home, turn int) *blind {
	group := &v.Usual[h.BuildType.Group()]
	var usual []int
	for trait := range group.Values {
		if group.knows(trait) {
			usual = append(usual, trait)
		}
	}
	if len(usual) == 0 {
		return nil
	}
	u, hidden, one := d.usual(v, t.asked(v, row, h), h.UseSurface), h.Clone(), h.Clone()
	for _, trait := range usual {
		u.give(t.sales, &hidden, trait)
	}
	trait := usual[turn%len(usual)]
	u.give(t.sales, &one, trait)
	moved := notOdd(v.Hedonic.Estimate(&one) - float64(v.Base[row]))
	q := t.asked(v, row, &hidden)
	in := d.indicate(v, q)
	return &blind{outcome: t.outcomeOf(v, row, q, &in), trait: trait, moved: moved * moved}
}

// fitImputed learns what each trait adds to the size of the error when it is taken to be
// the usual: together, in squares, what makes blind errors as large in units of their size
// as those of homes that told, and each as much of it as hiding it alone moves estimates.
// None is below zero, so that a trait that is told never makes a home less sure.
func (s *Spread) fitImputed(pairs []blindPair, usual *[gevel.BuildGroups]Usual) {
	alike := make([]float64, len(usual[0].Values))
	for trait := range alike {
		alike[trait] = guessImputed * guessImputed / float64(len(alike))
	}
	moves := movesOf(pairs, alike)
	variance := s.blindVariance(pairs, guessImputed*guessImputed, expectedOutcomes)
	byGroups := make([][]blindPair, len(usual))
	for _, p := range pairs {
		g := p.blind.segments[byGroup]
		byGroups[g] = append(byGroups[g], p)
	}
	for g, members := range byGroups {
		shares := usual[g].shares(movesOf(members, moves))
		total := s.blindVariance(members, variance, segmentPrior)
		for trait := range shares {
			shares[trait] *= total
		}
		s.Imputed[g] = shares
	}
}

// blindVariance returns what being blind adds to the size of errors, log euros squared,
// with a prior that counts for so many pairs.
func (s *Spread) blindVariance(pairs []blindPair, prior, worth float64) float64 {
	n, told := 0.0, 0.0
	for i := range pairs {
		n += pairs[i].told.weight
		told += pairs[i].told.weight * pairs[i].told.inSizes(s)
	}
	low, high := 0.0, maxSize
	for range addedRounds {
		added := (low + high) / 2
		if s.blindScaled(pairs, added) > told {
			low = added
		} else {
			high = added
		}
	}
	return (n*low*low + worth*prior) / (n + worth)
}

// blindScaled returns the sum of the blind errors in units of their size, if being blind
// added so many log euros to it.
func (s *Spread) blindScaled(pairs []blindPair, added float64) float64 {
	sum := 0.0
	for i := range pairs {
		blind := pairs[i].blind
		blind.imputed = added * added
		sum += blind.weight * blind.inSizes(s)
	}
	return sum
}

// movesOf returns by how much hiding each trait alone moves estimates, log euros squared.
func movesOf(pairs []blindPair, prior []float64) []float64 {
	moves, n := make([]float64, len(prior)), make([]float64, len(prior))
	for trait, p := range prior {
		moves[trait], n[trait] = movedPrior*p, movedPrior
	}
	for _, p := range pairs {
		moves[p.trait] += p.blind.weight * p.moved
		n[p.trait] += p.blind.weight
	}
	for trait := range moves {
		moves[trait] /= n[trait]
	}
	return moves
}

// shares returns the part of each trait in the sum of the moves of those of which
// something is usual; the others have none.
func (u *Usual) shares(moves []float64) []float64 {
	shares, total := make([]float64, len(moves)), 0.0
	for trait, m := range moves {
		if u.knows(trait) {
			shares[trait] = m
			total += m
		}
	}
	for trait := range shares {
		shares[trait] /= math.Max(total, math.SmallestNonzeroFloat64)
	}
	return shares
}
