package gbm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// Reading a model back. Every number that is later used as an index or a count is
// checked here, so that predicting needs no checks.

// Read reads a model that AppendBinary wrote, up to the end of r. Damaged, truncated or
// newer bytes are refused with an error that says what is wrong.
func Read(r io.Reader) (*Model, error) {
	bytes, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	m, err := decode(bytes)
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	return m, nil
}

// checksumBytes is the length of the checksum at the end.
const checksumBytes = 4

func decode(bytes []byte) (*Model, error) {
	if len(bytes) < len(magic)+1+checksumBytes || string(bytes[:len(magic)]) != magic {
		return nil, errors.New("these bytes are no model")
	}
	if got := bytes[len(magic)]; got != version {
		return nil, fmt.Errorf("version %d is not the version %d that this program reads", got, version)
	}
	body, sum := bytes[:len(bytes)-checksumBytes], bytes[len(bytes)-checksumBytes:]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(sum) {
		return nil, errors.New("the checksum is wrong: the bytes are damaged or incomplete")
	}
	return decodeBody(body[len(magic)+1:])
}

// decodeBody reads the part between version and checksum.
func decodeBody(body []byte) (*Model, error) {
	d := decoder{rest: body}
	m := &Model{base: d.float(), roots: []uint32{0}}
	d.check(finite(m.base), "the base is no finite number")
	columns := d.count(minColumnBytes)
	d.check(columns > 0, "there are no columns")
	d.check(columns <= maxColumns, "too many columns")
	for range columns {
		if d.err != nil {
			break
		}
		m.columns = append(m.columns, d.column())
	}
	trees := d.count(minTreeBytes)
	for tree := 0; tree < trees && d.err == nil; tree++ {
		if d.tree(m); d.err != nil {
			d.err = fmt.Errorf("tree %d: %w", tree, d.err)
		}
	}
	d.check(len(d.rest) == 0, "there are bytes after the last tree")
	if d.err != nil {
		return nil, d.err
	}
	if err := m.makeForks(); err != nil {
		return nil, err
	}
	return m, nil
}

// The fewest bytes of each thing: a count of more than fit the rest is refused before memory is allocated for it.
const (
	minColumnBytes = 4 + 1
	minTreeBytes   = 4 + minNodeBytes
	minNodeBytes   = 1 + 4 + 8
	categoryBytes  = 4
)

// decoder reads numbers from the front of bytes; after the first error it returns zeros.
type decoder struct {
	rest []byte
	err  error
}

func (d *decoder) check(ok bool, otherwise string) {
	if !ok && d.err == nil {
		d.err = errors.New(otherwise)
	}
}

// take returns the next n bytes, nil if there are fewer.
func (d *decoder) take(n int) []byte {
	d.check(n <= len(d.rest), "the bytes end too early")
	if d.err != nil {
		return nil
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

// number returns the next number, whose lowest byte comes first.
func number[T uint8 | uint16 | uint32 | uint64](d *decoder) (v T) {
	for i, b := range d.take(binary.Size(v)) {
		v |= T(b) << (8 * i)
	}
	return v
}

func (d *decoder) float() float64 { return math.Float64frombits(number[uint64](d)) }

// count returns a number of things that take at least size bytes each.
func (d *decoder) count(size int) int {
	n := int(number[uint32](d))
	d.check(n <= len(d.rest)/size, "a count is larger than the bytes that follow")
	if d.err != nil {
		return 0
	}
	return n
}

func (d *decoder) column() column {
	c := column{name: string(d.take(d.count(1)))}
	kind := number[uint8](d)
	d.check(kind <= categoricalColumn, "unknown kind of column")
	if kind != categoricalColumn {
		return c
	}
	n := d.count(categoryBytes)
	d.check(n < wideSlots, "too many categories")
	c.categories = make([]uint32, 0, n)
	for i := 0; i < n && d.err == nil; i++ {
		category := number[uint32](d)
		d.check(category <= maxCode, "a category code is too large")
		d.check(i == 0 || category > c.categories[i-1], "categories are not in order")
		c.categories = append(c.categories, category)
	}
	return c
}

// tree reads the nodes of one tree into the model.
func (d *decoder) tree(m *Model) {
	count := d.count(minNodeBytes)
	d.check(count%2 == 1, "an even number of nodes")
	d.check(count <= 2*maxLeaves, "too many nodes")
	d.check(count <= math.MaxUint32-len(m.nodes), "too many nodes")
	if d.err != nil {
		return
	}
	root, children := len(m.nodes), 1
	for i := 0; i < count && d.err == nil; i++ {
		n, gain, rows := d.node(m)
		if n.kind == leafNode {
			n.child = uint32(root + i)
		} else {
			n.child = uint32(root + children)
			children += 2
		}
		// Children come after their parents, and so before the end of the nodes, when
		// there are always more children announced than nodes read.
		d.check(children > i+1 || i+1 == count, "nodes without a parent")
		d.check(children <= count, "children that are missing")
		m.nodes, m.rows, m.gains = append(m.nodes, n), append(m.rows, rows), append(m.gains, gain)
	}
	d.check(children == count, "children that are missing")
	if d.err != nil {
		return
	}
	d.rowsAddUp(m, root)
	m.roots = append(m.roots, uint32(len(m.nodes)))
	m.measureDepth(root)
}

// rowsAddUp checks that each node's rows are its children's.
func (d *decoder) rowsAddUp(m *Model, root int) {
	for i := root; i < len(m.nodes); i++ {
		n := &m.nodes[i]
		d.check(m.rows[i] > 0, "a node without rows")
		if n.kind != leafNode {
			both := uint64(m.rows[n.child]) + uint64(m.rows[n.child+1])
			d.check(uint64(m.rows[i]) == both, "rows that don't add up")
		}
	}
}

// node reads one node, its child still to be set.
func (d *decoder) node(m *Model) (n node, gain float64, rows uint32) {
	n = node{kind: number[uint8](d)}
	rows = number[uint32](d)
	d.check(n.kind <= leafNode, "unknown kind of node")
	if n.kind == leafNode {
		n.value = d.float()
		d.check(finite(n.value), "a leaf that is no finite number")
		return n, 0, rows
	}
	n.input = number[uint16](d)
	d.check(int(n.input) < 2*len(m.columns), "a node on a column that isn't there")
	if d.err != nil {
		return n, 0, rows
	}
	c := &m.columns[n.column()]
	d.check((n.kind == categoricalNode) == (c.categories != nil), "a node that doesn't fit its column")
	if n.kind == numericNode {
		n.value = d.float()
		d.check(finite(n.value) || math.IsInf(n.value, -1), "a threshold that is no number")
		gain = d.float()
	} else {
		gain = d.float()
		d.check(n.input%2 == 0, "a node that doesn't fit its column")
		set := d.set(c)
		m.setOf(&n, &set)
	}
	d.check(finite(gain) && gain >= 0, "a gain that is no number")
	return n, gain, rows
}

// set reads a set of a column's codes.
func (d *decoder) set(c *column) codeSet {
	var set codeSet
	for i := range c.setWords() {
		set[i] = number[uint64](d)
	}
	return set
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
