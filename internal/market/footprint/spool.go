package footprint

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

// spoolMemory is the number of bytes kept in memory; more go to disk.
const spoolMemory = 1 << 20

// spool is a buffer: the first bytes are in memory, the rest on disk, so that a country's buildings take no
// memory while something else needs it.
type spool struct {
	memory []byte
	file   *os.File
	remove string // name to remove at the end, "" if it is already gone
}

func (s *spool) add(b []byte) error {
	s.memory = append(s.memory, b...)
	if len(s.memory) < spoolMemory {
		return nil
	}
	if s.file == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	if _, err := s.file.Write(s.memory); err != nil {
		return fmt.Errorf("set footprints aside: %w; TMPDIR names a folder with more room", err)
	}
	s.memory = s.memory[:0]
	return nil
}

// open makes a temporary file that loses its name at once where the system allows it, so that not even a killed
// process leaves it behind.
func (s *spool) open() (err error) {
	if s.file, err = os.CreateTemp("", "gevel-footprints-*"); err != nil {
		return err
	}
	if s.remove = s.file.Name(); os.Remove(s.remove) == nil {
		s.remove = ""
	}
	return nil
}

// reader reads all of it from the beginning.
func (s *spool) reader() (*bufio.Reader, error) {
	if s.file == nil {
		return bufio.NewReader(bytes.NewReader(s.memory)), nil
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.MultiReader(s.file, bytes.NewReader(s.memory)), spoolMemory), nil
}

func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
		if s.remove != "" {
			_ = os.Remove(s.remove)
		}
	}
	*s = spool{}
}
