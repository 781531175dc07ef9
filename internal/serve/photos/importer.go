package photos

// Importing a folder or a manifest of photos.

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Import holds the destination of photos, and defaults for their data.
type Import struct {
	Store     *Store
	Addresses spelling.Addresses
	Kind      gevel.ImageKind // "" for photos whose kind is not given: ImagePhoto
	Source    string          // "" for OwnSource
	Now       time.Time       // photos can't be taken later
	Again     bool            // bring back photos that were removed
	// Progress, unless nil, is called after each photo, one call at a time.
	Progress func(done, total int)
	// Rejected, unless nil, is called with each photo that is not used, one call at a time and in order.
	Rejected func(Rejection) error
}

// Rejection is a delivered photo that is not used.
type Rejection struct {
	File            string // as delivered: below the folder, or as the manifest names it
	Line            int    // of the manifest; 0 for a folder
	Reason, Message string
}

// where is the file, and the line of the manifest.
func (r Rejection) where() string {
	switch {
	case r.Line == 0:
		return r.File
	case r.File == "":
		return fmt.Sprintf("line %d", r.Line)
	}
	return fmt.Sprintf("%s (line %d)", r.File, r.Line)
}

// Report counts the photos of an import.
type Report struct {
	Files         int // photos delivered
	Added         int
	Corrected     int // the home had the picture, with another kind, time or maker
	Renewed       int // the home had the picture, but it was lost or made of the file by an earlier version of gevel
	Present       int // the home had the picture already
	Rejects       gevel.Rejects
	UnusedColumns []string // of the manifest
}

// bucketWorkers is how many photos are in work at once for a bucket of S3, which takes its time for each request. As many
// are decoded at once as there are processors, since pixels are the memory that an import uses.
const bucketWorkers = 32

// mostInWork is how many bytes of files are in work at once.
const mostInWork = 256 << 20

// candidate is one delivered photo.
type candidate struct {
	name    string          // of the file, as delivered
	line    int             // of the manifest
	file    string          // path
	claims  []claim         // of the home
	kind    gevel.ImageKind // "" for not given, and so for source
	takenAt gevel.Opt[time.Time]
	source  string

	size  int64 // of the file, where it can be read
	home  gevel.BAGID
	after <-chan struct{} // closed once the photo before it of the home is filed; nil for none
	filed chan struct{}   // closed once this one is
	did   outcome
	err   error // why it is not used
}

// delivery yields the delivered photos. An error with a reason is about one photo, any other ends the
// delivery. It can be read twice.
type delivery = iter.Seq2[candidate, error]

// Run imports the folder, the manifest (.csv, .xlsx, .parquet) or the single photo at path. Unusable photos are counted in
// the report. The report is valid even when an error or ctx stopped the import: photos counted as added are there. Error:
// gevel.Invalid, before anything is written, where catalogues are lost.
func (imp Import) Run(ctx context.Context, path string) (Report, error) {
	delivered, unused, err := imp.open(ctx, path)
	if err != nil {
		return Report{}, err
	}
	total, homes, fronts, err := imp.count(delivered)
	if err != nil {
		return Report{}, fmt.Errorf("read photos: %w", err)
	}
	if total == 0 {
		return Report{}, fmt.Errorf("there are no photos in %s", path)
	}
	store := *imp.Store
	if store.known, err = store.survey(ctx, homes); err != nil {
		return Report{}, err
	}
	imp.Store = &store
	t := tally{Import: imp, report: Report{UnusedColumns: unused}, total: total}
	if err = imp.work(ctx, delivered, fronts, &t); err == nil {
		err = store.keepCopies(ctx)
	}
	return t.report, err
}

// work encodes and files photos in parallel, photos of one home in the order of the delivery: of two equal pictures the first
// one determines kind, time and maker, whichever is ready sooner.
func (imp Import) work(ctx context.Context, delivered delivery, fronts map[uint64]bool, t *tally) error {
	encode := newFileEncoder(imp.Store.reencode)
	seen, _ := lru.New[string, bool](1 << 16) // fails for no room alone
	last := map[gevel.BAGID]chan struct{}{}   // of homes with photos in work
	room := semaphore.NewWeighted(mostInWork)
	stages := pipeline.Stages[*candidate]{
		Read: func(ctx context.Context, hand func(*candidate) error) error {
			for c, err := range delivered {
				if c.err = err; err == nil {
					c.home, c.err = imp.home(&c)
				}
				if c.kind == gevel.ImagePhoto && fronts[c.hash()] {
					c.kind = gevel.ImageFront
				}
				c.after, c.filed = last[c.home], make(chan struct{})
				if last[c.home] = c.filed; len(last) > 1<<10 {
					maps.DeleteFunc(last, func(_ gevel.BAGID, filed chan struct{}) bool { return isClosed(filed) })
				}
				// Here and not where it is read: a photo never waits for one of its home that waits for room.
				if info, err := os.Stat(c.file); err == nil {
					c.size = min(info.Size(), MaxFileBytes)
				}
				if err := room.Acquire(ctx, c.size); err != nil {
					return err
				}
				if err := hand(&c); err != nil {
					return err
				}
			}
			return nil
		},
		Work: func(ctx context.Context, c *candidate) error {
			defer room.Release(c.size)
			defer close(c.filed)
			var p prepared
			if c.err == nil {
				p, c.err = imp.prepare(ctx, c, encode)
			}
			if c.after != nil {
				select {
				case <-c.after:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			if c.err == nil {
				if twice, _ := seen.ContainsOrAdd(imageID(p.home, p.Content), true); twice {
					p.given, p.Guess = Given{}, true
				}
				c.did, c.err = imp.Store.file(ctx, p)
				c.err = passed(c.err)
			}
			return nil
		},
		Write: func(c *candidate) error { return t.count(c, c.did, c.err) },
	}
	if _, isBucket := imp.Store.Presigned(); isBucket {
		stages.Workers = bucketWorkers
	}
	return stages.Run(ctx)
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (imp Import) open(ctx context.Context, path string) (d delivery, unused []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read photos: %w", err)
	}
	if !info.IsDir() && slices.Contains(manifestEndings, strings.ToLower(filepath.Ext(path))) {
		return imp.manifest(ctx, path)
	}
	return imp.folder(path), nil, nil
}

// count counts the photos of a delivery. It returns the numbers of their homes, and which files are front views by any of
// their rows.
func (imp Import) count(d delivery) (total int, homes map[uint64]uint8, fronts map[uint64]bool, err error) {
	homes, fronts = map[uint64]uint8{}, map[uint64]bool{}
	for c, err := range d {
		if _, _, ok := RejectReason(err); err != nil && !ok {
			return 0, nil, nil, err
		}
		if total++; err != nil {
			continue
		}
		if c.home, err = imp.home(&c); err == nil {
			homes[numberOf(c.home)] = 0
			if c.kind == gevel.ImageFront && c.line > 0 {
				fronts[c.hash()] = true
			}
		}
	}
	return total, homes, fronts, nil
}

// rows seeds the hash of home and file by which rows of a manifest are told apart: there may be millions.
var rows = maphash.MakeSeed()

func (c *candidate) hash() uint64 { return maphash.Comparable(rows, [2]string{string(c.home), c.file}) }

// prepare makes the picture of one photo.
func (imp Import) prepare(ctx context.Context, c *candidate, reencode reencoder) (prepared, error) {
	file, modified, err := ReadFile(c.file)
	if err != nil {
		return prepared{}, err
	}
	taken, guess := imp.takenAt(c, file, modified)
	a := Addition{
		Home: c.home, Kind: c.kind, Source: c.source, File: file, TakenAt: taken, Guess: guess, Again: imp.Again,
		Given: Given{Kind: c.kind != "", Source: c.source != "", TakenAt: c.takenAt.Known},
	}
	if !a.Given.Kind {
		a.Kind = gevel.ImagePhoto
	}
	if !a.Given.Source {
		a.Source = OwnSource
	}
	p, err := imp.Store.prepare(ctx, a, reencode)
	return p, passed(err)
}

// passed makes a damaged catalogue the fault of one photo, so that the import goes on.
func passed(err error) error {
	if errors.Is(err, errCatalogue) {
		return Refuse(reasonCatalogue, "%v", err)
	}
	return err
}

// OwnSource is the maker of photos for which none is given.
const OwnSource = "own"

// oldest is older than the first digital cameras: an unset camera clock counts from 1970 or 1980.
var oldest = time.Date(1990, time.January, 1, 0, 0, 0, 0, time.UTC)

// takenAt returns when a photo was taken: by the manifest, else by the camera. The file's time of change is a guess.
func (imp Import) takenAt(c *candidate, file []byte, modified time.Time) (taken time.Time, guess bool) {
	if c.takenAt.Known {
		return c.takenAt.V, false
	}
	for _, noted := range []gevel.Opt[time.Time]{readEXIF(file).taken, readXMP(file)} {
		if noted.Known && noted.V.After(oldest) && !noted.V.After(imp.Now) {
			return noted.V, false
		}
	}
	if modified.After(imp.Now) {
		return imp.Now, true
	}
	return modified, true
}

// ReadFile reads a file of a delivery within the size limit.
func ReadFile(path string) (data []byte, modified time.Time, err error) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return nil, modified, Refuse(reasonMissingFile, "there is no file %s", path)
	case err != nil:
		return nil, modified, Refuse(reasonUnreadableFile, "%v", err)
	case !info.Mode().IsRegular():
		return nil, modified, Refuse(reasonUnreadableFile, "%s is no regular file", path)
	case info.Size() > MaxFileBytes:
		return nil, modified, Refuse(reasonFileTooLarge, "the file is larger than %d MiB", MaxFileBytes>>20)
	}
	file, err := regular.Open(path)
	if err != nil {
		return nil, modified, Refuse(reasonUnreadableFile, "%v", err)
	}
	defer file.Close()
	data, err = io.ReadAll(io.LimitReader(file, MaxFileBytes+1)) // it may have grown meanwhile
	if err != nil {
		return nil, modified, Refuse(reasonUnreadableFile, "%v", err)
	}
	return data, info.ModTime(), nil
}

// tally counts the results.
type tally struct {
	Import
	report Report
	total  int
}

// count counts one photo. It returns any error that is not about a single photo.
func (t *tally) count(c *candidate, did outcome, err error) error {
	reason, message, ok := RejectReason(err)
	switch {
	case ok:
		if err := t.reject(Rejection{File: c.name, Line: c.line, Reason: reason, Message: message}); err != nil {
			return err
		}
	case err != nil:
		return err
	case did == added:
		t.report.Added++
	case did == renewed:
		t.report.Renewed++
	case did == corrected:
		t.report.Corrected++
	default:
		t.report.Present++
	}
	t.report.Files++
	if t.Progress != nil {
		t.Progress(t.report.Files, t.total)
	}
	return nil
}

func (t *tally) reject(r Rejection) error {
	t.report.Rejects.Add(r.Reason, r.where(), r.Message)
	if t.Rejected == nil {
		return nil
	}
	return t.Rejected(r)
}

// recentFiles is how many files are kept with their pictures.
const recentFiles = 4

// newFileEncoder returns a reencoder that encodes a file once, also a damaged one, if its rows are close together: the
// homes of a building follow each other in a delivery.
func newFileEncoder(reencode reencoder) reencoder {
	recent, _ := lru.New[string, func() ([]byte, error)](recentFiles) // fails for no room alone
	return func(ctx context.Context, file []byte) ([]byte, error) {
		encoded := sync.OnceValues(func() ([]byte, error) { return reencode(ctx, file) })
		if earlier, known, _ := recent.PeekOrAdd(contentOf(file), encoded); known {
			encoded = earlier
		}
		return encoded()
	}
}
