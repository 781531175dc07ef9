package comps

import (
	"math"
	"slices"

	"github.com/gevel/gevel/internal/edition"
)

// Alike returns the n sales that Find would return first if the leaves told no sale from the
// home: those most similar to it in what is known of every home. It needs no Shared, and
// uses dst when that has room. It costs a fraction of Find, which asks of all sales near.
func Alike(s *edition.Sales, q Query, n int, dst []Comparable) []Comparable {
	kept := dst[:0]
	if len(q.Near) == 0 {
		return kept
	}
	metres := unitsOf(s, q) // puts the nearest first
	farthest := math.Max(metres.kin, metres.other)
	for i := range q.Near {
		near := &q.Near[i]
		c := Comparable{Row: near.Item, Distance: near.Distance}
		c.Similarity = -c.Distance / farthest // its logarithm, and that is the most it can be
		if c.Distance > Reach || len(kept) == n && c.Similarity < kept[n-1].Similarity || !usable(s, c.Row) {
			continue
		}
		c.Similarity = -apart(s, near, metres, q)
		kept = keep(s, kept, c, n)
	}
	for i := range kept {
		kept[i].Similarity = math.Exp(kept[i].Similarity)
	}
	return kept
}

// keep puts a sale among the n most similar ones, of different dwellings.
func keep(s *edition.Sales, kept []Comparable, c Comparable, n int) []Comparable {
	if len(kept) == n && moreSimilar(kept[n-1], c) < 0 {
		return kept
	}
	if d := s.Dwelling[c.Row]; d >= 0 {
		if at := slices.IndexFunc(kept, func(k Comparable) bool { return s.Dwelling[k.Row] == d }); at >= 0 {
			if moreSimilar(kept[at], c) < 0 {
				return kept
			}
			kept = slices.Delete(kept, at, at+1)
		}
	}
	at, _ := slices.BinarySearchFunc(kept, c, moreSimilar)
	if len(kept) == n {
		kept = kept[:n-1]
	}
	return slices.Insert(kept, at, c)
}
