// Package zipfile opens zips as people deliver them. It reports a zip that is cut short as such, even when
// the cut falls right behind a whole zip inside it.
package zipfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
)

// Lengths, bytes.
const (
	endLength  = 22        // of the end record
	maxComment = 1<<16 - 1 // of the comment that may follow it
	headLength = 30        // before a member's name
)

var (
	errNoZip     = errors.New("it is no zip")
	errCutShort  = errors.New("the zip is cut short: the directory at its end is missing; fetch or copy it again")
	errFollowed  = errors.New("the zip is cut short, or bytes follow its end; fetch or copy it again")
	errHeadless  = errors.New("the zip is cut short: its directory does not have its first member; fetch or copy it again")
	errDirectory = errors.New("the directory at the end of the zip is damaged; fetch or copy it again")
)

// Members lists the members of a zip of size bytes. Names are as stored: they may lead out of a folder, so
// don't use them as paths. Errors say what is wrong with the zip and do not name it.
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
	directory := &limited{at, mostDirectory}
	z, err := zip.NewReader(directory, size)
	switch {
	case errors.Is(err, errLarge):
		return nil, err
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errDirectory
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return nil, err
	}
	directory.left = math.MaxInt64
	return z.File, checkFirst(head, z.File)
}

// mostDirectory is how many bytes of a zip its directory may take: enough for ten times the members of any delivery.
const mostDirectory = 16 << 20

var errLarge = gevel.Refusal("fetch or copy it again", "the directory of the zip takes more than %d bytes", mostDirectory)

// limited reads so many bytes of a file at most.
type limited struct {
	io.ReaderAt
	left int64
}

func (l *limited) ReadAt(p []byte, at int64) (int, error) {
	if l.left == math.MaxInt64 {
		return l.ReaderAt.ReadAt(p, at)
	}
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, errLarge
	}
	return l.ReaderAt.ReadAt(p, at)
}

// checkEnd requires that the zip ends with its end record and its comment. A cut zip may still hold the end
// records of zips inside it, further up.
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

// checkFirst requires that the directory lists the member at the start of the zip. In a zip that was cut
// behind an inner zip, the last directory is the inner zip's, which does not.
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

const (
	// MaxInflation limits the ratio of a text's size to its compressed size. Deliveries inflate 20 to 80
	// times; deflate can reach 1032, as bombs do.
	MaxInflation = 250
	// InflationFloor is the size up to which the ratio is not checked, bytes.
	InflationFloor = 1 << 20
)

// Check refuses a member that can't be meant as data. Its reader fails when it is larger than its directory says.
func Check(f *zip.File) error {
	const encrypted = 1 // of the general purpose flags
	switch {
	case f.Flags&encrypted != 0:
		return errors.New("encrypted")
	case f.UncompressedSize64 > InflationFloor && f.UncompressedSize64/MaxInflation > f.CompressedSize64:
		return fmt.Errorf("inflates from %d to %d bytes, more than %d times",
			f.CompressedSize64, f.UncompressedSize64, MaxInflation)
	}
	return nil
}

// CSVs returns the members with the name of a CSV file, gzipped or not.
func CSVs(members []*zip.File) []*zip.File {
	var found []*zip.File
	for _, m := range members {
		name := strings.ToLower(path.Base(m.Name))
		if strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".csv") && !filekind.IsLeftover(name) {
			found = append(found, m)
		}
	}
	return found
}

// Names returns the names of members.
func Names(members []*zip.File) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name
	}
	return names
}
