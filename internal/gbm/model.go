package gbm

import (
	"math"
	"math/bits"
)

// The trained model and how it lies in memory: the nodes of all trees one after the
// other, those of a tree breadth first, siblings side by side. A tree's hot top is
// then one or two cache lines, and a child is found by adding 0 or 1.

// node is 16 bytes.
type node struct {
	// value is the threshold of a numeric node (greater goes right), the prediction of a
	// leaf, and of a categorical one the bits of a number: the codes that go left, or,
	// where one word does not hold them, the place of the first of their words and, from
	// setShift on, the number of their set.
	value float64
	child uint32 // number of the left child in the model, the right one follows; of a leaf: itself
	input uint16 // what is compared, see inputs
	kind  uint8
	_     uint8
}

// Kinds of node.
const (
	numericNode uint8 = iota
	categoricalNode
	leafNode
	manyNode // categorical, of a column whose codes take more than a word; not in files
)

// setOf makes a categorical node one whose codes in set go left.
func (m *Model) setOf(n *node, set *codeSet) {
	words := m.columns[n.input/2].setWords()
	if words == 1 {
		n.kind, n.value = categoricalNode, math.Float64frombits(set[0])
		return
	}
	c := &m.columns[n.input/2]
	number := c.sets
	c.sets++
	n.kind, n.value = manyNode, math.Float64frombits(number<<setShift|uint64(len(m.words)))
	m.words = append(m.words, set[:words]...)
}

// setShift is from which bit on the value of a node of many categories holds the number
// of its set.
const setShift = 32

// turnSets lays out the sets of many categories by code: which sets hold a code. A row has
// one code, so that all it needs lies side by side; by set, each node would have its own
// place in memory.
func (m *Model) turnSets() {
	m.setsOf = nil
	for i := range m.columns {
		c := &m.columns[i]
		c.turned = uint64(len(m.setsOf))
		m.setsOf = append(m.setsOf, make([]uint64, c.stride()*uint64(64*c.setWords()))...)
	}
	for i := range m.nodes {
		n := &m.nodes[i]
		if n.kind != manyNode {
			continue
		}
		c, number := &m.columns[n.input/2], math.Float64bits(n.value)>>setShift
		for w, word := range m.set(n) {
			for ; word != 0; word &= word - 1 {
				code := uint64(64*w + bits.TrailingZeros64(word))
				m.setsOf[c.turned+code*c.stride()+number/64] |= 1 << (number % 64)
			}
		}
	}
}

// set returns the codes that a categorical node sends left, in words.
func (m *Model) set(n *node) []uint64 {
	if n.kind == categoricalNode {
		return []uint64{math.Float64bits(n.value)}
	}
	return m.words[math.Float64bits(n.value)&(1<<setShift-1):][:m.columns[n.input/2].setWords()]
}

// column is what the model remembers of a column it was trained on.
type column struct {
	name       string
	categories []uint32 // nil when numeric; see binner
	// Of many categories:
	sets   uint64 // how many sets of them nodes have
	turned uint64 // where the column's part of Model.setsOf starts
}

// stride is how many words of Model.setsOf a code has.
func (c *column) stride() uint64 { return (c.sets + 63) / 64 }

// Model predicts. It is safe for use by several goroutines at once.
type Model struct {
	base    float64
	columns []column
	nodes   []node
	rows    []uint32  // per node: training rows that passed through it
	gains   []float64 // per node: what its split gained, 0 for a leaf
	words   []uint64  // the sets of nodes of many categories, one after the other
	setsOf  []uint64  // per column of many categories and per code, the sets that hold it
	roots   []uint32  // first node of each tree, and at the end the number of nodes
	depths  []uint16  // per tree: the longest way from root to leaf
}

func newModel(t Table, m *matrix) *Model {
	model := &Model{roots: []uint32{0}}
	for i, c := range t.Columns {
		model.columns = append(model.columns, column{name: c.Name, categories: m.binners[i].categories})
	}
	return model
}

// Trees returns the number of trees.
func (m *Model) Trees() int { return len(m.depths) }

// Columns returns the names of the columns, in the order that rows must have.
func (m *Model) Columns() []string {
	names := make([]string, len(m.columns))
	for i, c := range m.columns {
		names[i] = c.name
	}
	return names
}

// Truncate keeps the first trees only. It is not safe beside other use of the model.
func (m *Model) Truncate(trees int) {
	trees = max(trees, 0)
	if trees >= m.Trees() {
		return
	}
	end := m.roots[trees]
	words := 0
	for i := range m.nodes[:end] {
		if m.nodes[i].kind == manyNode {
			words += len(m.set(&m.nodes[i]))
		}
	}
	m.roots, m.depths, m.words = m.roots[:trees+1], m.depths[:trees], m.words[:words]
	m.nodes, m.rows, m.gains = m.nodes[:end], m.rows[:end], m.gains[:end]
}

// add appends a grown tree, its leaves multiplied by rate.
func (m *Model) add(grown []branch, binners []binner, rate float64) {
	root := len(m.nodes)
	queue := []int{0}
	for i := 0; i < len(queue); i++ {
		b := &grown[queue[i]]
		n := node{child: uint32(root + i), input: m.nothing(), value: rate * b.value, kind: leafNode}
		if b.left != 0 {
			n = m.split(&b.best, binners)
			n.child = uint32(root + len(queue))
			queue = append(queue, b.left, b.right)
		}
		m.nodes = append(m.nodes, n)
		m.rows = append(m.rows, uint32(b.rows()))
		m.gains = append(m.gains, b.gainOfSplit())
	}
	m.roots = append(m.roots, uint32(len(m.nodes)))
	m.depths = append(m.depths, m.depthOf(root))
}

// split returns the node of a split, its child still to be set.
func (m *Model) split(s *split, binners []binner) node {
	if s.categories != nil {
		n := node{input: uint16(2 * s.column)}
		m.setOf(&n, s.categories)
		return n
	}
	n := node{value: math.Inf(-1), input: uint16(2 * s.column), kind: numericNode}
	if s.partsKnown() {
		n.value = binners[s.column].cuts[s.code-1]
	}
	if !s.missingLeft {
		n.input++
	}
	return n
}

// gainOfSplit returns what the node's split gained, 0 for a leaf.
func (b *branch) gainOfSplit() float64 {
	if b.left == 0 {
		return 0
	}
	return b.best.gain
}

// depthOf returns the longest way down in the last tree, whose root is given.
func (m *Model) depthOf(root int) uint16 {
	depth := make([]uint16, len(m.nodes)-root)
	deepest := uint16(0)
	for i := root; i < len(m.nodes); i++ {
		n := &m.nodes[i]
		if n.kind == leafNode {
			continue
		}
		below := depth[i-root] + 1
		depth[int(n.child)-root], depth[int(n.child)+1-root] = below, below
		deepest = max(deepest, below)
	}
	return deepest
}

// Importance is how much a column was used.
type Importance struct {
	Column string
	Gain   float64 // summed fall of the loss score over the splits on it
	Splits int
}

// Importance returns the importance of each column, in the order of the columns.
func (m *Model) Importance() []Importance {
	list := make([]Importance, len(m.columns))
	for i, c := range m.columns {
		list[i].Column = c.name
	}
	for i := range m.nodes {
		if n := &m.nodes[i]; n.kind != leafNode {
			list[n.input/2].Gain += m.gains[i]
			list[n.input/2].Splits++
		}
	}
	return list
}
