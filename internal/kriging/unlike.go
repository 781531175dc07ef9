package kriging

import "math"

// alike is over how many of the most like sites the distance is taken: fewer would hang
// on a single one.
const alike = 5

// Unlike returns how far the most like of the sites in candidates lie from a subject in
// traits and kinds, their place aside, in units of the traits' scale; another kind
// counts as one unit. It is 0 without candidates.
func (s *Sites) Unlike(traits []float32, kinds []int32, candidates []int32) float64 {
	var least [alike]float32 // squares, ascending
	n := 0
	for _, c := range candidates {
		limit := float32(math.Inf(1))
		if n == alike {
			limit = least[alike-1]
		}
		square, near := s.apart(c, traits, kinds, limit)
		if !near {
			continue
		}
		n = min(n+1, alike)
		at := n - 1
		for ; at > 0 && least[at-1] > square; at-- {
			least[at] = least[at-1]
		}
		least[at] = square
	}
	sum := 0.0
	for _, square := range least[:n] {
		sum += math.Sqrt(float64(square))
	}
	return sum / math.Max(1, float64(n))
}

// apart returns the squared distance of a site in traits and kinds, and whether it is
// below the limit: most sites are beyond it after a few traits.
func (s *Sites) apart(site int32, traits []float32, kinds []int32, limit float32) (square float32, near bool) {
	at := int(site) * len(traits)
	own := s.Traits[at : at+len(traits)]
	for i, z := range traits {
		diff := z - own[i]
		if square += diff * diff; square >= limit {
			return square, false
		}
	}
	at = int(site) * len(kinds)
	for i, kind := range kinds {
		if kind != s.Kinds[at+i] {
			square++
		}
	}
	return square, square < limit
}
