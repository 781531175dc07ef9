package energy

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/textfile"
	"github.com/gevel/gevel/internal/zipfile"
)

// file is an opened label file, unzipped and without its byte order mark.
type file struct {
	text   *bufio.Reader
	meter  *meter
	source *os.File
	member io.Closer // of a zip, else nil
}

// meter counts the bytes that were read of what was delivered.
type meter struct {
	io.Reader
	done, total int64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.done += int64(n)
	return n, err
}

func open(name string) (*file, error) {
	source, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f := &file{source: source}
	if err := f.start(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *file) start() error {
	info, err := f.source.Stat()
	if err != nil {
		return err
	}
	f.meter = &meter{Reader: f.source, total: info.Size()}
	magic := make([]byte, 2)
	if _, err := f.source.ReadAt(magic, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if bytes.Equal(magic, []byte("PK")) {
		if err := f.startMember(info.Size()); err != nil {
			return err
		}
	}
	f.text, err = textfile.NewReader(f.meter)
	return err
}

// startMember opens the one CSV of a zip.
func (f *file) startMember(size int64) error {
	members, err := zipfile.Members(f.source, size)
	if err != nil {
		return err
	}
	member, err := theCSV(members)
	if err != nil {
		return err
	}
	const encrypted = 1 // of the general purpose flags
	if member.Flags&encrypted != 0 {
		return refusal("unpack it and give the csv", "%s in the zip is encrypted", quote(member.Name))
	}
	r, err := member.Open()
	if err != nil {
		return fmt.Errorf("%s in the zip: %w", quote(member.Name), err)
	}
	f.member = r
	f.meter = &meter{Reader: r, total: int64(member.UncompressedSize64)}
	return nil
}

func (f *file) Close() error {
	if f.member != nil {
		f.member.Close()
	}
	return f.source.Close()
}

// theCSV returns the one CSV among the members of a zip.
func theCSV(members []*zip.File) (*zip.File, error) {
	var found []*zip.File
	for _, m := range members {
		name := strings.ToLower(path.Base(m.Name))
		isCSV := strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".csv.gz")
		if isCSV && !strings.HasPrefix(name, "._") { // as a Mac leaves behind
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return nil, otherZip(members)
	case 1:
		return found[0], nil
	}
	return nil, refusal("unpack it and give the one with the labels",
		"the zip holds %d csv files, such as %s and %s", len(found), quote(found[0].Name), quote(found[1].Name))
}

// refusal is an error of what the caller named: another file would do.
func refusal(hint, format string, args ...any) error {
	return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf(format, args...), Hint: hint}
}
