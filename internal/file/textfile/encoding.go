package textfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
)

// How a text is encoded, found by its bytes.

// Origin is what a text was before it was read.
type Origin int

// The origins. Spreadsheets put a byte order mark before UTF-8, programs hardly ever do.
const (
	Plain       Origin = iota // UTF-8
	Marked                    // UTF-8 behind a byte order mark
	UTF16                     // behind its own; "Unicode text" of a spreadsheet
	Windows1252               // what Excel writes as CSV by default
	Workbook
)

// OfSpreadsheet reports whether the text comes from a spreadsheet.
func (o Origin) OfSpreadsheet() bool { return o != Plain }

// StartBytes is how many bytes show that a file is no text.
const StartBytes = 16

func decode(text *bufio.Reader) (*Reader, error) {
	start, _ := text.Peek(StartBytes)
	r := &Reader{origin: Plain}
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		r.origin = UTF16
		utf16 := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
		r.Reader = bufio.NewReaderSize(transform.NewReader(text, utf16), ReadAhead)
	case bytes.HasPrefix(start, []byte(ByteOrderMark)):
		r.origin, r.Reader = Marked, text
		if _, err := text.Discard(len(ByteOrderMark)); err != nil {
			return nil, err
		}
	default:
		if err := refuse(start); err != nil {
			return nil, err
		}
		r.octets = new(octets)
		r.Reader = bufio.NewReaderSize(transform.NewReader(text, r.octets), ReadAhead)
	}
	return r, nil
}

// refuse returns an error for what can't be the start of a text.
func refuse(start []byte) error {
	if kind := filekind.OfStart(start); kind != (filekind.Kind{}) {
		return kind.Refuse("", "")
	}
	line, _, _ := bytes.Cut(start, []byte("\n"))
	if bytes.IndexByte(line, 0) >= 0 { // UTF-16 without its mark, say
		return gevel.Refusal("save it as CSV in UTF-8", "the file is no text")
	}
	return nil
}

// octets turns Windows-1252 into UTF-8, and leaves UTF-8 as it is. The first bytes beyond ASCII decide.
type octets struct{ state }

type state int

const (
	undecided state = iota
	utf
	windows
)

// Reset is called before the first byte.
func (o *octets) Reset() { o.state = undecided }

// Transform turns as much of src into dst as fits.
func (o *octets) Transform(dst, src []byte, atEnd bool) (written, read int, err error) {
	if o.state == undecided {
		ascii := asciiIn(src)
		if n := copy(dst, src[:ascii]); n < ascii {
			return n, n, transform.ErrShortDst
		}
		switch rest := src[ascii:]; {
		case len(rest) == 0:
			return ascii, ascii, nil
		case !atEnd && !utf8.FullRune(rest):
			return ascii, ascii, transform.ErrShortSrc
		default:
			o.state = stateOf(rest)
			written, read, err = o.Transform(dst[ascii:], rest, atEnd)
			return written + ascii, read + ascii, err
		}
	}
	if o.state == windows {
		return charmap.Windows1252.NewDecoder().Transform(dst, src, atEnd)
	}
	if n := copy(dst, src); n < len(src) {
		return n, n, transform.ErrShortDst
	}
	return len(src), len(src), nil
}

// asciiIn returns how many bytes at the start are ASCII.
func asciiIn(src []byte) (n int) {
	const word, high = 8, 0x8080808080808080
	for n+word <= len(src) && binary.NativeEndian.Uint64(src[n:])&high == 0 {
		n += word
	}
	for n < len(src) && src[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// stateOf counts letters of UTF-8 and bytes that are none of it. A damaged letter makes no other encoding of a file.
func stateOf(src []byte) state {
	letters, others := 0, 0
	for len(src) > 0 {
		c, size := utf8.DecodeRune(src)
		switch {
		case c == utf8.RuneError && size == 1 && utf8.FullRune(src):
			others++
		case size > 1:
			letters++
		}
		src = src[size:]
	}
	if others > letters {
		return windows
	}
	return utf
}
