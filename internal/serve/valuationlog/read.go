package valuationlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/gevel/gevel"
)

// longestLine bounds what is read of one record: an answer takes some 5 kB.
const longestLine = 1 << 20

// DamagedError is a line of a log that is no record. Reading goes on behind it.
type DamagedError struct {
	File string
	Line int
	Err  error
}

// Error names the file and the line.
func (d *DamagedError) Error() string { return fmt.Sprintf("%s, line %d: %v", d.File, d.Line, d.Err) }

// Unwrap returns what is wrong with the line.
func (d *DamagedError) Unwrap() error { return d.Err }

// errCutShort is a last line that does not end: the process or the machine ended while it was written.
var errCutShort = errors.New("the record is cut short")

// Read yields the records of a log, the oldest first, or those of one of its segments. Errors:
// *DamagedError for a line that is no record, behind which it goes on; gevel.Invalid where there is no
// log; what the file system says.
func Read(path string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		paths, err := segmentsAt(path)
		if err != nil {
			yield(Record{}, err)
			return
		}
		for _, path := range paths {
			if !readSegment(path, yield) {
				return
			}
		}
	}
}

// segmentsAt returns the segments that a path names.
func segmentsAt(path string) ([]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &gevel.Error{Code: gevel.Invalid, Message: "there is no valuation log " + path}
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	paths, err := segments(path)
	if err == nil && len(paths) == 0 {
		err = &gevel.Error{
			Code: gevel.Invalid, Message: path + " holds no valuation log",
			Hint: "gevel serve writes one with --valuation-log DIR",
		}
	}
	return paths, err
}

// readSegment yields the records of a segment, and returns whether to go on.
func readSegment(path string, yield func(Record, error) bool) bool {
	file, err := os.Open(path)
	if err != nil {
		return yield(Record{}, err)
	}
	defer file.Close()
	from := io.Reader(file)
	if strings.HasSuffix(path, compressedSuffix) {
		dec, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return yield(Record{}, fmt.Errorf("%s: %w", path, err))
		}
		defer dec.Close()
		from = dec
	}
	return readLines(filepath.Base(path), from, yield)
}

// readLines yields the records of lines of a file, and returns whether to go on.
func readLines(name string, from io.Reader, yield func(Record, error) bool) bool {
	lines := bufio.NewReaderSize(from, longestLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return true
		case errors.Is(err, io.EOF):
			return yield(Record{}, &DamagedError{name, n, errCutShort})
		case errors.Is(err, bufio.ErrBufferFull):
			return yield(Record{}, &DamagedError{name, n, fmt.Errorf("a line of more than %d bytes; what follows is not read", longestLine)})
		case err != nil:
			return yield(Record{}, &DamagedError{name, n, err})
		}
		r, err := parse(line)
		if err != nil {
			err = &DamagedError{name, n, err}
		}
		if !yield(r, err) {
			return false
		}
	}
}

func parse(line []byte) (r Record, err error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	if err := dec.Decode(&r); err != nil {
		return Record{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Record{}, errors.New("more than one record on a line")
	}
	if err := r.check(); err != nil {
		return Record{}, err
	}
	return r, nil
}
