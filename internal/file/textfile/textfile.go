// Package textfile reads text files as people deliver them: plain or gzipped, with or
// without the byte order mark that spreadsheets put first. What it is, the content
// says and not the file's name.
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
)

// ReadAhead is how many bytes of a text can be looked at before they are read.
const ReadAhead = 64 << 10

// ByteOrderMark is what some programs put before a text in UTF-8.
const ByteOrderMark = "\uFEFF"

var gzipMagic = []byte{0x1f, 0x8b}

// others are the first bytes of what people give instead of a text in UTF-8. None of
// them is how a text could begin.
var others = []struct{ magic, what string }{
	{"\xff\xfe", "is UTF-16, not UTF-8"},
	{"\xfe\xff", "is UTF-16, not UTF-8"},
	{"PK\x03\x04", "is a zip archive or a spreadsheet: it is no text"},
	{"\xd0\xcf\x11\xe0", "is an old spreadsheet: it is no text"},
	{"PAR1\x15", "is Parquet: it is no text"},
	{"\x28\xb5\x2f\xfd", "is compressed by zstd, which is not read: it is no text"},
	{"\xfd7zXZ\x00", "is compressed by xz, which is not read: it is no text"},
	{"7z\xbc\xaf", "is a 7z archive: it is no text"},
	{"SQLite format 3\x00", "is SQLite, such as a GeoPackage: it is no text"},
}

// startBytes are looked at to see what a file is.
const startBytes = 16

// NewReader returns the text that r holds, unzipped and without its byte order mark.
// Errors: gevel.Invalid when it begins as no text in UTF-8 does.
func NewReader(r io.Reader) (*bufio.Reader, error) {
	text := bufio.NewReaderSize(r, ReadAhead)
	if magic, _ := text.Peek(len(gzipMagic)); bytes.Equal(magic, gzipMagic) {
		unzipped, err := gzip.NewReader(text)
		if err != nil {
			return nil, Named(err)
		}
		text = bufio.NewReaderSize(unzipped, ReadAhead)
	}
	// A reader that fails does so again when it is read.
	start, _ := text.Peek(startBytes)
	if err := refuse(start); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(start, []byte(ByteOrderMark)) {
		_, err := text.Discard(len(ByteOrderMark))
		return text, err
	}
	return text, nil
}

// Named says of an error of reading what is wrong with the file, where its own words don't.
func Named(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file is cut short: %w", err)
	}
	return err
}

// refuse returns an error unless a text may begin with start.
func refuse(start []byte) error {
	for _, other := range others {
		if bytes.HasPrefix(start, []byte(other.magic)) {
			return saveAsText("the file " + other.what)
		}
	}
	line, _, _ := bytes.Cut(start, []byte("\n"))
	if bytes.IndexByte(line, 0) >= 0 { // UTF-16 without its mark, say
		return saveAsText("the file is no text")
	}
	return nil
}

func saveAsText(what string) error {
	return &gevel.Error{Code: gevel.Invalid, Message: what, Hint: "save it as CSV in UTF-8"}
}

// Delimiters are what columns of a CSV file may be separated by, the most usual first.
const Delimiters = ",;\t|"

// Delimiter returns the one of Delimiters that the header line of a CSV file has most of.
func Delimiter(header string) rune {
	return slices.MaxFunc([]rune(Delimiters), func(a, b rune) int {
		return strings.Count(header, string(a)) - strings.Count(header, string(b))
	})
}
