package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The values of a page, decoded one by one: a page of some bytes may stand for any number of values, and none of them
// takes memory before it is asked for.

// value is a value: a number's bits, or the bytes of a text or a wide number.
type value struct {
	n uint64
	b []byte
}

// values decodes the values of a page.
type values interface{ next() (value, error) }

var errPage = errors.New("a page ends before its values do")

// bitsAt returns some bits, the lowest first, and false beyond the end.
func bitsAt(data []byte, at, width uint64) (v uint64, ok bool) {
	if at+width > 8*uint64(len(data)) {
		return 0, false
	}
	if first := at / 8; at%8+width <= 64 && first+8 <= uint64(len(data)) {
		v = binary.LittleEndian.Uint64(data[first:]) >> (at % 8)
		return v & (1<<width - 1), true
	}
	for got := uint64(0); got < width; {
		bit := (at + got) % 8
		take := min(8-bit, width-got)
		v |= uint64(data[(at+got)/8]) >> bit & (1<<take - 1) << got
		got += take
	}
	return v, true
}

// hybrid decodes runs of equal numbers and of packed ones.
type hybrid struct {
	data  []byte
	width uint64 // bits
	left  uint64 // of the run
	bits  uint64 // where the next packed number is; packed only
	pack  []byte // nil: the run has one value
	v     uint64
}

func (h *hybrid) next() (value, error) {
	for h.left == 0 {
		head, n := binary.Uvarint(h.data)
		if n <= 0 {
			return value{}, errPage
		}
		h.data = h.data[n:]
		if head&1 == 0 {
			size := int(h.width+7) / 8
			if size > len(h.data) {
				return value{}, errPage
			}
			h.v, _ = bitsAt(h.data, 0, 8*uint64(size))
			h.data, h.pack, h.left = h.data[size:], nil, head>>1
			continue
		}
		if head>>1 > 1<<32 {
			return value{}, errPage
		}
		size := min(uint64(len(h.data)), head>>1*h.width)
		h.pack, h.data, h.bits, h.left = h.data[:size:size], h.data[size:], 0, head>>1*8
		if h.pack == nil {
			h.pack = []byte{}
		}
	}
	h.left--
	if h.pack != nil {
		var ok bool
		if h.v, ok = bitsAt(h.pack, h.bits, h.width); !ok {
			return value{}, errPage
		}
		h.bits += h.width
	}
	return value{n: h.v}, nil
}

// plainBits decodes truths.
type plainBits struct {
	data []byte
	at   uint64
}

func (p *plainBits) next() (value, error) {
	v, ok := bitsAt(p.data, p.at, 1)
	if !ok {
		return value{}, errPage
	}
	p.at++
	return value{n: v}, nil
}

// plain decodes values one behind the other, of a width, or behind their lengths.
type plain struct {
	data  []byte
	width int
}

func (p *plain) next() (value, error) {
	width, from := p.width, 0
	if width == 0 {
		if len(p.data) < 4 {
			return value{}, errPage
		}
		width, from = int(binary.LittleEndian.Uint32(p.data)), 4
	}
	if width > len(p.data)-from {
		return value{}, errPage
	}
	v := valueOf(p.data[from:from+width], p.width)
	p.data = p.data[from+width:]
	return v, nil
}

// valueOf returns the value that bytes are.
func valueOf(b []byte, width int) value {
	switch width {
	case 4:
		return value{n: uint64(binary.LittleEndian.Uint32(b)), b: b}
	case 8:
		return value{n: binary.LittleEndian.Uint64(b), b: b}
	}
	return value{b: b}
}

// dictionary is what numbers of values stand for.
type dictionary struct {
	data  []byte
	width int
	ends  []uint32 // where widths differ
}

// newDictionary reads the values of a dictionary, n of a width, or of several.
func newDictionary(data []byte, n, width int) (*dictionary, error) {
	d := &dictionary{data: data, width: width}
	if width > 0 {
		if n > len(data)/width {
			return nil, errPage
		}
		d.data = data[:n*width]
		return d, nil
	}
	if n > len(data)/4 {
		return nil, errPage
	}
	p := plain{data: data}
	for range n {
		if _, err := p.next(); err != nil {
			return nil, err
		}
		d.ends = append(d.ends, uint32(len(data)-len(p.data)))
	}
	return d, nil
}

func (d *dictionary) at(i uint64) (value, error) {
	if d.width > 0 {
		if i >= uint64(len(d.data)/d.width) {
			return value{}, errDictionary
		}
		return valueOf(d.data[int(i)*d.width:int(i+1)*d.width], d.width), nil
	}
	if i >= uint64(len(d.ends)) {
		return value{}, errDictionary
	}
	from := uint32(0)
	if i > 0 {
		from = d.ends[i-1]
	}
	return value{b: d.data[from+4 : d.ends[i]]}, nil
}

var errDictionary = errors.New("a dictionary lacks a value")

// worded decodes values of a dictionary.
type worded struct {
	numbers hybrid
	of      *dictionary
}

func (n *worded) next() (value, error) {
	v, err := n.numbers.next()
	if err != nil {
		return v, err
	}
	return n.of.at(v.n)
}

// deltas decodes whole numbers by their differences.
type deltas struct {
	data           []byte
	perPart, parts uint64
	left           uint64
	v, least       uint64
	widths         []byte
	width, at      uint64
	inPart         uint64
	begun          bool
}

func newDeltas(data []byte) (*deltas, error) {
	c := skim{data: data}
	block, parts, left, first := c.uint(), c.uint(), c.uint(), c.int()
	const most = 1 << 20
	if c.err != nil || block == 0 || block > most || parts == 0 || parts > block || block%parts != 0 || block/parts%8 != 0 {
		return nil, errPage
	}
	return &deltas{data: data[c.at:], perPart: block / parts, parts: parts, left: left, v: uint64(first)}, nil
}

func (d *deltas) next() (value, error) {
	if d.left == 0 {
		return value{}, errPage
	}
	d.left--
	if !d.begun {
		d.begun = true
		return value{n: d.v}, nil
	}
	if d.inPart == 0 {
		if err := d.nextPart(); err != nil {
			return value{}, err
		}
	}
	delta, ok := bitsAt(d.data, d.at, d.width)
	if !ok {
		return value{}, errPage
	}
	d.at += d.width
	d.v += d.least + delta
	if d.inPart--; d.inPart == 0 || d.left == 0 {
		d.data = d.data[min(d.perPart*d.width/8, uint64(len(d.data))):]
		d.at = 0
	}
	return value{n: d.v}, nil
}

// nextPart begins the next part of a block, and the next block where that has none.
func (d *deltas) nextPart() error {
	if len(d.widths) == 0 {
		c := skim{data: d.data}
		d.least = uint64(c.int())
		if c.err != nil || uint64(len(d.data)-c.at) < d.parts {
			return errPage
		}
		d.widths, d.data = d.data[c.at:c.at+int(d.parts)], d.data[c.at+int(d.parts):]
	}
	d.width, d.widths, d.inPart = uint64(d.widths[0]), d.widths[1:], d.perPart
	if d.width > 64 {
		return errPage
	}
	return nil
}

// rest returns what stands behind all numbers.
func (d deltas) rest() ([]byte, error) {
	for d.left > 0 {
		if _, err := d.next(); err != nil {
			return nil, err
		}
	}
	return d.data, nil
}

// pieces decodes texts whose lengths stand before all of them, each behind a part of the text before it where there
// are prefixes.
type pieces struct {
	lengths, prefixes *deltas
	data, last        []byte
}

func newPieces(data []byte, most uint64, prefixed bool) (_ *pieces, err error) {
	p := new(pieces)
	read := func() (d *deltas) {
		if err == nil {
			if d, err = newDeltas(data); err == nil && d.left > most {
				err = errPage
			}
		}
		if err == nil {
			data, err = d.rest()
		}
		return d
	}
	if prefixed {
		p.prefixes = read()
	}
	p.lengths = read()
	p.data = data
	return p, err
}

func (p *pieces) next() (value, error) {
	length, err := p.lengths.next()
	if err != nil || length.n > uint64(len(p.data)) {
		return value{}, errPage
	}
	text := p.data[:length.n]
	p.data = p.data[length.n:]
	if p.prefixes == nil {
		return value{b: text}, nil
	}
	prefix, err := p.prefixes.next()
	if err != nil || prefix.n > uint64(len(p.last)) {
		return value{}, errPage
	}
	if p.last = append(p.last[:prefix.n], text...); len(p.last) > mostText {
		return value{}, fmt.Errorf("a text has more than %d bytes", mostText)
	}
	return value{b: p.last}, nil
}

// mostText bounds texts that grow from one to the next.
const mostText = 1 << 20

// split decodes numbers whose first bytes stand together, then their second ones.
type split struct {
	data  []byte
	width int
	at    int
	b     [16]byte
}

func (s *split) next() (value, error) {
	n := len(s.data) / s.width
	if s.at == n {
		return value{}, errPage
	}
	for i := range s.width {
		s.b[i] = s.data[i*n+s.at]
	}
	s.at++
	return valueOf(s.b[:s.width], s.width), nil
}
