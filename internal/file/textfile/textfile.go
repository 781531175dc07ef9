// Package textfile reads text files as people deliver them: plain or gzipped, in UTF-8, UTF-16 or Windows-1252, with or
// without a byte order mark, or as the first sheet of a workbook. What it is, the content says and not the file's name.
package textfile

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/zipfile"
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

// File is an opened text, unzipped and without its byte order mark.
type File struct {
	*Reader
	// Done and Total are the bytes that were read of what was delivered, and all of them.
	Done, Total int64
	source      *os.File
	member      io.Closer // of a zip, else nil
}

// Open opens a text of a regular file, plain, gzipped, the first sheet of a workbook, or the member of a zip that pick
// chooses. Errors do not name the file; errors of pick are returned unchanged.
func Open(ctx context.Context, name string, pick func([]*zip.File) (*zip.File, error)) (*File, error) {
	source, err := regular.OpenWatched(ctx, name)
	if err != nil {
		return nil, err
	}
	f := &File{source: source}
	if err := f.start(pick); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) start(pick func([]*zip.File) (*zip.File, error)) error {
	info, err := f.source.Stat()
	if err != nil {
		return err
	}
	f.Total = info.Size()
	magic := make([]byte, 4)
	if _, err := f.source.ReadAt(magic, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	var text io.Reader = f.source
	switch {
	case IsWorkbook(f.source):
		book, err := OpenBook(f.source, &f.Done)
		if err == nil {
			f.Reader, err = NewSheet(book, 0)
		}
		return err
	case filekind.OfStart(magic) == filekind.Zip:
		r, member, err := Member(f.source, f.Total, pick)
		if err != nil {
			return err
		}
		text, f.member, f.Total = r, r, int64(member.UncompressedSize64)
	}
	f.Reader, err = NewReader(text, &f.Done)
	return err
}

// Member opens the member of a zip that pick chooses. Errors of pick are returned unchanged.
func Member(at io.ReaderAt, size int64, pick func([]*zip.File) (*zip.File, error)) (io.ReadCloser, *zip.File, error) {
	members, err := zipfile.Members(at, size)
	if err != nil {
		return nil, nil, err
	}
	member, err := pick(members)
	if err != nil {
		return nil, nil, err
	}
	name := strconv.Quote(member.Name)
	if err := zipfile.Check(member); err != nil {
		return nil, nil, gevel.Refusal("unpack it and give the csv", "%s in the zip: %v", name, err)
	}
	r, err := member.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("%s in the zip: %w", name, err)
	}
	return r, member, nil
}

// Close closes the file.
func (f *File) Close() error {
	if f.member != nil {
		f.member.Close()
	}
	return f.source.Close()
}

// meter counts the bytes that are read.
type meter struct {
	io.Reader
	done *int64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	*m.done += int64(n)
	return n, err
}

// packedAhead is how many bytes of a gzipped text are read before they are needed.
const packedAhead = 4 << 10

// inflated is an unzipped text, which ends with an error when it is so much larger that it can't be meant as data.
type inflated struct {
	io.Reader
	packed, n int64
}

func (f *inflated) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	f.n += int64(n)
	if f.n > zipfile.InflationFloor && f.n/zipfile.MaxInflation > f.packed {
		return 0, gevel.Refusal("unpack it and give the text", "the gzipped text inflates more than %d times",
			zipfile.MaxInflation)
	}
	return n, err
}

// Lines reads a text line by line, none of them longer than longest, in bytes. What stands behind
// the last newline is a line only where the text ends there: of a text that breaks off it may be
// the beginning of one, and say something else.
func Lines(text io.Reader, longest int) *bufio.Scanner {
	end := &ending{text: text}
	lines := bufio.NewScanner(end)
	lines.Buffer(nil, longest)
	lines.Split(func(data []byte, atEnd bool) (advance int, line []byte, err error) {
		return bufio.ScanLines(data, atEnd && errors.Is(end.err, io.EOF))
	})
	return lines
}

// ending reads a text, and keeps how it ended.
type ending struct {
	text io.Reader
	err  error
}

func (e *ending) Read(p []byte) (n int, err error) {
	n, e.err = e.text.Read(p)
	return n, e.err
}
