package footprint

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Builder makes a Table of buildings in any order; those of a cell keep theirs. What is added waits on disk.
type Builder struct {
	spool    spool
	cells    map[cellKey]*filling
	simplify simplifier
	row      Row
	head     []byte // of the record: its cell and how long it is
	encoded  []byte
	n        int
}

// filling is a cell while the table is made.
type filling struct {
	last Corner // with which the footprint before begins
	rows int
	size int // bytes of all
	at   int // of the table's bytes: where the next one goes
}

// NewBuilder returns a Builder without buildings. It is closed in the end.
func NewBuilder() *Builder { return &Builder{cells: map[cellKey]*filling{}} }

// Close lets go of what waits on disk.
func (b *Builder) Close() { b.spool.close() }

// Add adds a building, of which nothing is kept. Error: there is no room for it on disk.
func (b *Builder) Add(building Building) error {
	var around Bounds
	r := &b.row
	r.Year, r.Homes, r.Group = building.Year, building.Homes, building.Group
	r.Outline, r.Corner, around = b.simplify.appendOutline(r.Outline[:0], building.Outline)
	key := keyAround(around)
	c := b.cells[key]
	if c == nil {
		c = &filling{last: key.corner()}
		b.cells[key] = c
	}
	b.encoded = appendRow(b.encoded[:0], r, c.last)
	c.size += len(b.encoded)
	c.last = r.Corner
	c.rows++
	b.n++
	b.head = binary.AppendUvarint(binary.AppendUvarint(b.head[:0], uint64(key)), uint64(len(b.encoded)))
	if err := b.spool.add(b.head); err != nil {
		return err
	}
	return b.spool.add(b.encoded)
}

// Table returns the table of what was added, and closes the Builder. Error: what waits on disk can't be read.
func (b *Builder) Table() (*Table, error) {
	defer b.Close()
	t := &Table{cells: make([]cell, 0, len(b.cells)), rows: b.n}
	rows, size := 0, 0
	for _, key := range slices.Sorted(maps.Keys(b.cells)) {
		c := b.cells[key]
		c.at = size
		size += c.size
		t.cells = append(t.cells, cell{key: key, row: rows, end: size})
		rows += c.rows
	}
	t.data = make([]byte, size)
	from, err := b.spool.reader()
	if err != nil {
		return nil, err
	}
	for range b.n {
		if err := b.place(t, from); err != nil {
			return nil, fmt.Errorf("read footprints that were set aside: %w", err)
		}
	}
	return t, nil
}

// place reads a footprint and puts it into its cell.
func (b *Builder) place(t *Table, from io.ByteReader) error {
	key, err := binary.ReadUvarint(from)
	if err != nil {
		return err
	}
	size, err := binary.ReadUvarint(from)
	if err != nil {
		return err
	}
	c := b.cells[cellKey(key)]
	into := t.data[c.at : c.at+int(size)]
	c.at += int(size)
	_, err = io.ReadFull(from.(io.Reader), into)
	return err
}
