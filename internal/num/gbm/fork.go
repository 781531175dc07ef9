package gbm

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/num/list"
)

// The model in the form that prediction walks. The result of every split is computed beforehand: answers holds 0, go
// left, or 1, go right, for each question and each value that makes a difference. A row has an offset into the answers
// for each column, by its value, and a split takes 8 bytes: the column and the question. So a step is the same for
// numbers, categories and missing values, without a branch to mispredict, and little of a tree has to be in cache.

// fork is a split of a tree.
type fork struct {
	input    uint16 // whose answers count
	question uint16 // which of them
	// to is the left and the right child: a relative number of forks with onward, without it the
	// number of a leaf in the tree.
	to [2]uint16
}

const (
	onward = 1 << 15
	// questionsPerInput is the number of questions that a fork can number.
	questionsPerInput = 1 << 16
	// mostAnswers keeps offsets of answers within 32 bits.
	mostAnswers = 1<<32 - 1<<20
)

// asked holds the questions of the forks about one column, and the position of the answers.
type asked struct {
	// input is the column's first input. A numeric column has two: in the first, a missing value goes left
	// everywhere, in the second right. A categorical column has as many as its questions need.
	input, inputs uint16
	// cuts are the thresholds of a numeric column, ascending.
	cuts []float64
	// Of a categorical column: the number of different sets of codes that go left, and
	// where the answers for its first code start.
	sets  int
	start uint32
}

// makeForks computes what prediction needs. Errors name a column with too many questions; training makes far fewer.
func (m *Model) makeForks() error {
	m.asked = make([]asked, len(m.columns))
	if err := m.gatherCuts(); err != nil {
		return err
	}
	questions, err := m.layAnswers()
	if err != nil {
		return err
	}
	m.inputs = 0
	for i := range m.asked {
		a := &m.asked[i]
		a.input, a.inputs = uint16(m.inputs), 2
		if m.columns[i].categories != nil {
			a.inputs = uint16(1 + a.sets/questionsPerInput)
		}
		m.inputs += int(a.inputs)
	}
	m.forks, m.leaves, m.leafNodes, m.firsts = nil, nil, nil, make([]uint32, 0, m.Trees())
	for tree := range m.Trees() {
		m.firsts = append(m.firsts, uint32(len(m.forks)))
		m.addForks(m.roots[tree], m.roots[tree+1], questions)
	}
	return nil
}

// gatherCuts finds the thresholds of the numeric columns.
func (m *Model) gatherCuts() error {
	for i := range m.nodes {
		if n := &m.nodes[i]; n.kind == numericNode {
			a := &m.asked[n.column()]
			a.cuts = append(a.cuts, n.value)
		}
	}
	for i := range m.asked {
		a := &m.asked[i]
		a.cuts = slices.Clip(list.InOrder(a.cuts))
		if len(a.cuts) > questionsPerInput {
			return fmt.Errorf("column %s has %d thresholds, more than %d", m.columns[i].name, len(a.cuts), questionsPerInput)
		}
	}
	return nil
}

// layAnswers fills the answers and returns the question of each split, by its node. Numeric columns share their
// answers: no up to a point and yes from there on, and the later a row starts the more are yes.
func (m *Model) layAnswers() (questions []uint32, err error) {
	most := 0
	for i := range m.asked {
		most = max(most, len(m.asked[i].cuts))
	}
	m.answers = make([]uint64, (2*most+63)/64)
	for i := range most {
		m.answers[(most+i)/64] |= 1 << ((most + i) % 64)
	}
	questions = make([]uint32, len(m.nodes))
	sets := make([]map[string]uint32, len(m.columns)) // their numbers, by their bytes
	for at := range m.nodes {
		n := &m.nodes[at]
		switch n.kind {
		case numericNode:
			rank, _ := slices.BinarySearch(m.asked[n.column()].cuts, n.value)
			questions[at] = uint32(most - 1 - rank)
		case categoricalNode:
			questions[at] = numberOf(m.set(n), &sets[n.column()])
		}
	}
	for i := range m.asked {
		codes := len(m.columns[i].categories) + 1
		if 64*len(m.answers)+codes*len(sets[i]) > mostAnswers {
			return nil, fmt.Errorf("column %s has %d sets of %d categories, too many", m.columns[i].name, len(sets[i]), codes)
		}
		m.layCategories(i, sets[i])
	}
	m.answers = append(m.answers, 0) // for a tree that asks nothing
	return questions, nil
}

// numberOf returns the number of a set among the sets of its column.
func numberOf(set []uint64, numbers *map[string]uint32) uint32 {
	if *numbers == nil {
		*numbers = map[string]uint32{}
	}
	var key []byte
	for _, word := range set {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	number, known := (*numbers)[string(key)]
	if !known {
		number = uint32(len(*numbers))
		(*numbers)[string(key)] = number
	}
	return number
}

// layCategories appends the answers of a categorical column, code after code: whether a code lies outside each set.
func (m *Model) layCategories(column int, sets map[string]uint32) {
	a := &m.asked[column]
	a.sets, a.start = len(sets), uint32(64*len(m.answers))
	codes := len(m.columns[column].categories) + 1
	m.answers = append(m.answers, make([]uint64, (codes*a.sets+63)/64)...)
	for set, number := range sets {
		for code := range codes {
			if set[code/8]>>(code%8)&1 == 0 {
				at := int(a.start) + code*a.sets + int(number)
				m.answers[at/64] |= 1 << (at % 64)
			}
		}
	}
}

// addForks appends the forks and the leaves of a tree. Both are ordered by the number of training rows that reached
// them: busy nodes lie together, near the processor. A tree with a single leaf gets a fork that leads to it either way.
func (m *Model) addForks(root, end uint32, questions []uint32) {
	if m.nodes[root].kind == leafNode {
		m.forks = append(m.forks, fork{})
		m.leaves = append(m.leaves, m.nodes[root].value, m.nodes[root].value)
		m.leafNodes = append(m.leafNodes, 0, 0)
		return
	}
	splits, leaves, rank := m.byRows(root, end)
	for _, at := range splits {
		n, question := &m.nodes[at], questions[at]
		f := fork{
			input:    m.inputOf(n) + uint16(question/questionsPerInput),
			question: uint16(question % questionsPerInput),
		}
		for side := range f.to {
			child := n.child + uint32(side)
			f.to[side] = rank[child-root]
			if m.nodes[child].kind != leafNode {
				f.to[side] += onward - rank[at-root]
			}
		}
		m.forks = append(m.forks, f)
	}
	for _, at := range leaves {
		m.leaves = append(m.leaves, m.nodes[at].value)
		m.leafNodes = append(m.leafNodes, uint16(at-root))
	}
}

// byRows returns the splits and the leaves of a tree, nodes with most rows first and so
// parents before children, and the rank of each node among its like.
func (m *Model) byRows(root, end uint32) (splits, leaves []uint32, rank []uint16) {
	for at := root; at < end; at++ {
		if m.nodes[at].kind == leafNode {
			leaves = append(leaves, at)
		} else {
			splits = append(splits, at)
		}
	}
	rank = make([]uint16, end-root)
	for _, list := range [][]uint32{splits, leaves} {
		slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(m.rows[b], m.rows[a]) })
		for i, at := range list {
			rank[at-root] = uint16(i)
		}
	}
	return splits, leaves, rank
}

// inputOf returns the first input that a split may use.
func (m *Model) inputOf(n *node) uint16 {
	input := m.asked[n.column()].input
	if n.kind == numericNode {
		input += n.input % 2
	}
	return input
}

// lay sets starts, of m.inputs values, to the positions of the answers for a row.
func (m *Model) lay(row []float64, starts []uint32) {
	for i, v := range row {
		a := &m.asked[i]
		if categories := m.columns[i].categories; categories != nil {
			code := uint32((&binner{categories: categories}).category(v))
			for k := range uint32(a.inputs) {
				starts[uint32(a.input)+k] = a.start + code*uint32(a.sets) + k*questionsPerInput
			}
			continue
		}
		low := countBelow(a.cuts, v)
		high := low
		if v != v {
			low, high = 0, uint32(len(a.cuts))
		}
		starts[a.input], starts[a.input+1] = low, high
	}
}

// countBelow returns how many of the ascending cuts lie below v, without a branch: it would be
// mispredicted every other time.
func countBelow(cuts []float64, v float64) uint32 {
	from := uint(0)
	for n := uint(len(cuts)); n > 0; {
		half, below := (n+1)/2, uint(0)
		if cuts[from+half-1] < v {
			below = 1
		}
		from += below * half
		n -= half
	}
	return uint32(from)
}
