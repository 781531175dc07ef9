// Package textfile reads text files that may come gzipped, or with the mark that
// spreadsheets put first.
package textfile

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
)

var (
	gzipMagic     = []byte{0x1f, 0x8b}
	byteOrderMark = []byte("\uFEFF")
)

// NewReader returns the text that r holds: unzipped, and without its byte order mark.
func NewReader(r io.Reader) (*bufio.Reader, error) {
	text := bufio.NewReader(r)
	if magic, _ := text.Peek(len(gzipMagic)); bytes.Equal(magic, gzipMagic) {
		unzipped, err := gzip.NewReader(text)
		if err != nil {
			return nil, err
		}
		text = bufio.NewReader(unzipped)
	}
	if mark, _ := text.Peek(len(byteOrderMark)); bytes.Equal(mark, byteOrderMark) {
		if _, err := text.Discard(len(byteOrderMark)); err != nil {
			return nil, err
		}
	}
	return text, nil
}
