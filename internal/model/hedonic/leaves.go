package hedonic

// The leaves that homes fall into: two homes that share the leaves of many trees are the
// same kind of home to the market.

import (
	"encoding/binary"
	"math/bits"
)

// LeafTrees is the number of trees whose leaves are kept, a byte each, evenly spread over the
// models. With twice as many the comparables are no better.
const LeafTrees = 32

// Shared returns the share of the trees in which two homes fall into the same leaf; a and b
// are leaves from EstimateWithLeaves.
func Shared(a, b []uint8) float64 {
	differ := 0
	for i := 0; i < LeafTrees; i += leafWord {
		differ += differing(binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]))
	}
	return float64(LeafTrees-differ) / LeafTrees
}

// leafWord is the number of leaves that are compared at once, as one word.
const leafWord = 8

// differing returns how many of the eight bytes of x are not zero: adding sets the
// highest bit of each such byte.
func differing(x uint64) int {
	const low = 0x7f7f7f7f7f7f7f7f
	return bits.OnesCount64(((x & low) + low | x) &^ low)
}
