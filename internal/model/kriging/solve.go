package kriging

import (
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/stats"
)

// Solver predicts with a kernel. It holds workspace: use one per goroutine.
type Solver struct {
	source Source
	p      prepared
	most   int

	asked   Sites // the subject alone
	subject probe
	// Of each candidate, to the subject:
	unlike []uint64
	nearby []float64
	near   Sites   // the candidates
	places []int32 // in near: 0, 1, 2 and so on

	picked    []stats.Ranked // by covariance; their items are places
	rows      []int32        // of the picked, in the source
	chosen    Sites          // the picked by themselves
	one       probe          // of the chosen
	others    []uint64       // how unlike it is to those before it
	matrix    []float64
	toSubject []float64
	weights   []float64
}

// NewSolver returns a solver that conditions on at most so many sites.
func NewSolver(s Source, k *Kernel, most int) *Solver {
	return &Solver{
		source: s, p: k.prepare(), most: most,
		asked: s.Empty(), near: s.Empty(), chosen: s.Empty(),
	}
}

// Solution has the weights of the residuals at sites in the residual at the subject.
// The slices are valid until the next call of the solver.
type Solution struct {
	Sites   []int32
	Weights []float64
	// Variance of the residual at the subject, without the noise of a single price.
	Variance float64
}

// Solve chooses the candidates that say most about the subject, and weighs them. noiseScale multiplies the noise of
// a site: 1 for an ordinary price, more for a price that its neighbours do not explain.
func (s *Solver) Solve(subject *Site, candidates []int32, noiseScale func(site int32) float64) Solution {
	s.asked.clear()
	s.asked.Add(subject)
	s.subject.set(&s.asked, 0)
	return s.solve(candidates, noiseScale)
}

// solve is Solve for the subject in s.subject.
func (s *Solver) solve(candidates []int32, noiseScale func(site int32) float64) Solution {
	s.pick(candidates)
	out := Solution{Variance: s.p.variance()}
	n := len(s.picked)
	if n == 0 {
		return out
	}
	s.fill(noiseScale)
	if err := stats.FactorSPD(s.matrix, n); err != nil {
		return out // sites on top of each other without noise add no information; the prior remains
	}
	copy(s.weights, s.toSubject)
	if err := stats.SolveFactored(s.matrix, s.weights); err != nil {
		return out
	}
	out.Sites, out.Weights = s.rows, s.weights
	for i, w := range s.weights {
		out.Variance -= w * s.toSubject[i]
	}
	out.Variance = math.Max(out.Variance, 0)
	return out
}

// pick keeps the candidates with the largest covariance with the subject, by falling
// covariance: later sums must not depend on the candidates' order.
func (s *Solver) pick(candidates []int32) {
	s.unlike, s.nearby = sized(s.unlike, len(candidates)), sized(s.nearby, len(candidates))
	s.source.Lay(candidates, &s.near)
	for i := len(s.places); i < len(candidates); i++ {
		s.places = append(s.places, int32(i))
	}
	s.p.covariances(&s.subject, &s.near, s.places[:len(candidates)], s.unlike, s.nearby)
	s.picked = s.picked[:0]
	for i, c := range candidates {
		s.picked = append(s.picked, stats.Ranked{By: s.nearby[i], Row: c, Item: int32(i)})
	}
	if len(s.picked) > s.most {
		stats.SelectRanked(s.picked, s.most)
		s.picked = s.picked[:s.most]
	}
	stats.SortRanked(s.picked)
}

// fill sets the covariances of the picked sites, lower triangle.
func (s *Solver) fill(noiseScale func(int32) float64) {
	n := len(s.picked)
	s.matrix, s.toSubject, s.weights = sized(s.matrix, n*n), sized(s.toSubject, n), sized(s.weights, n)
	s.others = sized(s.others, n)
	s.chosen.clear()
	s.rows = s.rows[:0]
	for i, a := range s.picked {
		s.chosen.take(&s.near, a.Item)
		s.rows, s.toSubject[i] = append(s.rows, a.Row), a.By
	}
	for i, a := range s.picked { // a loop of its own, which waits for many lines of memory at once
		s.matrix[i*n+i] = s.p.variance() + s.p.noise*noiseScale(a.Row)
	}
	for i := range s.picked {
		s.one.set(&s.chosen, int32(i))
		s.p.covariances(&s.one, &s.chosen, s.places[:i], s.others, s.matrix[i*n:])
	}
}

// sized returns a slice of n values, in the memory of x if that suffices.
func sized[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }
