package textfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// File is an opened text, unzipped and without its byte order mark.
type File struct {
	*Reader
	// Done and Total are the bytes that were read of what was delivered, and all of them.
	Done, Total int64
	source      *os.File
	member      io.Closer // of a zip, else nil
}

// Open opens a text of a regular file, plain, gzipped, or the member of a zip that pick chooses.
// Errors do not name the file; errors of pick are returned unchanged.
func Open(ctx context.Context, name string, pick func([]*zip.File) (*zip.File, error)) (*File, error) {
	f, err := openFile(ctx, name)
	if err != nil {
		return nil, err
	}
	return f, f.orClose(f.start(pick))
}

// OpenTable is Open, and takes the first sheet of a workbook too.
func OpenTable(ctx context.Context, name string, pick func([]*zip.File) (*zip.File, error)) (*File, error) {
	f, err := openFile(ctx, name)
	if err != nil {
		return nil, err
	}
	if IsWorkbook(f.source) {
		f.Reader, err = NewCounted(f.source, &f.Done)
		return f, f.orClose(err)
	}
	return f, f.orClose(f.start(pick))
}

func openFile(ctx context.Context, name string) (*File, error) {
	source, err := regular.OpenWatched(ctx, name)
	if err != nil {
		return nil, err
	}
	f := &File{source: source}
	info, err := source.Stat()
	if err == nil {
		f.Total = info.Size()
	}
	return f, f.orClose(err)
}

// orClose closes the file when there is an error.
func (f *File) orClose(err error) error {
	if err != nil {
		f.Close()
	}
	return err
}

func (f *File) start(pick func([]*zip.File) (*zip.File, error)) error {
	magic := make([]byte, len(zipMagic))
	if _, err := f.source.ReadAt(magic, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	var text io.Reader = f.source
	if bytes.HasPrefix(magic, []byte("PK")) {
		var err error
		if text, err = f.startMember(pick); err != nil {
			return err
		}
	}
	var err error
	f.Reader, err = NewCounted(text, &f.Done)
	return err
}

// startMember opens a member of a zip.
func (f *File) startMember(pick func([]*zip.File) (*zip.File, error)) (io.Reader, error) {
	members, err := zipfile.Members(f.source, f.Total)
	if err != nil {
		return nil, err
	}
	member, err := pick(members)
	if err != nil {
		return nil, err
	}
	name := strconv.Quote(member.Name)
	if err := zipfile.Check(member); err != nil {
		return nil, gevel.Refusal("unpack it and give the csv", "%s in the zip: %v", name, err)
	}
	r, err := member.Open()
	if err != nil {
		return nil, fmt.Errorf("%s in the zip: %w", name, err)
	}
	f.member = r
	f.Total = int64(member.UncompressedSize64)
	return r, nil
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
