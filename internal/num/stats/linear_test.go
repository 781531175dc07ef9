package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawSPD makes a well conditioned symmetric positive definite matrix.
func drawSPD(n int, rng *rand.Rand) []float64 {
	a := make([]float64, n*n)
	for i := range n {
		for j := range i {
			a[i*n+j] = rng.NormFloat64() / float64(n)
			a[j*n+i] = a[i*n+j]
		}
		a[i*n+i] = 2 + rng.Float64()
	}
	return a
}

func multiply(a, x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		for j := range x {
			y[i] += a[i*len(x)+j] * x[j]
		}
	}
	return y
}

func TestSolveSPDSolves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		a, want := drawSPD(n, rng), make([]float64, n)
		for i := range want {
			want[i] = rng.NormFloat64()
		}
		got := multiply(a, want)
		if err := SolveSPD(a, got); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if !near(got[i], want[i], 1e-10) {
				t.Fatalf("x[%d] = %v, want %v", i, got[i], want[i])
			}
		}
	})
}

func TestForwardFactoredGivesTheQuadraticForm(t *testing.T) {
	a, b := []float64{4, 2, 2, 3}, []float64{2, 5}
	if err := FactorSPD(a, 2); err != nil {
		t.Fatal(err)
	}
	x := slices.Clone(b)
	if err := errors.Join(forwardFactored(a, x), SolveFactored(a, b)); err != nil {
		t.Fatal(err)
	}
	if got, want := dot(x, x), 2*b[0]+5*b[1]; !near(got, want, 1e-14) {
		t.Errorf("quadratic form = %v, want %v", got, want)
	}
}

func TestSolveSPDRefusesWhatIsNotPositiveDefinite(t *testing.T) {
	for _, a := range [][]float64{
		{0}, {-1}, {math.NaN()}, {1, 1, 1, 1}, {1, 2, 2, 1}, {1, 0, 0, math.Inf(1)},
	} {
		n := int(math.Sqrt(float64(len(a))))
		if err := SolveSPD(slices.Clone(a), make([]float64, n)); !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("SolveSPD(%v) = %v, want %v", a, err, ErrNotPositiveDefinite)
		}
	}
	if err := SolveSPD(make([]float64, 3), make([]float64, 2)); err == nil || errors.Is(err, ErrNotPositiveDefinite) {
		t.Errorf("SolveSPD of a wrong shape = %v, want an error that says so", err)
	}
}

func TestSolveSPDDoesNotAllocate(t *testing.T) {
	const n = 40
	spd, a, b := drawSPD(n, rand.New(rand.NewPCG(1, 1))), make([]float64, n*n), make([]float64, n)
	if allocs := testing.AllocsPerRun(20, func() {
		copy(a, spd)
		_ = SolveSPD(a, b)
	}); allocs != 0 {
		t.Errorf("SolveSPD allocates %v times, want 0", allocs)
	}
}

func TestNNLSMeetsTheConditionsOfTheMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, n := rapid.IntRange(1, 30).Draw(t, "rows"), rapid.IntRange(1, 10).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		gram, moments := make([]float64, n*n), make([]float64, n)
		for range rows { // fewer rows than unknowns: columns depend on each other
			y, row := rng.NormFloat64(), make([]float64, n)
			for i := range row {
				row[i] = rng.NormFloat64()
			}
			for i := range row {
				moments[i] += row[i] * y
				for j := range row {
					gram[i*n+j] += row[i] * row[j]
				}
			}
		}
		x, err := NNLS(gram, moments)
		if err != nil {
			t.Fatal(err)
		}
		for i, gx := range multiply(gram, x) {
			gradient := gx - moments[i]
			if x[i] < 0 || gradient < -1e-6 || x[i] > 0 && math.Abs(gradient) > 1e-6 {
				t.Fatalf("x[%d] = %v with gradient %v", i, x[i], gradient)
			}
		}
	})
}

func TestNNLSKeepsTheFreeSolutionWhenItIsPositive(t *testing.T) {
	got, err := NNLS([]float64{2, 1, 1, 3}, []float64{4, 7})
	if err != nil || !near(got[0], 1, 1e-12) || !near(got[1], 2, 1e-12) {
		t.Errorf("NNLS = %v, %v, want [1 2]", got, err)
	}
}

func TestNNLSRefusesWhatIsNoProblem(t *testing.T) {
	if got, err := NNLS([]float64{1, 2}, []float64{1, 2}); err == nil {
		t.Errorf("NNLS of a wrong shape = %v, want an error", got)
	}
	if got, err := NNLS([]float64{math.NaN()}, []float64{1}); err == nil {
		t.Errorf("NNLS of NaN = %v, want an error", got)
	}
}

func BenchmarkSolveSPD100(b *testing.B) {
	const n = 100
	spd, a, x := drawSPD(n, rand.New(rand.NewPCG(1, 1))), make([]float64, n*n), make([]float64, n)
	b.ReportAllocs()
	for b.Loop() {
		copy(a, spd)
		_ = SolveSPD(a, x)
	}
}
