package index

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSolveBandsAgreesWithElimination(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 9; n++ {
		p := newPath(n)
		for range 20 {
			p.observe(rng.Float64()*float64(n), rng.NormFloat64(), rng.Float64()+0.1)
		}
		prior := pathPrior{persistence: 0.7, innovation: 0.3, level: 2}
		d, e, f := slices.Clone(p.diagonal), slices.Clone(p.first), make([]float64, p.months)
		addPenalty(d, e, f, prior)
		dense := make([][]float64, n)
		for i := range dense {
			dense[i] = make([]float64, n)
			dense[i][i] = d[i]
			if i+1 < n {
				dense[i][i+1] = e[i]
			}
			if i+2 < n {
				dense[i][i+2] = f[i]
			}
		}
		for i := range n {
			for j := range i {
				dense[i][j] = dense[j][i]
			}
		}
		want := eliminate(dense, slices.Clone(p.right))
		for i, got := range p.solve(prior) {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Errorf("n=%d: level %d = %v, want %v", n, i, got, want[i])
			}
		}
	}
}

func eliminate(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			l := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= l * a[i][k]
			}
			b[j] -= l * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			b[i] -= a[i][j] * b[j]
		}
		b[i] /= a[i][i]
	}
	return b
}

func TestGrowthDiesOutBehindTheLastObservation(t *testing.T) {
	p := newPath(24)
	for m := range 12 {
		for range 50 {
			p.observe(float64(m), 0.01*float64(m), 1)
		}
	}
	g := p.solve(pathPrior{persistence: 0.8, innovation: 0.01})
	if got := g[12] - g[11]; got < 0.004 || got > 0.01 {
		t.Errorf("growth right behind the data = %v, want a good part of 0.01", got)
	}
	if got := g[23] - g[22]; got > 0.002 || got < 0 {
		t.Errorf("growth a year behind the data = %v, want nearly none", got)
	}
}
