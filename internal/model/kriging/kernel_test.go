package kriging

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestUnlikeIsTheMeanDistanceOfTheMostLikeSites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		traits, kinds := rapid.IntRange(0, 5).Draw(t, "traits"), rapid.IntRange(0, 3).Draw(t, "kinds")
		home := rapid.Custom(func(t *rapid.T) Site {
			return Site{
				Traits: rapid.SliceOfN(rapid.Float32Range(-6, 6), traits, traits).Draw(t, "z"),
				Kinds:  rapid.SliceOfN(rapid.Int32Range(-1, 2), kinds, kinds).Draw(t, "k"),
			}
		})
		homes, subject := rapid.SliceOfN(home, 0, 30).Draw(t, "homes"), home.Draw(t, "subject")
		sites := NewSites(traits, kinds, 0)
		var candidates []int32
		var distances []float64
		for i := range homes {
			sites.Add(&homes[i])
			candidates = append(candidates, int32(i))
			distances = append(distances, distance(&subject, &homes[i]))
		}
		slices.Sort(distances)
		want := 0.0
		for _, d := range distances[:min(alike, len(homes))] {
			want += d / float64(min(alike, len(homes)))
		}
		k := testKernel()
		solver := NewSolver(sites, &k, 3)
		solver.Solve(&subject, candidates, one)
		if got := solver.Unlike(); math.Abs(got-want) > 1e-2 {
			t.Fatalf("Unlike = %v, want %v", got, want)
		}
	})
}

// distance returns the distance of two homes in traits and kinds.
func distance(a, b *Site) float64 {
	clamp := func(z float32) float64 { return math.Max(-Far, math.Min(Far, float64(z))) }
	square := 0.0
	for i := range a.Traits {
		square += math.Pow(clamp(a.Traits[i])-clamp(b.Traits[i]), 2)
	}
	for i := range a.Kinds {
		if a.Kinds[i] != b.Kinds[i] {
			square++
		}
	}
	return math.Sqrt(square)
}
