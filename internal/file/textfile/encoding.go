package textfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
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
		r.octets = &octets{text: text}
		r.Reader = bufio.NewReaderSize(r.octets, ReadAhead)
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

// octets reads Windows-1252 as UTF-8, and UTF-8 as it is. The first bytes beyond ASCII decide.
type octets struct {
	text  *bufio.Reader
	state state
	read  io.Reader // once that is decided
}

type state int

const (
	undecided state = iota
	utf
	windows
)

// Read reads of the text.
func (o *octets) Read(p []byte) (int, error) {
	if o.state != undecided {
		return o.read.Read(p)
	}
	ahead, err := o.text.Peek(1)
	if len(ahead) == 0 {
		return 0, err
	}
	ahead, _ = o.text.Peek(min(o.text.Buffered(), max(len(p), utf8.UTFMax)))
	if ascii := asciiIn(ahead); ascii > 0 {
		n := copy(p, ahead[:ascii])
		_, err := o.text.Discard(n)
		return n, err
	}
	if !utf8.FullRune(ahead) {
		ahead, _ = o.text.Peek(utf8.UTFMax) // errors come again
	}
	if o.state, o.read = stateOf(ahead), o.text; o.state == windows {
		o.read = transform.NewReader(o.text, charmap.Windows1252.NewDecoder())
	}
	return o.read.Read(p)
}

// asciiIn returns how many bytes at the start are ASCII.
func asciiIn(src []byte) (n int) {
	const word, high = 8, 0x8080808080808080
	for ; len(src)-n >= word; n += word {
		if binary.NativeEndian.Uint64(src[n:n+word])&high != 0 {
			break
		}
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
