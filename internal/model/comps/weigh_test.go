package comps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// drawFound draws comparables with adjusted prices.
func drawFound(t *rapid.T) []Comparable {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Comparable {
		return Comparable{
			Row:        rapid.Int32().Draw(t, "row"),
			Similarity: rapid.Float64Range(1e-6, 1).Draw(t, "similarity"),
			Adjusted:   rapid.Float64Range(10, 15).Draw(t, "adjusted"),
		}
	}), 1, Used).Draw(t, "found")
}

func TestIndicationLiesAmongTheAdjustedPrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		found := drawFound(t)
		in := Weigh(found)
		low, high, sum := math.Inf(1), math.Inf(-1), 0.0
		for _, c := range found {
			low, high, sum = math.Min(low, c.Adjusted), math.Max(high, c.Adjusted), sum+c.Weight
		}
		if in.Value < low-1e-9 || in.Value > high+1e-9 || math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%+v of %v to %v with weights of %v", in, low, high, sum)
		}
		if in.Effective < 1-1e-9 || in.Effective > float64(len(found))+1e-9 {
			t.Fatalf("%+v of %d comparables", in, len(found))
		}
	})
}

func TestAdjustingAllAlikeMovesTheIndicationAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		found := drawFound(t)
		before := Weigh(found)
		by := rapid.Float64Range(-1, 1).Draw(t, "by")
		for i := range found {
			found[i].Adjusted += by
		}
		if after := Weigh(found); math.Abs(after.Value-before.Value-by) > 1e-9 {
			t.Fatalf("moved by %v instead of %v", after.Value-before.Value, by)
		}
	})
}

// alike returns n comparables that are as similar as each other and adjusted to nearly
// the same.
func alike(n int) []Comparable {
	found := make([]Comparable, n)
	for i := range found {
		found[i] = Comparable{Row: int32(i), Similarity: 0.1, Adjusted: 12 + 0.01*float64(i)}
	}
	return found
}

func TestOneOutlyingPriceHardlyMovesTheIndication(t *testing.T) {
	for what, similarity := range map[string]float64{"one of ten": 0.1, "the most similar by far": 1} {
		found := alike(10)
		found[9].Similarity = similarity
		before := Weigh(slices.Clone(found)).Value
		found[9].Adjusted = 15
		if after := Weigh(found).Value; math.Abs(after-before) > 0.05 {
			t.Errorf("%s: a price 20 times too high moves the indication by %v", what, after-before)
		}
	}
}

func TestNoComparableWeighsMoreThanItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		found := drawFound(t)
		for i := range found {
			found[i].Adjusted = 12
		}
		most := 1 / float64(min(leastCounting, len(found)))
		Weigh(found)
		for _, c := range found {
			if c.Weight > most+1e-9 {
				t.Fatalf("%+v of %d carries more than %v", c, len(found), most)
			}
		}
	})
}

func TestMoreSimilarNeverWeighsLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		found := drawFound(t)
		for i := range found {
			found[i].Adjusted = 12
		}
		Weigh(found)
		slices.SortFunc(found, moreSimilar)
		for i := 1; i < len(found); i++ {
			if found[i].Weight > found[i-1].Weight {
				t.Fatalf("%+v carries more than %+v", found[i], found[i-1])
			}
		}
	})
}

// randomSales are of homes of some types around home, many of them sold twice.
func randomSales(rng *rand.Rand, n int) []gevel.Sale {
	sales := make([]gevel.Sale, n)
	types := []gevel.BuildType{0, gevel.Tussenwoning, gevel.Hoekwoning, gevel.Portiekflat, gevel.VrijstaandeWoning}
	for i := range sales {
		sales[i] = saleLike(fmt.Sprintf("%03d", i), func(s *gevel.Sale) {
			s.DwellingID = fmt.Sprint("home ", rng.IntN(n/2))
			s.At.X += 4000 * rng.NormFloat64()
			s.At.Y += 4000 * rng.NormFloat64()
			s.Date -= gevel.Date(rng.IntN(2000))
			s.BuildType = types[rng.IntN(len(types))]
			s.BuildYear = gevel.Some(1900 + rng.IntN(120))
			s.UseSurface = gevel.Opt[int]{V: 30 + rng.IntN(300), Known: rng.IntN(20) > 0}
		})
	}
	return sales
}

func TestAlikeAreThoseThatAreFoundFirstWithoutLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 8, 40, 200} {
		for range 20 {
			s, found := find(randomSales(rng, n)...)
			near := s.Grid.Nearest(home.Place, 200, 2*Reach, nil, nil)
			candidates, _ := Candidates(s, Query{Home: &home, Day: day, Near: near}, nil)
			got := Alike(s, near, candidates, 12, nil)
			want := found[:min(12, len(found))]
			if !slices.EqualFunc(got, want, func(a, b Comparable) bool {
				return a.Row == b.Row && math.Abs(a.Similarity/b.Similarity-1) < 1e-12
			}) {
				t.Errorf("of %d sales\n%v\nare alike, want\n%v", n, got, want)
			}
		}
	}
	if got := Alike(market.NewSales(gevel.Standard(), nil), nil, nil, 12, nil); len(got) > 0 {
		t.Errorf("of no sales %v are alike", got)
	}
}
