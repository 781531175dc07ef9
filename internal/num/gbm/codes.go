package gbm

import "github.com/gevel/gevel/internal/num/parallel"

const (
	groupColumns = 4    // columns per word
	narrowSlots  = 256  // codes that fit 8 bits
	wideSlots    = 1024 // codes of a wide column, of the 16 bits it has
	narrowBits   = 8
	wideBits     = 16
)

// group is the codes of up to four columns of the same width, a word per row.
type group struct {
	columns []int    // numbers in the table
	narrow  []uint32 // 8 bits per column; nil when wide
	wide    []uint64 // 16 bits per column; nil when narrow
	offset  int      // of the group's cells in a histogram
}

// slots returns how many cells of a histogram each column of the group has.
func (g *group) slots() int {
	if g.narrow != nil {
		return narrowSlots
	}
	return wideSlots
}

// code returns the code of the group's column at place in a row.
func (g *group) code(place int, row uint32) uint32 {
	if g.narrow != nil {
		return g.narrow[row] >> (place * narrowBits) & (narrowSlots - 1)
	}
	return uint32(g.wide[row]>>(place*wideBits)) & (wideSlots - 1)
}

// matrix is a whole binned table.
type matrix struct {
	binners []binner
	groups  []group
	at      []place // per column
	cells   int     // of a histogram over all groups
}

// place is the position of a column's codes.
type place struct {
	group, slot int
}

// code returns the code of a column in a row.
func (m *matrix) code(column int, row uint32) uint32 {
	at := m.at[column]
	return m.groups[at.group].code(at.slot, row)
}

// spans returns the cells of those columns of a group that are among the drawn ones.
func (m *matrix) spans(group int, drawn []bool) (spans []span) {
	g := &m.groups[group]
	for slot, column := range g.columns {
		if from := g.offset + slot*g.slots(); drawn[column] {
			spans = append(spans, span{column, from, from + m.binners[column].codes()})
		}
	}
	return spans
}

// newMatrix bins a table; the bins are learned from the given rows only.
func newMatrix(t Table, rows []uint32, p Params) *matrix {
	m := &matrix{binners: make([]binner, len(t.Columns)), at: make([]place, len(t.Columns))}
	parallel.Each(p.Threads, len(t.Columns), func(i int) {
		m.binners[i] = newBinner(t.Columns[i], rows, p.MaxBins)
	})
	m.layout()
	parallel.Each(p.Threads, len(m.groups), func(g int) { m.groups[g].fill(t, m.binners) })
	return m
}

// layout distributes the columns over groups, narrow and wide ones apart.
func (m *matrix) layout() {
	var narrow, wide []int
	for i := range m.binners {
		if m.binners[i].codes() <= narrowSlots {
			narrow = append(narrow, i)
		} else {
			wide = append(wide, i)
		}
	}
	m.deal(narrow, group{narrow: []uint32{}})
	m.deal(wide, group{wide: []uint64{}})
}

// deal appends groups like the example for the given columns.
func (m *matrix) deal(columns []int, like group) {
	for len(columns) > 0 {
		g := like
		g.columns = columns[:min(groupColumns, len(columns))]
		g.offset = m.cells
		for slot, column := range g.columns {
			m.at[column] = place{group: len(m.groups), slot: slot}
		}
		m.groups = append(m.groups, g)
		m.cells += groupColumns * g.slots()
		columns = columns[len(g.columns):]
	}
}

// fill computes the group's codes for all rows of the table.
func (g *group) fill(t Table, binners []binner) {
	if g.narrow != nil {
		g.narrow = pack[uint32](g.columns, narrowBits, t, binners)
	} else {
		g.wide = pack[uint64](g.columns, wideBits, t, binners)
	}
}

// pack returns a word per row that holds the codes of the columns, bits apart.
func pack[word uint32 | uint64](columns []int, bits int, t Table, binners []binner) []word {
	words := make([]word, t.Rows())
	for slot, column := range columns {
		bin := &binners[column]
		code := bin.code
		if t.Columns[column].Categorical {
			code = bin.category
		}
		for row, v := range t.Columns[column].Values {
			words[row] |= word(code(v)) << (slot * bits)
		}
	}
	return words
}

// partition reorders g.rows[from:to] such that the rows that go left come first, and returns where the others begin.
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
