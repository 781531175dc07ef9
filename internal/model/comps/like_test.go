package comps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

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
