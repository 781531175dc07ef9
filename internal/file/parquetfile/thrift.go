package parquetfile

import (
	"encoding/binary"
	"errors"
)

// Footers and heads of pages are structs of Thrift's compact protocol. They are read as far as they are needed, and
// nothing is made for what they only claim: each element of a list takes a byte at least.

// The kinds of values.
const (
	kindTrue   = 1
	kindFalse  = 2
	kindByte   = 3
	kindDouble = 7
	kindBinary = 8
	kindList   = 9
	kindSet    = 10
	kindMap    = 11
	kindStruct = 12
)

// mostNested is how deep structs and lists may lie in each other; what Parquet needs is some ten deep.
const mostNested = 32

var (
	errShort  = errors.New("it is cut short")
	errNested = errors.New("its footer is nested too deep")
	errThrift = errors.New("its footer is none")
)

// compact reads a struct; an error stays.
type compact struct {
	data []byte
	at   int
	deep int
	err  error
}

func (c *compact) fail(err error) {
	if c.err == nil {
		c.err, c.at = err, len(c.data)
	}
}

func (c *compact) byte() byte {
	if c.at >= len(c.data) {
		c.fail(errShort)
		return 0
	}
	c.at++
	return c.data[c.at-1]
}

func (c *compact) uint() uint64 {
	v, n := binary.Uvarint(c.data[c.at:])
	if n <= 0 {
		c.fail(errShort)
		return 0
	}
	c.at += n
	return v
}

func (c *compact) int() int64 {
	v := c.uint()
	return int64(v>>1) ^ -int64(v&1)
}

func (c *compact) binary() []byte {
	n := c.uint()
	if n > uint64(len(c.data)-c.at) {
		c.fail(errShort)
		return nil
	}
	c.at += int(n)
	return c.data[c.at-int(n) : c.at]
}

// fields calls use with the number and kind of each field of a struct; use reads its value, or skips it.
func (c *compact) fields(use func(id int64, kind byte)) {
	if c.deep++; c.deep > mostNested {
		c.fail(errNested)
	}
	for id := int64(0); c.err == nil; {
		head := c.byte()
		if head == 0 {
			break
		}
		if delta := head >> 4; delta > 0 {
			id += int64(delta)
		} else {
			id = c.int()
		}
		use(id, head&0xf)
	}
	c.deep--
}

// list calls use for each element of a list; use reads it.
func (c *compact) list(kind byte, use func(kind byte)) {
	if kind != kindList && kind != kindSet {
		c.fail(errThrift)
		return
	}
	head := c.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = c.uint()
	}
	if n > uint64(len(c.data)-c.at) {
		c.fail(errClaim)
	}
	if c.deep++; c.deep > mostNested {
		c.fail(errNested)
	}
	for ; n > 0 && c.err == nil; n-- {
		use(head & 0xf)
	}
	c.deep--
}

var errClaim = errors.New("its footer claims more than it has")

// skip reads over a value.
func (c *compact) skip(kind byte) {
	switch kind {
	case kindTrue, kindFalse:
	case kindByte:
		c.byte()
	case kindDouble:
		c.at = min(c.at+8, len(c.data))
	case kindBinary:
		c.binary()
	case kindList, kindSet:
		c.list(kind, c.skipElement)
	case kindMap:
		if n := c.uint(); n > 0 {
			kinds := c.byte()
			for ; n > 0 && c.err == nil; n-- {
				c.skipElement(kinds >> 4)
				c.skipElement(kinds & 0xf)
			}
		}
	case kindStruct:
		c.fields(func(_ int64, kind byte) { c.skip(kind) })
	default:
		if kind > kindStruct {
			c.fail(errThrift)
		}
		c.uint()
	}
}

// skipElement reads over an element of a list, whose truths take a byte.
func (c *compact) skipElement(kind byte) {
	if kind == kindTrue || kind == kindFalse {
		kind = kindByte
	}
	c.skip(kind)
}

// number reads a whole number of any width.
func (c *compact) number(kind byte) int64 {
	switch kind {
	case kindByte:
		return int64(int8(c.byte()))
	case 4, 5, 6:
		return c.int()
	}
	c.fail(errThrift)
	return 0
}

// text reads a text.
func (c *compact) text(kind byte) string {
	if kind != kindBinary {
		c.fail(errThrift)
		return ""
	}
	return string(c.binary())
}

// within reads the fields of a struct that is a value.
func (c *compact) within(kind byte, use func(id int64, kind byte)) {
	if kind != kindStruct {
		c.fail(errThrift)
		return
	}
	c.fields(use)
}
