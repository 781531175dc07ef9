package kriging

import (
	"math"
	"slices"

	"github.com/gevel/gevel/internal/stats"
)

// Solver predicts with a kernel. It holds scratch room: use one per goroutine.
type Solver struct {
	sites  *Sites
	kernel *Kernel
	p      prepared
	most   int

	picked    []pick
	at        []Site
	nearby    []float64
	matrix    []float64
	toSubject []float64
	weights   []float64
	rows      []int32
}

type pick struct {
	site       int32
	covariance float64
}

// NewSolver returns a solver that conditions on at most so many sites.
func NewSolver(s *Sites, k *Kernel, most int) *Solver {
	return &Solver{sites: s, kernel: k, p: k.prepare(), most: most}
}

// Weighing is how much the residual at each site counts in that at the subject.
// The slices are valid until the next call of the solver.
type Weighing struct {
	Sites   []int32
	Weights []float64
	// Variance of the residual at the subject, without the noise of a single price.
	Variance float64
}

// Weigh chooses, of the candidates, those that say most about the subject, and
// weighs them. odd multiplies the noise of a site: 1 for an ordinary price, more
// for one that its neighbours do not explain.
func (s *Solver) Weigh(subject *Site, candidates []int32, odd func(site int32) float64) Weighing {
	s.pick(subject, candidates)
	out := Weighing{Variance: s.p.variance()}
	n := len(s.picked)
	if n == 0 {
		return out
	}
	s.fill(odd)
	if err := stats.FactorSPD(s.matrix, n); err != nil {
		return out // sites on top of each other without noise say nothing; the prior stands
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

// pick keeps the candidates with the largest covariance with the subject, in the order of
// the candidates when all are kept and by falling covariance otherwise.
func (s *Solver) pick(subject *Site, candidates []int32) {
	s.at, s.picked = s.at[:0], s.picked[:0]
	for _, c := range candidates {
		s.at = append(s.at, s.sites.At(c, s.kernel))
	}
	s.nearby = slices.Grow(s.nearby[:0], len(candidates))[:len(candidates)]
	s.p.covariances(subject, s.at, s.nearby)
	for i, c := range candidates {
		s.picked = append(s.picked, pick{c, s.nearby[i]})
	}
	if len(s.picked) > s.most {
		stats.SelectFunc(s.picked, s.most, closer)
		s.picked = s.picked[:s.most]
		slices.SortFunc(s.picked, closer)
	}
}

// closer orders sites by falling covariance, equal ones by number.
func closer(a, b pick) int {
	switch {
	case a.covariance > b.covariance:
		return -1
	case a.covariance < b.covariance:
		return 1
	}
	return int(a.site - b.site)
}

// fill sets the covariances of the picked sites, lower triangle.
func (s *Solver) fill(odd func(int32) float64) {
	n := len(s.picked)
	s.matrix = slices.Grow(s.matrix[:0], n*n)[:n*n]
	s.toSubject = slices.Grow(s.toSubject[:0], n)[:n]
	s.weights = slices.Grow(s.weights[:0], n)[:n]
	s.at, s.rows = s.at[:0], s.rows[:0]
	for i, a := range s.picked {
		s.at = append(s.at, s.sites.At(a.site, s.kernel))
		s.rows = append(s.rows, a.site)
		s.toSubject[i] = a.covariance
		s.p.covariances(&s.at[i], s.at[:i], s.matrix[i*n:][:i])
		s.matrix[i*n+i] = s.p.variance() + s.p.noise*odd(a.site)
	}
}
