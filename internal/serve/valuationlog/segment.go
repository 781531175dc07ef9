package valuationlog

// The files of a log: their names, and the compression of a full segment.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

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

var segmentName = regexp.MustCompile(`^\d{8}T\d{6}\.\d{9}Z\.ndjson(\.zst)?$`)

// segments returns the paths of the segments in a folder, the oldest first. Where a segment is there both
// plain and compressed, an interrupted compression left the plain one, and the compressed one counts.
func segments(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if entry.Type().IsRegular() && segmentName.MatchString(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names) // plain before compressed
	paths := make([]string, 0, len(names))
	for i, name := range names {
		if i+1 < len(names) && names[i+1] == name+strings.TrimPrefix(compressedSuffix, plainSuffix) {
			continue
		}
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths, nil
}

// begun returns when a segment began.
func begun(path string) time.Time {
	stem, _, _ := strings.Cut(filepath.Base(path), plainSuffix)
	at, _ := time.Parse(nameLayout, stem) // the name was checked before
	return at
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
	if err := to.Replace(); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
