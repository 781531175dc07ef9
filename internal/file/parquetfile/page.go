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
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// mostHeld is how many bytes the open pages and dictionaries of all columns may take together.
const mostHeld = 160 << 20

// mostHead is how long the head of a page may be.
const mostHead = 1 << 20

// column is a column that is read.
type column struct {
	name     string
	leaf     int
	is       parquet.Type
	node     parquet.Node
	optional bool
	write    write
	of       *Rows
	passed   bool // over: its cells are empty

	at, size   int64 // of what is left of its part of the rows
	rows       int64
	codec      format.CompressionCodec
	levels     *hybrid // of a page with nulls
	values     values
	left       int64 // in the page
	words      parquet.Dictionary
	held       int64
	heldOfWord int64
}

// begin begins to read a part of the column.
func (c *column) begin(k *format.ColumnMetaData) {
	c.at, c.size, c.rows, c.codec, c.left, c.words = start(k), k.TotalCompressedSize, k.NumValues, k.Codec, 0, nil
	c.of.held -= c.held + c.heldOfWord
	c.held, c.heldOfWord = 0, 0
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

// next returns the next value, null of a row that has none.
func (c *column) next() (v parquet.Value, err error) {
	for c.left == 0 {
		if err := c.nextPage(); err != nil {
			return v, fmt.Errorf("column %q: %w", c.name, err)
		}
	}
	c.left--
	if c.levels != nil {
		if level, err := c.levels.next(); err != nil || level == 0 {
			return parquet.NullValue(), err
		}
	}
	return c.values.next()
}

// head is the head of a page.
type head struct {
	kind             format.PageType
	size, packed     int64
	values           int64
	encoding         format.Encoding
	levels, repeated int64 // bytes of the levels of nulls and lists, of the newer form
	plain            bool  // of the newer form, not compressed
}

// nextPage begins the next page of data.
func (c *column) nextPage() error {
	if c.rows <= 0 || c.size == 0 {
		return errors.New("it has fewer values than there are rows")
	}
	h, err := c.readHead()
	if err != nil {
		return err
	}
	switch h.kind {
	case format.DataPage, format.DataPageV2:
		if h.values < 0 || h.values > c.rows {
			return errMoreValues
		}
		c.rows -= h.values
		text, err := c.unpack(h, &c.held)
		if err != nil {
			return err
		}
		if c.rows == 0 && c.size > 0 && c.hasMore() {
			return errMoreValues
		}
		return c.open(h, text)
	case format.DictionaryPage:
		if h.values < 0 || h.values > h.size {
			return errPage
		}
		text, err := c.unpack(h, &c.heldOfWord)
		if err == nil {
			err = c.hold(&c.heldOfWord, h.size+offsetSize*h.values)
		}
		if err == nil {
			err = c.readWords(text, h.values)
		}
		return err
	}
	c.at, c.size = c.at+h.packed, c.size-h.packed
	return nil
}

var errMoreValues = errors.New("its pages have more values than the footer says rows")

// hasMore reports whether a page of data stands behind the last one that has rows.
func (c *column) hasMore() bool {
	behind := *c
	h, err := behind.readHead()
	return err == nil && (h.kind == format.DataPage || h.kind == format.DataPageV2) && h.values > 0
}

// readHead reads the head of the page that is next.
func (c *column) readHead() (h head, err error) {
	for window := int64(4 << 10); ; window *= 16 {
		text := make([]byte, min(window, c.size))
		if _, err := c.of.from.ReadAt(text, c.at); err != nil && !errors.Is(err, io.EOF) {
			return h, err
		}
		size, err := structSize(text)
		if errors.Is(err, errShort) && window < min(c.size, mostHead) {
			continue
		}
		var found format.PageHeader
		if err != nil || thrift.Unmarshal(new(thrift.CompactProtocol), text[:size], &found) != nil {
			return h, errors.New("a page has no head")
		}
		c.at, c.size = c.at+int64(size), c.size-int64(size)
		if h = headOf(&found); h.size < 0 || h.packed < 0 || h.packed > c.size {
			return h, errors.New("a page is longer than its column")
		}
		return h, nil
	}
}

func headOf(p *format.PageHeader) head {
	h := head{kind: p.Type, size: int64(p.UncompressedPageSize), packed: int64(p.CompressedPageSize), values: -1}
	switch old, words, data := &p.DataPageHeader, &p.DictionaryPageHeader, &p.DataPageHeaderV2; {
	case h.kind == format.DataPage && old.Valid:
		h.values, h.encoding = int64(old.V.NumValues), old.V.Encoding
	case h.kind == format.DictionaryPage && words.Valid:
		h.values = int64(words.V.NumValues)
	case h.kind == format.DataPageV2 && data.Valid:
		h.values, h.encoding = int64(data.V.NumValues), data.V.Encoding
		h.levels, h.repeated = int64(data.V.DefinitionLevelsByteLength), int64(data.V.RepetitionLevelsByteLength)
		h.plain = data.V.IsCompressed.Valid && !data.V.IsCompressed.V
	}
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
	if _, err := c.of.from.ReadAt(packed, c.at); err != nil {
		return nil, err
	}
	c.at, c.size = c.at+h.packed, c.size-h.packed
	above := int64(0)
	if h.kind == format.DataPageV2 {
		if above = h.levels + h.repeated; h.levels < 0 || h.repeated < 0 || above > h.packed || above > h.size {
			return nil, errPage
		}
	}
	if c.codec == format.Uncompressed || h.plain {
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
func inflate(codec format.CompressionCodec, text, packed []byte) error {
	var from io.Reader
	switch codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(packed); err != nil || n != len(text) {
			return errSize
		}
		if len(text) == 0 {
			return nil
		}
		_, err := snappy.Decode(text, packed)
		return err
	case format.Gzip:
		unzipped, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return err
		}
		from = unzipped
	case format.Brotli:
		from = brotli.NewReader(bytes.NewReader(packed))
	case format.Lz4:
		return inflateFramed(text, packed)
	case format.Zstd:
		most := uint64(max(len(text), zstdLeast))
		unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(most))
		if err != nil {
			return err
		}
		defer unzip.Close()
		if whole, err := unzip.DecodeAll(packed, text[:0]); err != nil || len(whole) != len(text) {
			return errSize
		}
		return nil
	case format.Lz4Raw:
		if n, err := lz4.UncompressBlock(packed, text); err != nil || n != len(text) {
			return errSize
		}
		return nil
	default:
		return fmt.Errorf("it is compressed as %s, which is not read: write it with snappy or zstd", codec)
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
		if h.kind == format.DataPage {
			if len(text) < 4 {
				return errPage
			}
			levels, text = int64(binary.LittleEndian.Uint32(text)), text[4:]
		} else {
			text = text[h.repeated:]
		}
		if levels > int64(len(text)) {
			return errPage
		}
		c.levels, text = &hybrid{data: text[:levels], width: 1}, text[levels:]
	} else if h.kind == format.DataPageV2 {
		text = text[h.levels+h.repeated:]
	}
	c.values, err = c.decoder(h, text)
	return err
}

// offsetSize is what the place of a text takes beside it.
const offsetSize = 4

// readWords reads a dictionary of so many values.
func (c *column) readWords(text []byte, count int64) error {
	all, n, err := c.decode(format.Plain, text, count)
	if err == nil && int64(n) < count {
		err = errPage
	}
	if err == nil {
		c.words = c.is.NewDictionary(0, n, all)
	}
	return err
}

// mostBitsOfAWord is how wide the number of a word of a dictionary may be.
const mostBitsOfAWord = 32

func (c *column) decoder(h head, text []byte) (values, error) {
	switch {
	case h.encoding == format.RLEDictionary, h.encoding == format.PlainDictionary: //nolint:staticcheck // old writers have it
		switch {
		case c.words == nil:
			return nil, errDictionary
		case len(text) == 0:
			return &worded{of: c.words}, nil // of nulls alone
		case text[0] > mostBitsOfAWord:
			return nil, errPage
		}
		return &worded{hybrid{data: text[1:], width: uint64(text[0])}, c.words}, nil
	case h.encoding == format.RLE && c.is.Kind() == parquet.Boolean && len(text) >= 4:
		return &truths{hybrid{data: text[4:], width: 1}}, nil
	}
	all, n, err := c.decode(h.encoding, text, h.values)
	if err == nil && c.is.Kind() == parquet.ByteArray {
		err = c.hold(&c.held, c.held+offsetSize*int64(n))
	}
	if err != nil {
		return nil, err
	}
	return &decoded{from: c.is.NewPage(0, n, all).Values()}, nil
}
