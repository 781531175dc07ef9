package gbm

// Parting a node's rows between its children. Rows keep their order within a child, so that memory is walked
// forwards; chunks of rows are parted side by side and then put in place.

// partition reorders g.rows[from:to] such that the rows that go left come first, and
// returns where the others begin.
func (g *grower) partition(from, to int, s *split) (middle int) {
	rows := g.rows[from:to]
	left, right := g.spare[0][:len(rows)], g.spare[1][:len(rows)]
	counts := make([]int, chunks(len(rows)))
	at := g.m.at[s.column]
	group := &g.m.groups[at.group]
	spreadRows(g.p.Threads, len(rows), func(chunk, from, to int) {
		counts[chunk] = group.part(at.slot, s, parting{rows[from:to], left[from:to], right[from:to]})
	})
	starts, total := make([]int, len(counts)), 0
	for i, n := range counts {
		starts[i] = total
		total += n
	}
	spreadRows(g.p.Threads, len(rows), func(chunk, from, to int) {
		n := counts[chunk]
		copy(rows[starts[chunk]:], left[from:from+n])
		copy(rows[total+from-starts[chunk]:], right[from:from+(to-from-n)])
	})
	return from + total
}

// parting is rows and the places for those that go left and right, equally long.
type parting struct {
	rows, left, right []uint32
}

// part deals rows out to left and right and returns how many went left.
func (g *group) part(slot int, s *split, p parting) int {
	switch {
	case s.categories != nil:
		return partCategories(g, slot, s.categories, p)
	case g.narrow != nil:
		return partNumeric(g.narrow, uint(slot*narrowBits), narrowSlots-1, s, p)
	default:
		return partNumeric(g.wide, uint(slot*wideBits), wideSlots-1, s, p)
	}
}

// partNumeric writes each row to both sides and moves on only where it belongs: a
// branch here would be mispredicted every other time.
func partNumeric[word uint32 | uint64](words []word, shift uint, mask word, s *split, p parting) int {
	first := s.firstKnown()
	limit := s.code - first
	left, right := p.left[:len(p.rows)], p.right[:len(p.rows)]
	n := 0
	for i, row := range p.rows {
		code := uint32(words[row] >> shift & mask)
		left[n] = row
		right[i-n] = row
		step := 0
		if code-first <= limit {
			step = 1
		}
		n += step
	}
	return n
}

func partCategories(g *group, slot int, set *codeSet, p parting) int {
	n := 0
	for i, row := range p.rows {
		if set.has(g.code(slot, row)) {
			p.left[n] = row
			n++
		} else {
			p.right[i-n] = row
		}
	}
	return n
}
