package gbm

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

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
