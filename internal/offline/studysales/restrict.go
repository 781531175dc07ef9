package studysales

import (
	"encoding/binary"
	"hash/fnv"

	"github.com/gevel/gevel"
)

// Restrict keeps a share of the sales, by a hash of their ids and the seed, and takes each to become known so many
// days after it at the earliest. Error: gevel.Invalid for a share or a delay that can't be.
func (s *Sales) Restrict(share float64, seed uint64, delay int) error {
	if !(share > 0 && share <= 1) {
		return gevel.Refusal("give more than 0, at most 1", "a sample of %v is no share", share)
	}
	if delay < 0 {
		return gevel.Refusal("", "no sale is known %d days before it", -delay)
	}
	if share == 1 && delay == 0 {
		return nil
	}
	var kept []int
	for row := range s.Len() {
		if hashOf(s.ID(row), seed) < share {
			kept = append(kept, row)
		}
	}
	s.Sales, s.Source.Sales = s.Sales.Select(kept, func(row int) gevel.Date {
		return max(s.Known[row], s.Date[row]+gevel.Date(delay))
	}), len(kept)
	return nil
}

// hashOf turns an id into a number from 0 to below 1.
func hashOf(id string, seed uint64) float64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, seed))
	h.Write([]byte(id))
	x := h.Sum64()
	x ^= x >> 33 // the last letters of an id reach the high bits only so
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}
