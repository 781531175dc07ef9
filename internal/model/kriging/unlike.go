package kriging

import "math"

// alike is the number of most similar sites over which the distance is averaged: with fewer it
// would depend on a single one.
const alike = 5

// Unlike returns the distance between the subject and the most similar sites among the candidates of the
// last Solution, in traits and kinds without place, in standard
// deviations; another kind counts as one. It is 0 without candidates.
func (s *Solver) Unlike() float64 {
	var least [alike]uint64 // squares, ascending
	n := 0
	for _, square := range s.unlike {
		if n == alike && square >= least[alike-1] {
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
	return sum / traitSteps / math.Max(1, float64(n))
}
