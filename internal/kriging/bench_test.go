package kriging

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkWeigh conditions a home of a rich market on 64 of 200 sales near it.
func BenchmarkWeigh(b *testing.B) {
	const sites, candidates, traits, kinds = 100_000, 200, 26, 5
	rng := rand.New(rand.NewPCG(1, 1))
	s, home := NewSites(traits, kinds, sites), Site{Traits: make([]float32, traits), Kinds: make([]int32, kinds)}
	invent := func() {
		home.X, home.Y, home.Month = 3000*rng.Float64(), 3000*rng.Float64(), float32(rng.IntN(60))
		for i := range home.Traits {
			home.Traits[i] = float32(rng.NormFloat64())
		}
		for i := range home.Kinds {
			home.Kinds[i] = int32(rng.IntN(8))
		}
	}
	for range sites {
		invent()
		s.Add(&home)
	}
	k := testKernel()
	solver, near, at := NewSolver(s, &k, 64), make([]int32, candidates), 0
	for b.Loop() {
		for i := range near {
			near[i] = int32((at + 3*i) % sites)
		}
		at += 7919
		solver.Weigh(&home, near, one)
	}
}
