package gbm

import "math"

// Monotone constraints. A node whose column must rise may not predict less on its right
// than on its left; and everything that grows later on its left stays at or below the
// middle of the two values, everything on its right at or above. Two rows that differ
// in that column only part at such a node, so the constraint holds between any two
// rows, not just inside a leaf. (A missing value has no place in the order: the
// constraint is among known values.)

// bounds is the range a node's value must keep to.
type bounds struct {
	low, high float64
}

// unbounded is the range of a root.
var unbounded = bounds{math.Inf(-1), math.Inf(1)}

func (b bounds) clamp(v float64) float64 { return min(max(v, b.low), b.high) }

// divide returns the bounds of a node's children, given their values and the direction
// (+1 rises, -1 falls, 0 free) of the column it is split on.
func (b bounds) divide(direction int8, left, right float64) (l, r bounds) {
	l, r = b, b
	middle := left/2 + right/2
	switch {
	case direction > 0:
		l.high, r.low = middle, middle
	case direction < 0:
		l.low, r.high = middle, middle
	}
	return l, r
}

// breaks reports whether a pair of children would go against the direction.
func breaks(direction int8, left, right float64) bool {
	return direction > 0 && left > right || direction < 0 && left < right
}
