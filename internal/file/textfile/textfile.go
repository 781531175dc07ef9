// Package textfile reads text files as people deliver them: plain or gzipped, in UTF-8, UTF-16 or Windows-1252, with or
// without a byte order mark, or as the first sheet of a workbook. What it is, the content says and not the file's name.
package textfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
)

// ReadAhead is how many bytes of a text can be looked at before they are read.
const ReadAhead = 64 << 10

// ByteOrderMark is what some programs put before a text in UTF-8.
const ByteOrderMark = "\uFEFF"

// What gzipped files begin with.
var gzipMagic = []byte{0x1f, 0x8b}

// Reader is a text in UTF-8 without its byte order mark.
type Reader struct {
	*bufio.Reader
	origin Origin
	octets *octets // nil for a text that can be of one origin only
}

// Origin returns what the text was before it was read, as far as it was looked at.
func (r *Reader) Origin() Origin {
	if r.octets != nil && r.octets.state == windows {
		return Windows1252
	}
	return r.origin
}

// NewReader returns the text that r holds, unzipped and in UTF-8 without a byte order mark, and counts the bytes that are
// read of r. Errors: gevel.Invalid when it is no text.
func NewReader(r io.Reader, done *int64) (_ *Reader, err error) {
	text := bufio.NewReaderSize(&meter{r, done}, ReadAhead)
	magic, _ := text.Peek(len(gzipMagic)) // a reader that fails does so again when it is read
	if bytes.HasPrefix(magic, gzipMagic) {
		whole := new(inflated)
		whole.Reader, err = gzip.NewReader(bufio.NewReaderSize(&meter{text, &whole.packed}, packedAhead))
		if err != nil {
			return nil, Named(err)
		}
		text = bufio.NewReaderSize(whole, ReadAhead)
		start, _ := text.Peek(StartBytes)
		if kind := filekind.OfStart(start); kind == filekind.GeoPackage || kind == filekind.Parquet {
			return nil, kind.Refuse("", "unpack it")
		}
	}
	decoded, err := decode(text)
	if err != nil {
		return nil, err
	}
	if ahead, _ := decoded.Peek(ReadAhead); bytes.IndexByte(ahead, '\r') >= 0 && bytes.IndexByte(ahead, '\n') < 0 {
		return nil, gevel.Refusal("save it as CSV in UTF-8", "the file has no line ends but carriage returns")
	}
	return decoded, nil
}

// Decode returns a text that is not compressed. Errors: gevel.Invalid when it is none.
func Decode(r io.Reader) (*Reader, error) { return decode(bufio.NewReaderSize(r, ReadAhead)) }

// Named says of an error of reading what is wrong with the file, where its own words don't.
func Named(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file is cut short: %w", err)
	}
	return err
}

// Delimiters are what columns of a CSV file may be separated by, the most usual first.
const Delimiters = ",;\t|"

// Delimiter returns the one of Delimiters that the header line of a CSV file has most of.
func Delimiter(header string) rune {
	return slices.MaxFunc([]rune(Delimiters), func(a, b rune) int {
		return strings.Count(header, string(a)) - strings.Count(header, string(b))
	})
}
