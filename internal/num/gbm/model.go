// Package gbm grows gradient-boosted regression trees on binned columns, predicts
// with them and explains predictions. It knows numbers, not houses.
//
// The method is the histogram method of Friedman's gradient boosting machine (Annals of Statistics 29, 2001) with
// the second-order split score of Chen and Guestrin (XGBoost, KDD 2016) and the leaf-wise growth and sorted
// categories of Ke et al. (LightGBM, NIPS 2017).
//
// Two decisions shape the code:
//
//   - Gradients are summed in fixed point (histogram.go). Integer sums do not depend on
//     their order, so the same data and seed give the same model, bit for bit, for any
//     number of threads, and subtracting a child's histogram from its parent's is exact.
//   - Every column is cut into at most 1024 bins before training (bin.go); code 0 is
//     kept for what is missing, so that a missing value goes its own, learned way.
package gbm

// The trained model and how it lies in memory: the nodes of all trees one after the other, each tree breadth first,
// siblings side by side. A tree's hot top is then one or two cache lines, and a child is found by adding 0 or 1.

import (
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/gevel/gevel/internal/num/list"
)

// node is 16 bytes.
type node struct {
	// value is the threshold of a numeric node (greater goes right), the prediction of a
	// leaf, and of a categorical one, as bits, where in Model.words its set starts.
	value float64
	child uint32 // number of the left child in the model, the right one follows; of a leaf: itself
	input uint16 // twice its column, and one more where what is missing goes right
	kind  uint8
	_     uint8
}

// Kinds of node.
const (
	numericNode uint8 = iota
	categoricalNode
	leafNode
)

// column returns the number of the column that a split looks at.
func (n *node) column() int { return int(n.input / 2) }

// setOf makes a node one whose codes in set go left.
func (m *Model) setOf(n *node, set *codeSet) {
	n.kind, n.value = categoricalNode, math.Float64frombits(uint64(len(m.words)))
	m.words = append(m.words, set[:m.columns[n.column()].setWords()]...)
}

// set returns the codes that a categorical node sends left, in words.
func (m *Model) set(n *node) []uint64 {
	return m.words[math.Float64bits(n.value):][:m.columns[n.column()].setWords()]
}

// column is what the model remembers of a column it was trained on.
type column struct {
	name       string
	categories []uint32 // nil when numeric; see binner
}

// Model predicts. It is safe for use by several goroutines at once.
type Model struct {
	base    float64
	columns []column
	nodes   []node
	rows    []uint32  // per node: training rows that passed through it
	gains   []float64 // per node: what its split gained, 0 for a leaf
	words   []uint64  // the sets of categorical nodes, one after the other
	roots   []uint32  // first node of each tree, and at the end the number of nodes
	depths  []uint16  // per tree: the longest way from root to leaf

	// What prediction walks, made of the above by makeForks:
	forks     []fork
	firsts    []uint32  // first fork of each tree
	leaves    []float64 // their values, one more per tree than forks
	leafNodes []uint16  // the number of each in its tree
	answers   []uint64  // see fork.go
	asked     []asked   // per column
	inputs    int       // of all columns
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
	return list.Of(m.columns, func(c column) string { return c.name })
}

// add appends a grown tree, its leaves multiplied by rate.
func (m *Model) add(grown []branch, binners []binner, rate float64) {
	root := len(m.nodes)
	queue := []int{0}
	for i := 0; i < len(queue); i++ {
		b := &grown[queue[i]]
		n := node{child: uint32(root + i), value: rate * b.value, kind: leafNode}
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
	m.measureDepth(root)
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

// measureDepth records the depth of the last tree, whose root is given.
func (m *Model) measureDepth(root int) {
	depths := make([]uint16, len(m.nodes)-root)
	longest := uint16(0)
	for i, depth := range depths { // as its parent has set it
		if n := &m.nodes[root+i]; n.kind != leafNode {
			left := int(n.child) - root
			depths[left], depths[left+1] = depth+1, depth+1
		}
		longest = max(longest, depth)
	}
	m.depths = append(m.depths, longest)
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
			list[n.column()].Gain += m.gains[i]
			list[n.column()].Splits++
		}
	}
	return list
}

// The model as bytes, little endian:
//
//	magic, version
//	base f64
//	columns u32, each: name (u32 length, bytes), kind u8; if categorical: u32 count, u32 each
//	trees u32, each: nodes u32, then its nodes breadth first:
//	  kind u8, rows u32
//	  leaf: value f64
//	  numeric: input u16, threshold f64, gain f64
//	  categorical: input u16, gain f64, code set u64 each, as many as the column's codes need
//	CRC-32 (IEEE) of all that u32
//
// Breadth first, the children of the k-th split of a tree are its nodes 2k+1 and 2k+2:
// the order itself says who is whose child, and damaged bytes can't make a loop.

const (
	magic   = "gevel gbm\n"
	version = 1
)

// Kinds of column in the file.
const (
	numericColumn uint8 = iota
	categoricalColumn
)

// setWords returns how many words a set of the column's codes takes.
func (c *column) setWords() int { return len(c.categories)/64 + 1 }

// AppendBinary appends the model as bytes; equal models give equal bytes. It never fails.
func (m *Model) AppendBinary(to []byte) ([]byte, error) {
	from := len(to)
	to = append(to, magic...)
	to = append(to, version)
	to = appendFloat(to, m.base)
	to = binary.LittleEndian.AppendUint32(to, uint32(len(m.columns)))
	for i := range m.columns {
		to = m.columns[i].append(to)
	}
	to = binary.LittleEndian.AppendUint32(to, uint32(m.Trees()))
	for tree := range m.Trees() {
		first, end := m.roots[tree], m.roots[tree+1]
		to = binary.LittleEndian.AppendUint32(to, end-first)
		for at := first; at < end; at++ {
			to = m.appendNode(to, at)
		}
	}
	return binary.LittleEndian.AppendUint32(to, crc32.ChecksumIEEE(to[from:])), nil
}

func appendFloat(to []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(to, math.Float64bits(v))
}

func (c *column) append(to []byte) []byte {
	to = binary.LittleEndian.AppendUint32(to, uint32(len(c.name)))
	to = append(to, c.name...)
	if c.categories == nil {
		return append(to, numericColumn)
	}
	to = append(to, categoricalColumn)
	to = binary.LittleEndian.AppendUint32(to, uint32(len(c.categories)))
	for _, category := range c.categories {
		to = binary.LittleEndian.AppendUint32(to, category)
	}
	return to
}

func (m *Model) appendNode(to []byte, at uint32) []byte {
	n := &m.nodes[at]
	to = append(to, n.kind)
	to = binary.LittleEndian.AppendUint32(to, m.rows[at])
	if n.kind == leafNode {
		return appendFloat(to, n.value)
	}
	to = binary.LittleEndian.AppendUint16(to, n.input)
	if n.kind == numericNode {
		return appendFloat(appendFloat(to, n.value), m.gains[at])
	}
	to = appendFloat(to, m.gains[at])
	for _, word := range m.set(n) {
		to = binary.LittleEndian.AppendUint64(to, word)
	}
	return to
}
