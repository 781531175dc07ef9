package handpicked

import (
	"cmp"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
)

// Picker chooses comparables as a person might who knows nothing that the model does not: what the choice of a person
// is worth at least.
type Picker int

// The pickers. A table is learned from the first three; a person looks for likeness too, which the others choose by.
const (
	Nearest Picker = iota
	Latest
	Random
	Pickers

	Alike = Pickers
)

// Pick returns a copy of n comparables, or of all where there are no more. Subject is the row of the sale that is
// valued: by its id Random chooses.
func (p Picker) Pick(s *market.Sales, found []comps.Comparable, n int, subject int32) []comps.Comparable {
	chosen := slices.Clone(found)
	slices.SortFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(a.Row, b.Row) })
	switch p {
	case Nearest:
		slices.SortStableFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(a.Distance, b.Distance) })
	case Latest:
		slices.SortStableFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(s.Date[b.Row], s.Date[a.Row]) })
	case Random:
		random := rand.New(rand.NewPCG(seedOf(s.ID(int(subject))), 0))
		random.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	case Alike:
		slices.SortStableFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(b.Similarity, a.Similarity) })
	}
	return chosen[:min(n, len(chosen))]
}

// seedOf returns a number that follows from the id of a sale: rows change when others become known.
func seedOf(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id))
	return h.Sum64()
}

// Errors are the errors, log price less indication, of what each picker chooses, for each of Counts.
type Errors [Pickers][len(Counts)]float32

// ErrorsOf returns the errors of what pickers choose of the comparables of a sale with a log price.
func ErrorsOf(s *market.Sales, found []comps.Comparable, subject int32) (e Errors) {
	price := math.Log(float64(s.Price[subject]))
	for p := range Pickers {
		ranked := p.Pick(s, found, len(found), subject)
		for k, n := range Counts {
			e[p][k] = float32(price - comps.Weigh(slices.Clone(ranked[:min(n, len(ranked))])).Value)
		}
	}
	return e
}
