package textfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zip"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/workbook"
	"github.com/gevel/gevel/internal/file/zipfile"
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

// The sheets of a workbook, as texts of tables.

// SheetDelimiter separates its cells.
const SheetDelimiter = '\t'

// placed is a file that can be read at any place, as a workbook must be.
type placed interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// IsWorkbook reports whether a file is a workbook.
func IsWorkbook(file placed) bool {
	members, err := membersOf(file)
	return err == nil && workbook.Is(members)
}

func membersOf(file placed) ([]*zip.File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return zipfile.Members(file, info.Size())
}

// OpenBook opens a workbook, and counts the bytes that are read of it.
func OpenBook(file placed, done *int64) (*workbook.Book, error) {
	members, err := membersOf(metered{file, done})
	if err != nil {
		return nil, err
	}
	return workbook.Open(members)
}

// NewSheet opens the i-th visible sheet of a workbook.
func NewSheet(book *workbook.Book, i int) (*Reader, error) {
	text, err := book.Sheet(i)
	if err != nil {
		return nil, err
	}
	return &Reader{Reader: bufio.NewReaderSize(text, ReadAhead), origin: Workbook}, nil
}

// metered counts the bytes that are read of a file.
type metered struct {
	placed
	done *int64
}

// ReadAt reads at a place.
func (m metered) ReadAt(p []byte, at int64) (int, error) {
	n, err := m.placed.ReadAt(p, at)
	*m.done += int64(n)
	return n, err
}

// The fields of a row of CSV, as people write it.

// Fields returns the fields of a row, and whether a quote is left open: then quotes are read as any other character.
func Fields(row string, comma byte) (fields []string, open bool) {
	if strings.IndexByte(row, '"') >= 0 {
		for rest, more := row, true; more && !open; {
			var field string
			field, rest, more, open = cutQuoted(rest, comma)
			fields = append(fields, field)
		}
		if !open {
			return fields, false
		}
	}
	return splitPlain(row, comma), open
}

func splitPlain(row string, comma byte) []string {
	fields := make([]string, 0, strings.Count(row, string(comma))+1)
	from := 0
	for i := range len(row) {
		if row[i] == comma {
			fields = append(fields, row[from:i])
			from = i + 1
		}
	}
	return append(fields, row[from:])
}

// asText begins a field that a spreadsheet is to keep as text: ="0012".
const asText = `="`

// cutQuoted returns the first field of a row, unquoted. A quote within a field that does not begin with one is a
// character as any other, and so is one within a quoted field that ends nothing.
func cutQuoted(row string, comma byte) (field, rest string, more, open bool) {
	quoted := strings.TrimPrefix(row, "=")
	if quoted == "" || quoted[0] != '"' {
		field, rest, more = strings.Cut(row, string(comma))
		return field, rest, more, false
	}
	for i := 1; i < len(quoted); i++ {
		if quoted[i] != '"' {
			continue
		}
		switch {
		case i+1 == len(quoted):
			return unquoted(quoted[1:i]), "", false, false
		case quoted[i+1] == comma:
			return unquoted(quoted[1:i]), quoted[i+2:], true, false
		case quoted[i+1] == '"':
			i++
		}
	}
	return row, "", false, true
}

func unquoted(field string) string {
	field = strings.ReplaceAll(field, `""`, `"`)
	if inner, is := strings.CutPrefix(field, asText); is && strings.HasSuffix(inner, `"`) {
		return inner[:len(inner)-1]
	}
	return field
}
