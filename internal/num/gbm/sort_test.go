package gbm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNumbersAreSorted(t *testing.T) {
	odd := []float64{
		0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 1, -1,
	}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64(), rapid.Float64Range(-100, 100))
		numbers := rapid.SliceOf(number).Draw(t, "numbers")
		want := slices.Clone(numbers)
		slices.Sort(want)
		sortNumbers(numbers)
		if !slices.Equal(numbers, want) {
			t.Fatalf("sorted %v, want %v", numbers, want)
		}
	})
}

// BenchmarkSort compares with the sort of the standard library in the same run.
func BenchmarkSort(b *testing.B) {
	column, numbers := make([]float64, 400_000), make([]float64, 400_000)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range column {
		column[i] = random.NormFloat64()
	}
	for name, sort := range map[string]func([]float64){"radix": sortNumbers, "slices": slices.Sort[[]float64]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				copy(numbers, column)
				sort(numbers)
			}
		})
	}
}
