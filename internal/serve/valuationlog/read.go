package valuationlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

// longestLine limits the length of an entry: an answer takes some 5 kB.
const longestLine = 1 << 20

// DamagedError is a line of a log that is no entry. Reading continues with the next line.
type DamagedError struct {
	File string
	Line int
	Err  error
}

// Error names the file and the line.
func (d *DamagedError) Error() string { return fmt.Sprintf("%s, line %d: %v", d.File, d.Line, d.Err) }

// Unwrap returns the fault.
func (d *DamagedError) Unwrap() error { return d.Err }

// ErrUnfinished is of a last line without an end. An answer is given once its entry is written: a service that was killed
// gave none. A power cut may take the end of an entry whose answer was given in the last second.
var ErrUnfinished = errors.New("the entry is cut short: the service or its machine ended while it was written")

// Read yields the entries of a log or of one of its segments, the oldest first. Errors: *DamagedError for a damaged
// line, after which reading continues; gevel.Invalid where there is no log; an error of the file system.
func Read(path string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		paths, err := segmentsAt(path)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		for _, path := range paths {
			if !readSegment(path, yield) {
				return
			}
		}
	}
}

// segmentsAt returns the segments in a folder, or the one that path names.
func segmentsAt(path string) ([]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, gevel.Refusal("", "there is no valuation log %s", path)
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	paths, err := segments(path)
	if err == nil && len(paths) == 0 {
		err = gevel.Refusal("gevel serve writes one with --valuation-log DIR", "%s holds no valuation log", path)
	}
	return paths, err
}

// readSegment yields the entries of a segment, and returns whether to continue.
func readSegment(path string, yield func(Entry, error) bool) bool {
	file, err := regular.Open(path)
	if err != nil {
		return yield(Entry{}, err)
	}
	defer file.Close()
	from := io.Reader(file)
	switch filepath.Ext(path) {
	case ".zst":
		dec, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return yield(Entry{}, fmt.Errorf("%s: %w", path, err))
		}
		defer dec.Close()
		from = dec
	case ".gz":
		dec, err := gzip.NewReader(file)
		if err != nil {
			return yield(Entry{}, &DamagedError{filepath.Base(path), 1, err})
		}
		from = dec
	}
	return readLines(filepath.Base(path), from, yield)
}

// readLines yields the entries in a file's lines, and returns whether to continue.
func readLines(name string, from io.Reader, yield func(Entry, error) bool) bool {
	lines := bufio.NewReaderSize(from, longestLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return true
		case errors.Is(err, io.EOF):
			return yield(Entry{}, &DamagedError{name, n, ErrUnfinished})
		case errors.Is(err, bufio.ErrBufferFull):
			return yield(Entry{}, &DamagedError{
				name, n,
				fmt.Errorf("a line of more than %d bytes; what follows is not read", longestLine),
			})
		case err != nil:
			return yield(Entry{}, &DamagedError{name, n, err})
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

func parse(line []byte) (r Entry, err error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	if err := dec.Decode(&r); err != nil {
		return Entry{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Entry{}, errors.New("more than one entry on a line")
	}
	if err := r.check(); err != nil {
		return Entry{}, err
	}
	return r, nil
}

// The files of a log: their names, and the compression of a full segment.

const (
	plainSuffix      = ".ndjson"
	compressedSuffix = ".ndjson.zst"
	// nameLayout is the time at which a segment began, UTC: names sort by time.
	nameLayout = "20060102T150405.000000000Z"
	// segmentBytes is the size of a full segment; each day begins a new one.
	segmentBytes = 64 << 20

	// Addresses and who asked for them are private.
	fileMode   = 0o600
	folderMode = 0o700
)

var segmentName = regexp.MustCompile(`^\d{8}T\d{6}\.\d{9}Z\.ndjson(\.zst|\.gz)?$`)

// forms are the ways in which a segment is kept, the one that counts last: gzip is an operator's, and may be half done beside
// the plain segment; zstd is ours, and appears whole.
var forms = []string{".gz", plainSuffix, ".zst"}

// segments returns the paths of the segments in a folder, the oldest first. Of one that is there in several forms one counts.
func segments(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	form := func(name string) int { return slices.Index(forms, filepath.Ext(name)) }
	names := map[string]string{} // by when they began
	for _, entry := range entries {
		if name := entry.Name(); entry.Type().IsRegular() && segmentName.MatchString(name) && form(name) >= form(names[stemOf(name)]) {
			names[stemOf(name)] = name
		}
	}
	paths := make([]string, 0, len(names))
	for _, stem := range slices.Sorted(maps.Keys(names)) {
		paths = append(paths, filepath.Join(dir, names[stem]))
	}
	return paths, nil
}

// begun returns when a segment began.
func begun(path string) time.Time {
	at, _ := time.Parse(nameLayout, stemOf(filepath.Base(path))) // the name was checked before
	return at
}

// stemOf returns the name of a segment without the form that it is kept in.
func stemOf(name string) string {
	stem, _, _ := strings.Cut(name, plainSuffix)
	return stem
}

// compress replaces a plain segment by a compressed one.
func compress(path string) error {
	from, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := atomicfile.Create(strings.TrimSuffix(path, plainSuffix)+compressedSuffix, fileMode)
	if err != nil {
		return err
	}
	enc, err := zstd.NewWriter(to, zstd.WithEncoderConcurrency(1))
	if err == nil {
		_, err = io.Copy(enc, from)
		err = errors.Join(err, enc.Close())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("compress %s: %w", path, err), to.Discard())
	}
	if err := errors.Join(to.Replace(), from.Close()); err != nil { // Windows removes no open file
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
