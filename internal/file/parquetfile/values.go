package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

// The values of a page, one by one. The library decodes what takes no more memory than its page has bytes. A page of some
// bytes may stand for any number of values by runs and by differences: runs are decoded here, none before it is asked for,
// and differences are looked through first.

// values yields the values of a page.
type values interface {
	next() (parquet.Value, error)
}

var errPage = errors.New("a page ends before its values do")

// decoded are values that the library has decoded.
type decoded struct {
	from  parquet.ValueReader
	room  [64]parquet.Value
	ahead []parquet.Value
}

func (d *decoded) next() (parquet.Value, error) {
	if len(d.ahead) == 0 {
		n, _ := d.from.ReadValues(d.room[:])
		if d.ahead = d.room[:n]; n == 0 {
			return parquet.Value{}, errPage
		}
	}
	v := d.ahead[0]
	d.ahead = d.ahead[1:]
	return v, nil
}

// decode has the library decode a page of at most so many values, and returns how many there are.
func (c *column) decode(as format.Encoding, text []byte, most int64) (v encoding.Values, n int, err error) {
	unread := fmt.Errorf("its values are encoded as %s, which is not read", as)
	switch as {
	case format.Plain, format.ByteStreamSplit: // take no more memory than they have bytes
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		if err := c.holdDeltas(as, text, most); err != nil {
			return v, 0, err
		}
	default: // a run of a few bytes may say that it is two thousand million numbers
		return v, 0, unread
	}
	v, err = c.is.Decode(c.is.NewValues(nil, nil), text, parquet.LookupEncoding(as))
	switch data, offsets := v.Data(); {
	case errors.Is(err, encoding.ErrNotSupported):
		return v, 0, unread
	case err != nil:
		return v, 0, errPage
	case c.is.Kind() == parquet.Boolean:
		n = 8 * len(data)
	case c.is.Kind() == parquet.ByteArray:
		n = max(0, len(offsets)-1)
	default:
		n = len(data) / c.width()
	}
	return v, n, nil
}

// width returns how many bytes a value takes, a text beside its own.
func (c *column) width() int {
	switch kind := c.is.Kind(); kind { //nolint:exhaustive // truths are counted otherwise
	case parquet.Int64, parquet.Double:
		return 8
	case parquet.Int96:
		return 12
	case parquet.FixedLenByteArray:
		return c.is.Length()
	}
	return 4
}

const (
	lengthBits = 32 // of the length of a text
	mostBlock  = 1 << 20
)

// skimDeltas looks through whole numbers of so many bits that are stored by their differences, at most so many, and
// returns what stands behind them.
func skimDeltas(data []byte, most int64, bits int) (rest []byte, err error) {
	s := skim{data: data}
	block, parts, left := s.uint(), s.uint(), s.uint()
	if s.uint(); s.err != nil || block == 0 || block > mostBlock || parts == 0 || block%parts != 0 || left > uint64(most) {
		return nil, errPage
	}
	for perPart := block / parts; left > 1 && s.err == nil; { // the first stands in the head
		s.uint() // the least difference
		for _, width := range s.take(parts) {
			if left <= 1 {
				break
			}
			if int(width) > bits {
				return nil, errPage
			}
			s.take(min(perPart*uint64(width)/8, uint64(len(s.data)-s.at)))
			left -= min(perPart, left-1)
		}
	}
	return s.data[s.at:], s.err
}

// holdDeltas looks through values that are stored by differences, and counts the memory that they take, before any is
// decoded. Texts may each begin with a part of the one before: theirs are decoded to know how long they are.
func (c *column) holdDeltas(as format.Encoding, text []byte, most int64) error {
	if err := c.hold(&c.held, c.held+int64(c.width())*most); err != nil {
		return err
	}
	if as == format.DeltaBinaryPacked {
		_, err := skimDeltas(text, most, 8*c.width())
		return err
	}
	rest, err := skimDeltas(text, most, lengthBits)
	if err != nil || as == format.DeltaLengthByteArray {
		return err
	}
	if _, err := skimDeltas(rest, most, lengthBits); err != nil {
		return err
	}
	total := int64(0)
	for _, part := range [][]byte{text, rest} { // what each begins with, and what follows
		lengths, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, part)
		if err != nil {
			return err
		}
		for _, n := range lengths {
			total += int64(max(n, 0))
		}
	}
	return c.hold(&c.held, c.held+total)
}

// worded are values of a dictionary by their numbers.
type worded struct {
	numbers hybrid
	of      parquet.Dictionary
}

func (w *worded) next() (parquet.Value, error) {
	n, err := w.numbers.next()
	if err != nil {
		return parquet.Value{}, err
	}
	if n >= uint64(w.of.Len()) {
		return parquet.Value{}, errDictionary
	}
	return w.of.Index(int32(n)), nil
}

var errDictionary = errors.New("a dictionary lacks a value")

// truths are truths in runs.
type truths struct{ hybrid }

func (t *truths) next() (parquet.Value, error) {
	v, err := t.hybrid.next()
	return parquet.BooleanValue(v != 0), err
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

func (h *hybrid) next() (uint64, error) {
	for h.left == 0 {
		head, n := binary.Uvarint(h.data)
		if n <= 0 {
			return 0, errPage
		}
		h.data = h.data[n:]
		if head&1 == 0 {
			size := int(h.width+7) / 8
			if size > len(h.data) {
				return 0, errPage
			}
			h.v, _ = bitsAt(h.data, 0, 8*uint64(size))
			h.data, h.pack, h.left = h.data[size:], nil, head>>1
			continue
		}
		if head>>1 > 1<<32 {
			return 0, errPage
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
			return 0, errPage
		}
		h.bits += h.width
	}
	return h.v, nil
}

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
