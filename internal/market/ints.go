package market

import (
	"math"
	"strings"
)

// Ints is a column of whole numbers in as few bytes each as the largest needs: a country has
// hundreds of millions of them, mostly years, areas and the numbers of names.
type Ints struct {
	// One of these has the rows. The first two hold each number plus 1, so that Unknown is 0.
	bytes  []uint8
	shorts []uint16
	words  []int32
}

// Column is a column of whole numbers.
type Column interface {
	Len() int
	At(row int) int32
	Set(row int, v int32)
}

// Codes is a column of four bytes a number.
type Codes []int32

// Len returns how many numbers there are.
func (c Codes) Len() int { return len(c) }

// At returns the number in a row.
func (c Codes) At(row int) int32 { return c[row] }

// Set sets the number in a row.
func (c Codes) Set(row int, v int32) { c[row] = v }

// MakeInts makes n numbers, all Unknown.
func MakeInts(n int) Ints { return Ints{bytes: make([]uint8, n)} }

// Len returns how many numbers there are.
func (c *Ints) Len() int { return max(len(c.bytes), len(c.shorts), len(c.words)) }

// At returns the number in a row.
func (c *Ints) At(row int) int32 {
	switch {
	case c.bytes != nil:
		return int32(c.bytes[row]) - 1
	case c.shorts != nil:
		return int32(c.shorts[row]) - 1
	}
	return c.words[row]
}

// Set sets the number in a row.
func (c *Ints) Set(row int, v int32) {
	switch {
	case c.bytes != nil && -1 <= v && v < math.MaxUint8:
		c.bytes[row] = uint8(v + 1)
	case c.shorts != nil && -1 <= v && v < math.MaxUint16:
		c.shorts[row] = uint16(v + 1)
	case c.words != nil:
		c.words[row] = v
	default:
		c.widen()
		c.Set(row, v)
	}
}

// widen gives each number more bytes.
func (c *Ints) widen() {
	if c.bytes == nil {
		c.words = make([]int32, len(c.shorts))
		for row, v := range c.shorts {
			c.words[row] = int32(v) - 1
		}
		c.shorts = nil
		return
	}
	c.shorts = make([]uint16, len(c.bytes))
	for row, v := range c.bytes {
		c.shorts[row] = uint16(v)
	}
	c.bytes = nil
}

// Most returns a number that none exceeds: the largest that the column has room for.
func (c *Ints) Most() int32 {
	switch {
	case c.bytes != nil:
		return math.MaxUint8 - 1
	case c.shorts != nil:
		return math.MaxUint16 - 1
	}
	return math.MaxInt32
}

// TextList holds texts that are mostly distinct, end to end in one.
type TextList struct {
	text strings.Builder
	ends []uint32
}

// Add appends a text.
func (l *TextList) Add(s []byte) {
	l.text.Write(s)
	l.ends = append(l.ends, uint32(l.text.Len()))
}

// At returns the i-th text.
func (l *TextList) At(i int) string {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.text.String()[start:l.ends[i]]
}

// Len returns how many texts there are.
func (l *TextList) Len() int { return len(l.ends) }
