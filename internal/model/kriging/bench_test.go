package kriging

import (
	"context"
	"math/rand/v2"
	"testing"
)

// BenchmarkSolve conditions a home of a rich market on 32 of 200 sales near it.
func BenchmarkSolve(b *testing.B) {
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
	solver, near, at := NewSolver(s, &k, 32), make([]int32, candidates), 0
	for b.Loop() {
		for i := range near {
			near[i] = int32((at + 3*i) % sites)
		}
		at += 7919
		solver.Solve(&home, near, one)
	}
}

// broadMarket invents the homes of a market like King County, of sixteen traits.
func broadMarket(n int) ([]Site, []float64) {
	rng := rand.New(rand.NewPCG(2, 2))
	sites, residual := district(rng, n)
	for i := range sites {
		for len(sites[i].Traits) < 16 {
			sites[i].Traits = append(sites[i].Traits, float32(rng.NormFloat64()))
		}
	}
	return sites, residual
}

// BenchmarkFitTrend learns the trend of 15 000 sales, kernel and all or under a given one.
func BenchmarkFitTrend(b *testing.B) {
	sites, residual := broadMarket(15_000)
	given := startTrendKernel(16, 1)
	fit := func(kernel *TrendKernel) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				if _, _, err := FitTrend(context.Background(), sites, residual, kernel); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("given", fit(&given))
	b.Run("fitted", fit(nil))
}

// BenchmarkEstimateTrend estimates a home by 1 000 inducing sites.
func BenchmarkEstimateTrend(b *testing.B) {
	sites, _ := broadMarket(mostInducing)
	m := &Trend{Kernel: startTrendKernel(16, 1), Sites: sites, Coef: make([]float64, len(sites))}
	m.Prepare()
	for b.Loop() {
		m.Estimate(&sites[7])
	}
}
