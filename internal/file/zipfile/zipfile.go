// Package zipfile opens zips as people deliver them. One that is cut short is an error that says
// so, also when a whole zip that lay within it happens to end where it was cut.
package zipfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/zip"
)

// Lengths, bytes.
const (
	endLength  = 22        // of the record that ends a zip
	maxComment = 1<<16 - 1 // of the comment that may follow it
	headLength = 30        // of what stands before the name of a member
)

var (
	errNoZip     = errors.New("it is no zip")
	errCutShort  = errors.New("the zip is cut short: the directory at its end is missing; fetch or copy it again")
	errFollowed  = errors.New("the zip is cut short, or bytes follow its end; fetch or copy it again")
	errHeadless  = errors.New("the zip is cut short: its directory does not have its first member; fetch or copy it again")
	errDirectory = errors.New("the directory at the end of the zip is damaged; fetch or copy it again")
)

// Members returns the members of a zip of so many bytes. Their names are as they stand in the zip:
// they may lead out of a folder, and are not for use as paths. Errors say what is wrong with the
// zip, and do not name it.
func Members(at io.ReaderAt, size int64) ([]*zip.File, error) {
	head := make([]byte, headLength)
	n, err := at.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if head = head[:n]; !bytes.HasPrefix(head, []byte("PK")) {
		return nil, errNoZip
	}
	if err := checkEnd(at, size); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(at, size)
	switch {
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errDirectory
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return nil, err
	}
	return z.File, checkFirst(head, z.File)
}

// checkEnd requires that a zip ends with its end record and the comment of that. Members that are
// zips have end records too: they are found further up when the outer one is cut off.
func checkEnd(at io.ReaderAt, size int64) error {
	tail := make([]byte, min(size, endLength+maxComment))
	if _, err := at.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	mark := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if mark < 0 || len(tail)-mark < endLength {
		return errCutShort
	}
	comment := int(binary.LittleEndian.Uint16(tail[mark+endLength-2:]))
	if mark+endLength+comment != len(tail) {
		return errFollowed
	}
	return nil
}

// checkFirst requires that a zip that begins with a member has it in its directory. A zip that was
// cut at the end of a zip within it has not: the directory is that of the inner one.
func checkFirst(head []byte, members []*zip.File) error {
	if len(head) < headLength || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return nil
	}
	name, extra := binary.LittleEndian.Uint16(head[26:]), binary.LittleEndian.Uint16(head[28:])
	first := headLength + int64(name) + int64(extra)
	for _, member := range members {
		if offset, err := member.DataOffset(); err == nil && offset == first {
			return nil
		}
	}
	return errHeadless
}
