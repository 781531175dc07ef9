package gbm

// The search for the best split of a leaf's rows.

import "math"

// noise is the share of a leaf's score below which a gain is rounding error.
const noise = 1e-12

// split is a split of a leaf.
type split struct {
	gain        float64 // decrease of the loss score, for categories less the gain by chance; 0 when there is no split
	column      int
	code        uint32   // numeric: the largest code that goes left
	missingLeft bool     // numeric: where the missing go
	categories  *codeSet // categorical: the codes that go left
	left        tally    // of the rows that go left
	leftValue   float64
	rightValue  float64
}

// codeSet is a set of codes.
type codeSet [wideSlots / 64]uint64

func (s *codeSet) add(code uint32)      { s[code/64] |= 1 << (code % 64) }
func (s *codeSet) has(code uint32) bool { return s[code/64]>>(code%64)&1 == 1 }

// goesLeft reports where a code goes.
func (s *split) goesLeft(code uint32) bool {
	if s.categories != nil {
		return s.categories.has(code)
	}
	first := s.firstKnown()
	// The subtraction wraps: a missing code that isn't to go left becomes the largest.
	return code-first <= s.code-first
}

// firstKnown returns the lowest code in the order of a numeric split.
func (s *split) firstKnown() uint32 {
	if s.missingLeft {
		return missingCode
	}
	return missingCode + 1
}

// partsKnown reports whether rows with a known value go both ways; if not, the split is between missing and known.
func (s *split) partsKnown() bool { return s.categories == nil && s.code != missingCode }

// beats orders splits: more gain first, then the lower column.
func (s *split) beats(other *split) bool {
	return s.gain > other.gain || s.gain == other.gain && s.column < other.column && s.gain > 0
}

// search is the state of looking for the best split of one leaf in one group of columns.
type search struct {
	p       *Params
	scale   *scale
	total   tally
	l2      float64
	within  bounds
	least   float64 // a gain must exceed it
	score   float64 // of the leaf as it is
	best    split
	ordered []category // scratch
}

func newSearch(p *Params, s *scale, leaf *branch) search {
	in := search{p: p, scale: s, total: leaf.total, l2: p.L2, within: leaf.within}
	in.score = scoreAt(leaf.sums, leaf.value, p.L2)
	in.least = noise * in.score
	return in
}

// scoreAt returns twice the fall in loss when the rows get the value.
func scoreAt(s sums, value, l2 float64) float64 { return -value * (2*s.gradient + (s.weight+l2)*value) }

// step returns the value with the least penalised second-order loss.
func step(s sums, l2 float64) float64 {
	if s.weight+l2 <= 0 {
		return 0
	}
	return -s.gradient / (s.weight + l2)
}

// childValue returns the value a child with these sums would get.
func (s *search) childValue(child sums) float64 {
	return s.within.clamp(step(child, s.l2))
}

// gain returns the gain of a pair of children, 0 or less when they may not be.
func (s *search) gain(left, right sums, direction int8) float64 {
	if direction == 0 && s.within == unbounded {
		return bestScore(left, s.l2) + bestScore(right, s.l2) - s.score
	}
	l, r := s.childValue(left), s.childValue(right)
	if breaks(direction, l, r) {
		return 0
	}
	return scoreAt(left, l, s.l2) + scoreAt(right, r, s.l2) - s.score
}

// bestScore returns the score at the value that step returns.
func bestScore(s sums, l2 float64) float64 { return s.gradient * s.gradient / (s.weight + l2) }

// column looks at one column.
func (s *search) column(number int, counts []tally, direction int8) {
	s.numeric(number, counts, way{first: 1, direction: direction})
	if s.scale.rows(counts[missingCode]) > 0 {
		s.numeric(number, counts, way{first: missingCode, direction: direction})
	}
}

// way is how a numeric column is gone through: from code first on, so with 0 the missing are on the left.
type way struct {
	first     int
	direction int8
}

// numeric tries every border between two codes.
func (s *search) numeric(number int, counts []tally, w way) {
	scale, total, least := *s.scale, s.total, max(s.least, s.best.gain)
	minLeft, minRight := s.p.MinLeaf, scale.rows(total)-s.p.MinLeaf
	hopeless := s.hopeless(least)
	var left tally
	for code := w.first; code < len(counts)-1; code++ {
		if counts[code] == 0 { // no rows
			continue
		}
		left += counts[code]
		if rows := scale.rows(left); rows < minLeft {
			continue
		} else if rows > minRight {
			break
		}
		l, r := scale.sums(left), scale.sums(total-left)
		if hl, hr := l.weight+s.l2, r.weight+s.l2; l.gradient*l.gradient*hr+r.gradient*r.gradient*hl < hopeless*hl*hr {
			continue
		}
		if gain := s.gain(l, r, w.directionAt(code)); gain > least {
			least, hopeless = gain, s.hopeless(gain)
			s.best = split{gain: gain, column: number, code: uint32(code), missingLeft: w.first == missingCode, left: left}
		}
	}
	if s.best.column == number && s.best.gain > 0 {
		s.finish(counts[missingCode] == 0)
	}
}

// hopeless returns the sum of the children's best scores below which a split gains less than least, whatever values
// the children get: no value scores more than the step. Most borders are ruled out by it without a division.
func (s *search) hopeless(least float64) float64 { return (least + s.score) * (1 - hopelessMargin) }

// hopelessMargin is the share by which rounding may have made a score too small.
const hopelessMargin = 1e-9

// directionAt returns the constraint between the sides of a border after code: none when nothing known is parted.
func (w way) directionAt(code int) int8 {
	if code == missingCode {
		return 0
	}
	return w.direction
}

// finish works out the children's values of the best split. Where none is missing, the
// missing to come go with the majority.
func (s *search) finish(noneMissing bool) {
	left, right := s.scale.sums(s.best.left), s.scale.sums(s.total-s.best.left)
	s.best.leftValue, s.best.rightValue = s.childValue(left), s.childValue(right)
	if !noneMissing {
		return
	}
	majorityLeft := left.rows >= right.rows
	switch {
	case s.best.categories == nil:
		s.best.missingLeft = majorityLeft
	case majorityLeft:
		s.best.categories.add(missingCode)
	}
}

// Monotone constraints. A node whose column must rise may not predict less on its right than on its left; and
// everything that grows later on its left stays at or below the middle of the two values, everything on its right at or
// above. Two rows that differ in that column only part at such a node, so the constraint holds between any two rows,
// not just inside a leaf. (A missing value has no place in the order: the constraint is among known values.)

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
