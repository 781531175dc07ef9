package parquetfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// mostHeld is how many bytes the open pages and dictionaries of all columns may take together.
const mostHeld = 160 << 20

// mostHead is how long the head of a page may be.
const mostHead = 1 << 20

// column is a column that is read.
type column struct {
	leaf
	of     *Rows
	passed bool // over: its cells are empty

	chunk    chunk // what is left of it
	codec    int64
	levels   *hybrid // of a page with nulls
	values   values
	left     int64 // in the page
	words    *dictionary
	held     int64
	heldWord int64
}

// begin begins to read a part of the column.
func (c *column) begin(k chunk) {
	c.chunk, c.codec, c.left, c.words = k, k.codec, 0, nil
	c.hold(&c.held, 0)
	c.hold(&c.heldWord, 0)
}

// hold counts memory. Error: all columns together take too much.
func (c *column) hold(held *int64, size int64) error {
	c.of.held += size - *held
	*held = size
	if c.of.held > mostHeld {
		return errors.New("its pages take too much memory at once: write it with smaller ones")
	}
	return nil
}

// next returns the next value; null is of a row that has none.
func (c *column) next() (v value, null bool, err error) {
	for c.left == 0 {
		if err := c.nextPage(); err != nil {
			return v, false, fmt.Errorf("column %q: %w", c.name, err)
		}
	}
	c.left--
	if c.levels != nil {
		level, err := c.levels.next()
		if err != nil || level.n == 0 {
			return v, true, err
		}
	}
	v, err = c.values.next()
	return v, false, err
}

// head is the head of a page.
type head struct {
	kind             int64
	size, packed     int64
	values, encoding int64
	levels           int64 // bytes of the levels of nulls, of the newer form
	repeats          int64
	plain            bool // of the newer form, not compressed
}

// The kinds of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	newDataPage    = 3
)

// nextPage begins the next page of data.
func (c *column) nextPage() error {
	if c.chunk.values <= 0 || c.chunk.size == 0 {
		return errors.New("it has fewer values than there are rows")
	}
	h, err := c.readHead()
	if err != nil {
		return err
	}
	switch h.kind {
	case dataPage, newDataPage:
		if h.values < 0 || h.values > c.chunk.values {
			return fmt.Errorf("its pages have more values than the footer says rows, %d in one", h.values)
		}
		if c.chunk.values -= h.values; c.chunk.values == 0 && c.chunk.size > h.packed {
			if err := c.noMore(h); err != nil {
				return err
			}
		}
		text, err := c.unpack(h, &c.held)
		if err != nil {
			return err
		}
		return c.open(h, text)
	case dictionaryPage:
		text, err := c.unpack(h, &c.heldWord)
		if err != nil {
			return err
		}
		if h.values < 0 || h.values > h.size {
			return errPage
		}
		if c.width() == 0 {
			if err := c.hold(&c.heldWord, h.size+4*h.values); err != nil {
				return err
			}
		}
		c.words, err = newDictionary(text, int(h.values), c.width())
		return err
	}
	c.chunk.at, c.chunk.size = c.chunk.at+h.packed, c.chunk.size-h.packed
	return nil
}

// noMore returns an error when a page of data stands behind the last one that has rows.
func (c *column) noMore(last head) error {
	behind := *c
	behind.chunk.at, behind.chunk.size = c.chunk.at+last.packed, c.chunk.size-last.packed
	if h, err := behind.readHead(); err == nil && (h.kind == dataPage || h.kind == newDataPage) && h.values > 0 {
		return errors.New("its pages have more values than the footer says rows")
	}
	return nil
}

// readHead reads the head of the page that is next.
func (c *column) readHead() (h head, err error) {
	for window := int64(4 << 10); ; window *= 16 {
		text := make([]byte, min(window, c.chunk.size))
		if _, err := c.of.from.ReadAt(text, c.chunk.at); err != nil && !errors.Is(err, io.EOF) {
			return h, err
		}
		r := &compact{data: text}
		h = readHead(r)
		if errors.Is(r.err, errShort) && window < min(c.chunk.size, mostHead) {
			continue
		}
		if r.err != nil {
			return h, errors.New("a page has no head")
		}
		c.chunk.at, c.chunk.size = c.chunk.at+int64(r.at), c.chunk.size-int64(r.at)
		if h.size < 0 || h.packed < 0 || h.packed > c.chunk.size {
			return h, errors.New("a page is longer than its column")
		}
		return h, nil
	}
}

func readHead(r *compact) (h head) {
	r.fields(func(id int64, kind byte) {
		switch id {
		case 1:
			h.kind = r.number(kind)
		case 2:
			h.size = r.number(kind)
		case 3:
			h.packed = r.number(kind)
		case 5, 7:
			r.within(kind, func(id int64, kind byte) {
				switch id {
				case 1:
					h.values = r.number(kind)
				case 2:
					h.encoding = r.number(kind)
				default:
					r.skip(kind)
				}
			})
		case 8:
			r.within(kind, func(id int64, kind byte) {
				switch id {
				case 1:
					h.values = r.number(kind)
				case 4:
					h.encoding = r.number(kind)
				case 5:
					h.levels = r.number(kind)
				case 6:
					h.repeats = r.number(kind)
				case 7:
					h.plain = kind == kindFalse
				default:
					r.skip(kind)
				}
			})
		default:
			r.skip(kind)
		}
	})
	return h
}

// unpack reads a page, the levels of the newer form included, within what may be held.
func (c *column) unpack(h head, held *int64) ([]byte, error) {
	if err := c.hold(held, h.size); err != nil {
		return nil, err
	}
	if h.packed > mostHeld {
		return nil, errors.New("a page is too long")
	}
	packed := make([]byte, h.packed)
	if _, err := c.of.from.ReadAt(packed, c.chunk.at); err != nil {
		return nil, err
	}
	c.chunk.at, c.chunk.size = c.chunk.at+h.packed, c.chunk.size-h.packed
	above := int64(0)
	if h.kind == newDataPage {
		if above = h.levels + h.repeats; h.levels < 0 || h.repeats < 0 || above > h.packed || above > h.size {
			return nil, errPage
		}
	}
	if c.codec == 0 || h.plain {
		if h.packed != h.size {
			return nil, errSize
		}
		return packed, nil
	}
	text := make([]byte, h.size)
	copy(text, packed[:above])
	return text, inflate(c.codec, text[above:], packed[above:])
}

// zstdLeast is how much zstd may unpack of a page however short it is: its windows have a size of their own.
const zstdLeast = 1 << 20

var errSize = errors.New("a page has another length than its head says")

// inflate fills a text with what is packed. Error: that has another length, or is none.
func inflate(codec int64, text, packed []byte) error {
	var from io.Reader
	switch codec {
	case 1:
		if n, err := snappy.DecodedLen(packed); err != nil || n != len(text) {
			return errSize
		}
		if len(text) == 0 {
			return nil
		}
		_, err := snappy.Decode(text, packed)
		return err
	case 2:
		unzipped, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return err
		}
		from = unzipped
	case 4:
		from = brotli.NewReader(bytes.NewReader(packed))
	case 5:
		return inflateFramed(text, packed)
	case 6:
		unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(max(len(text), zstdLeast))))
		if err != nil {
			return err
		}
		defer unzip.Close()
		if whole, err := unzip.DecodeAll(packed, text[:0]); err != nil || len(whole) != len(text) {
			return errSize
		}
		return nil
	case 7:
		if n, err := lz4.UncompressBlock(packed, text); err != nil || n != len(text) {
			return errSize
		}
		return nil
	default:
		return fmt.Errorf("it is compressed in a way (%d) that is not read: write it with snappy or zstd", codec)
	}
	if _, err := io.ReadFull(from, text); err != nil && len(text) > 0 {
		return errSize
	}
	if n, _ := io.ReadFull(from, make([]byte, 1)); n > 0 {
		return errSize
	}
	return nil
}

// inflateFramed unpacks LZ4 as Hadoop writes it, in blocks behind their lengths, or without them.
func inflateFramed(text, packed []byte) error {
	whole := packed
	for to := text; len(packed) > 8; {
		size, length := binary.BigEndian.Uint32(packed), binary.BigEndian.Uint32(packed[4:])
		if int64(size) > int64(len(to)) || int64(length) > int64(len(packed)-8) {
			break
		}
		n, err := lz4.UncompressBlock(packed[8:8+length], to[:size])
		if err != nil || n != int(size) {
			break
		}
		if to, packed = to[size:], packed[8+length:]; len(to) == 0 && len(packed) == 0 {
			return nil
		}
	}
	if n, err := lz4.UncompressBlock(whole, text); err != nil || n != len(text) {
		return errSize
	}
	return nil
}

// open makes a page's values ready.
func (c *column) open(h head, text []byte) (err error) {
	c.left, c.levels = h.values, nil
	if c.optional {
		levels := h.levels
		if h.kind == dataPage {
			if len(text) < 4 {
				return errPage
			}
			levels, text = int64(binary.LittleEndian.Uint32(text)), text[4:]
		} else {
			text = text[h.repeats:]
		}
		if levels > int64(len(text)) {
			return errPage
		}
		c.levels, text = &hybrid{data: text[:levels], width: 1}, text[levels:]
	} else if h.kind == newDataPage {
		text = text[h.levels+h.repeats:]
	}
	c.values, err = c.decoder(h, text)
	return err
}

// The encodings of values, as the format numbers them.
const (
	encodedPlain        = 0
	encodedWordsOfOld   = 2
	encodedRuns         = 3
	encodedDeltas       = 5
	encodedLengths      = 6
	encodedPrefixes     = 7
	encodedWords        = 8
	encodedSplit        = 9
	mostBitsOfAWord     = 32
	bytesOfALengthOfRun = 4
)

func (c *column) decoder(h head, text []byte) (values, error) {
	switch h.encoding {
	case encodedPlain:
		if c.is.physical == boolean {
			return &plainBits{data: text}, nil
		}
		return &plain{data: text, width: c.width()}, nil
	case encodedWords, encodedWordsOfOld:
		switch {
		case c.words == nil:
			return nil, errDictionary
		case len(text) == 0:
			return &worded{of: c.words}, nil // of nulls alone
		case text[0] > mostBitsOfAWord:
			return nil, errPage
		}
		return &worded{hybrid{data: text[1:], width: uint64(text[0])}, c.words}, nil
	case encodedRuns:
		if c.is.physical == boolean && len(text) >= bytesOfALengthOfRun {
			return &hybrid{data: text[bytesOfALengthOfRun:], width: 1}, nil
		}
	case encodedDeltas:
		if c.is.physical == int32s || c.is.physical == int64s {
			return newDeltas(text)
		}
	case encodedLengths, encodedPrefixes:
		if c.is.physical >= byteArrays {
			return newPieces(text, uint64(h.values), h.encoding == encodedPrefixes)
		}
	case encodedSplit:
		if width := c.width(); width > 0 && width <= len(split{}.b) {
			return &split{data: text, width: width}, nil
		}
	}
	return nil, fmt.Errorf("its values are encoded in a way (%d) that is not read", h.encoding)
}

func (c *column) width() int { return c.is.width() }
