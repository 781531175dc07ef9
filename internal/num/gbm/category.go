package gbm

import (
	"cmp"
	"slices"
)

// Splits on categories. For a fixed leaf the best two groups of categories are neighbours in the order of their
// mean gradients (Fisher, JASA 53, 1958), so sorting replaces trying all subsets. A rare category's mean is mostly
// noise: it is drawn to the leaf's own before sorting, and the split pays a penalty (CatL2) for its freedom.
//
// The more categories there are, the more the best two groups gain by chance alone: hundreds of
// meaningless categories would beat every informative column. In a leaf each, they would score chance
// times their number more. Two groups keep about two thirds of that, and less where mostNamed
// bounds them. All of it is subtracted from the gain: what is left is more than chance.

// freeCategories is the number of categories without such a penalty: the best border of a
// number is chosen too, gains about as much by chance, and has no penalty either.
const freeCategories = 10

// mostNamed is the most categories on the smaller side of a split.
const mostNamed = 64

// category is the sums over the rows of one code.
type category struct {
	code  uint32
	tally tally
	mean  float64
}

// categorical tries the groups of categories at either end of the order.
func (s *search) categorical(number int, counts []tally) {
	s.l2 = s.p.L2 + s.p.CatL2
	s.order(counts)
	before := s.best.gain
	count, fromEnd := s.ends()
	if s.best.gain > before {
		s.best.column = number
		s.best.code, s.best.missingLeft = 0, false
		s.best.categories = new(codeSet)
		for i := range count {
			if fromEnd {
				i = len(s.ordered) - 1 - i
			}
			s.best.categories.add(s.ordered[i].code)
		}
		s.finish(counts[missingCode] == 0)
	}
	s.l2 = s.p.L2
}

// order sorts the categories that have rows by their smoothed mean gradient.
func (s *search) order(counts []tally) {
	leaf := s.scale.sums(s.total)
	own := step(leaf, 0)
	s.ordered = s.ordered[:0]
	for code := range counts {
		if counts[code] == 0 {
			continue
		}
		c := category{code: uint32(code), tally: counts[code]}
		in := s.scale.sums(c.tally)
		in.gradient -= s.p.CatSmooth * own
		c.mean = step(in, s.p.CatSmooth)
		s.ordered = append(s.ordered, c)
	}
	slices.SortFunc(s.ordered, func(a, b category) int {
		return cmp.Or(cmp.Compare(a.mean, b.mean), cmp.Compare(a.code, b.code))
	})
}

// ends looks for the best number of categories to take from the start or the end of
// the order; it leaves gain and left tally in s.best.
func (s *search) ends() (count int, fromEnd bool) {
	chance := s.scale.chance * float64(max(0, len(s.ordered)-freeCategories))
	for _, end := range []bool{false, true} {
		var left tally
		for i := range min(mostNamed, len(s.ordered)-1) {
			c := &s.ordered[i]
			if end {
				c = &s.ordered[len(s.ordered)-1-i]
			}
			left += c.tally
			l, r := s.scale.sums(left), s.scale.sums(s.total-left)
			if l.rows < s.p.MinLeaf {
				continue
			}
			if r.rows < s.p.MinLeaf {
				break
			}
			if gain := s.gain(l, r, 0) - chance; gain > max(s.least, s.best.gain) {
				s.best.gain, s.best.left = gain, left
				count, fromEnd = i+1, end
			}
		}
	}
	return count, fromEnd
}
