package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/gevel/gevel"
)

// Bounds on what a file may claim.
const (
	mostFooter   = 32 << 20 // bytes
	mostElements = 50_000   // columns and groups of them
	mostDepth    = 100      // groups within each other
	// A row takes a bit of the file at least, and where many are equal hardly that.
	mostEqualRows   = 4 << 20
	mostRowsPerByte = 1000
)

// footer is what the end of a file says of it.
type footer struct {
	rows    int64
	leaves  []leaf
	groups  []group
	element int // of the schema, while it is read
}

// leaf is a column as the footer describes it.
type leaf struct {
	name     string
	nested   bool // it lies in a group, or has several values a row
	optional bool
	is       kind
}

// group is a part of the rows.
type group struct {
	rows   int64
	chunks []chunk
}

// chunk is a column's part of a group.
type chunk struct {
	at, size int64
	values   int64
	codec    int64
}

// element is an element of the schema.
type element struct {
	leaf
	repetition int64
	children   int64
}

// readFooter reads the footer of a file of so many bytes.
func readFooter(from io.ReaderAt, size int64) (*footer, error) {
	tail := make([]byte, 8)
	if size < int64(len(Magic)+len(tail)) {
		return nil, errShort
	}
	if _, err := from.ReadAt(tail, size-int64(len(tail))); err != nil {
		return nil, err
	}
	switch magic := string(tail[4:]); {
	case magic == "PARE":
		return nil, errors.New("it is encrypted")
	case magic != Magic:
		return nil, errors.New("it does not end as one; it may be cut short")
	}
	n := int64(binary.LittleEndian.Uint32(tail))
	if n > size-int64(len(Magic)+len(tail)) || n > mostFooter {
		return nil, fmt.Errorf("its footer claims %d bytes", n)
	}
	text := make([]byte, n)
	if _, err := from.ReadAt(text, size-int64(len(tail))-n); err != nil {
		return nil, err
	}
	f, c := new(footer), &compact{data: text}
	f.read(c)
	if c.err != nil {
		return nil, c.err
	}
	return f, f.check(size)
}

func (f *footer) read(c *compact) {
	var elements []element
	c.fields(func(id int64, kind byte) {
		switch id {
		case 2:
			c.list(kind, func(kind byte) {
				if len(elements) == mostElements {
					c.fail(fmt.Errorf("it has more than %d columns and groups of them", mostElements))
				}
				elements = append(elements, readElement(c, kind))
			})
		case 3:
			f.rows = c.number(kind)
		case 4:
			c.list(kind, func(kind byte) { f.groups = append(f.groups, readGroup(c, kind)) })
		default:
			c.skip(kind)
		}
	})
	if c.err == nil {
		c.err = f.findLeaves(elements, 0, "")
	}
	if c.err == nil && f.element != len(elements) {
		c.err = errThrift
	}
}

// findLeaves lists the columns below the next element of the schema, those in groups by the name of the outermost.
func (f *footer) findLeaves(elements []element, depth int, within string) error {
	switch {
	case depth > mostDepth:
		return fmt.Errorf("columns lie more than %d deep in each other", mostDepth)
	case f.element >= len(elements):
		return errThrift
	}
	e := elements[f.element]
	f.element++
	if depth > 1 {
		e.name = within
	}
	if e.children == 0 && depth > 0 {
		e.nested = depth > 1 || e.repetition == 2
		e.optional = e.repetition == 1
		f.leaves = append(f.leaves, e.leaf)
		return nil
	}
	for ; e.children > 0; e.children-- {
		if err := f.findLeaves(elements, depth+1, e.name); err != nil {
			return err
		}
	}
	return nil
}

func readElement(c *compact, kind byte) (e element) {
	var scale, precision int64
	converted := int64(-1)
	c.within(kind, func(id int64, kind byte) {
		switch id {
		case 1:
			e.is.physical = physical(c.number(kind))
		case 2:
			e.is.length = c.number(kind)
		case 3:
			e.repetition = c.number(kind)
		case 4:
			e.name = c.text(kind)
		case 5:
			e.children = c.number(kind)
		case 6:
			converted = c.number(kind)
		case 7:
			scale = c.number(kind)
		case 8:
			precision = c.number(kind)
		case 10:
			e.is.readLogical(c, kind)
		default:
			c.skip(kind)
		}
	})
	e.is.convert(converted, scale, precision)
	return e
}

func readGroup(c *compact, kind byte) (g group) {
	c.within(kind, func(id int64, kind byte) {
		switch id {
		case 1:
			c.list(kind, func(kind byte) { g.chunks = append(g.chunks, readChunk(c, kind)) })
		case 3:
			g.rows = c.number(kind)
		default:
			c.skip(kind)
		}
	})
	return g
}

func readChunk(c *compact, kind byte) (k chunk) {
	var dictionary int64
	c.within(kind, func(id int64, kind byte) {
		if id != 3 {
			c.skip(kind)
			return
		}
		c.within(kind, func(id int64, kind byte) {
			switch id {
			case 4:
				k.codec = c.number(kind)
			case 5:
				k.values = c.number(kind)
			case 7:
				k.size = c.number(kind)
			case 9:
				k.at = c.number(kind)
			case 11:
				dictionary = c.number(kind)
			default:
				c.skip(kind)
			}
		})
	})
	if k.at == 0 {
		c.fail(errors.New("its footer does not say where a column is"))
	}
	if dictionary > 0 && dictionary < k.at {
		k.at = dictionary
	}
	return k
}

// check holds what the footer claims against itself and against the file.
func (f *footer) check(size int64) error {
	rows := int64(0)
	for i, g := range f.groups {
		if len(g.chunks) != len(f.leaves) {
			return fmt.Errorf("part %d has %d columns of %d", i+1, len(g.chunks), len(f.leaves))
		}
		if g.rows < 0 || g.rows > f.rows-rows {
			return fmt.Errorf("its footer says %d rows, and its parts have others", f.rows)
		}
		rows += g.rows
		for l, k := range g.chunks {
			if k.at < int64(len(Magic)) || k.size < 0 || k.at > size || k.size > size-k.at {
				return fmt.Errorf("column %s lies beyond the file", strconv.Quote(f.leaves[l].name))
			}
			if k.values != g.rows && !f.leaves[l].nested {
				return fmt.Errorf("column %s has %d values in %d rows", strconv.Quote(f.leaves[l].name), k.values, g.rows)
			}
		}
	}
	switch {
	case rows != f.rows:
		return fmt.Errorf("its footer says %d rows, and its parts have %d", f.rows, rows)
	case f.rows > mostEqualRows && f.rows/mostRowsPerByte > size:
		return fmt.Errorf("its footer claims %d rows in %d bytes", f.rows, size)
	}
	return nil
}

func unreadable(what any) error {
	return gevel.Refusal("save it again", "the Parquet file is damaged: %v", what)
}
