package kriging

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestUnlikeIsTheMeanDistanceOfTheMostLikeSites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "sites")
		s := &Sites{
			Traits: rapid.SliceOfN(rapid.Float32Range(-4, 4), 2*n, 2*n).Draw(t, "traits"),
			Kinds:  rapid.SliceOfN(rapid.Int32Range(0, 2), n, n).Draw(t, "kinds"),
		}
		traits := rapid.SliceOfN(rapid.Float32Range(-4, 4), 2, 2).Draw(t, "subject")
		kind := rapid.Int32Range(0, 2).Draw(t, "kind")
		var candidates []int32
		var distances []float64
		for i := range n {
			candidates = append(candidates, int32(i))
			square := 0.0
			for d := range 2 {
				diff := float64(traits[d] - s.Traits[2*i+d])
				square += diff * diff
			}
			if s.Kinds[i] != kind {
				square++
			}
			distances = append(distances, math.Sqrt(square))
		}
		slices.Sort(distances)
		want := 0.0
		for _, d := range distances[:min(alike, n)] {
			want += d / float64(min(alike, n))
		}
		if got := s.Unlike(traits, []int32{kind}, candidates); math.Abs(got-want) > 1e-5 {
			t.Fatalf("Unlike = %v, want %v", got, want)
		}
	})
}
