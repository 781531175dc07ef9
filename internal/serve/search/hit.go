package search

import (
	"cmp"
	"slices"
)

// hit is a found address.
type hit struct {
	cost       int
	place, row int32
	flags      flags
	isWhole    bool // the street's whole name or the whole postal code is said
	isSaid     bool // number, letter and extension equal the query's
}

// isGuess reports whether the query does not say the address.
func (h hit) isGuess() bool { return h.flags&(isWrong|isLost) != 0 }

// ranked returns the hits, the cheapest first and each row once.
func ranked(hits []hit) []hit {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.place, b.place), cmp.Compare(a.row, b.row))
	})
	seen := map[int32]bool{}
	kept := hits[:0]
	for _, h := range hits {
		if !seen[h.row] {
			seen[h.row] = true
			kept = append(kept, h)
		}
	}
	return kept
}

// isMeant reports whether a query says the first hit and no other: the only one that complete words say, with its number,
// letter and extension. A street's whole name comes before the end of another's.
func isMeant(hits []hit) bool {
	said := func(h hit) bool { return h.isSaid && h.flags&(isBegun|isWrong|isLost) == 0 }
	if len(hits) == 1 && hits[0].cost < costOfSuffix { // the only home of a street needs no number
		return hits[0].flags&(isBegun|isWrong|isLost) == 0
	}
	all, whole := 0, 0
	for _, h := range hits {
		if said(h) {
			all++
			if h.isWhole {
				whole++
			}
		}
	}
	return len(hits) > 0 && said(hits[0]) && (whole == 1 && hits[0].isWhole || whole == 0 && all == 1)
}
