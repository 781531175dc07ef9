package flatfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
)

// file is an opened file: text, decompressed and without its byte order mark, or the rows of Parquet.
type file struct {
	*textfile.Reader
	typed    *typedRows // of Parquet, which has no text; else nil
	source   *os.File
	consumed int64 // bytes of the source, compressed as they are
	size     int64
}

func open(ctx context.Context, path string) (*file, error) {
	source, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return nil, err
	}
	f := &file{source: source}
	if err := f.start(); err != nil {
		source.Close()
		return nil, err
	}
	return f, nil
}

func (f *file) start() error {
	info, err := f.source.Stat()
	if err != nil {
		return err
	}
	f.size = info.Size()
	magic := make([]byte, len(parquetfile.Magic))
	if n, _ := f.source.ReadAt(magic, 0); string(magic[:n]) == parquetfile.Magic {
		return f.startTyped()
	}
	f.Reader, err = textfile.NewCounted(f.source, &f.consumed)
	return err
}

// rewind goes back to the beginning.
func (f *file) rewind() error {
	if _, err := f.source.Seek(0, io.SeekStart); err != nil {
		return err
	}
	f.consumed = 0
	if f.typed != nil {
		if err := f.typed.Close(); err != nil {
			return err
		}
	}
	return f.start()
}

func (f *file) Close() error {
	if f.typed != nil {
		return errors.Join(f.typed.Close(), f.source.Close())
	}
	return f.source.Close()
}

// header returns the first line without reading past it, as far as can be looked ahead.
func (f *file) header() (string, error) {
	ahead, err := f.Peek(textfile.ReadAhead)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("the header: %w", textfile.Named(err))
	}
	line, _, ended := strings.Cut(string(ahead), "\n")
	if !ended && err == nil {
		return "", Faulty("the header is longer than %d bytes", textfile.ReadAhead)
	}
	if strings.ContainsFunc(line, func(c rune) bool { return c < '\t' }) {
		return "", Faulty("the file is no text; save it as CSV") // a spreadsheet, say, or Parquet
	}
	if err := filekind.NoTable(string(ahead)); err != nil {
		return "", err
	}
	if strings.TrimSpace(line) == "" {
		return "", Faulty("the file does not begin with a header")
	}
	return line, nil
}

// Faulty is an error of what the caller named: another file, or this one mended, would do.
func Faulty(format string, args ...any) error {
	return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf(format, args...)}
}

// longestRow bounds the memory that one row can take, in bytes. Rows have some
// 200; a longer one is a quote that was never closed, or no CSV at all.
const longestRow = 1 << 20

var errRowTooLong = gevel.Refusal("close the quote that is open there, or give a CSV file", "a row is longer than %d bytes", longestRow)

// rowLimit passes on at most so many bytes until it is reset before the next row.
type rowLimit struct {
	io.Reader
	left int
}

func (l *rowLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errRowTooLong
	}
	n, err := l.Reader.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

func (l *rowLimit) reset() { l.left = longestRow }
