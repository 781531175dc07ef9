package mirror

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// Removes editions that are no longer needed.

const (
	// LeastKept is the number of newest editions that always stay: the one in use, and the one to go back
	// to, which services hold too.
	LeastKept = kept
	// leftover is the age of files from which an edition without a manifest is removed: it is not about to be
	// published.
	leftover = 24 * time.Hour
)

// Retention says which editions stay: a number of the newest, those published within an age, and those in use. The
// newest of each format that this program reads stays too, so that the previous program still has one. In a folder those
// stay from which a build goes on once an older BAG is followed by a newer one.
type Retention struct {
	Keep  int           // LeastKept or more
	Age   time.Duration // 0 keeps none because of its age
	InUse []string      // ids
}

// Retired is the result of Retire.
type Retired struct {
	Editions []string // removed editions, the newest first
	Kept     int
	Bytes    int64 // freed bytes
}

// Retire removes the editions that need not stay from a location, a folder or s3://bucket/prefix. A reader sees each
// whole or not at all: its manifest goes first. Editions that are not whole don't count among the newest.
// Leftovers of killed runs are removed too.
func Retire(ctx context.Context, location string, r Retention, now time.Time) (Retired, error) {
	if bucket.IsS3(location) {
		return r.inS3(ctx, location, now)
	}
	return r.inFolder(ctx, location, now)
}

func (r Retention) inS3(ctx context.Context, location string, now time.Time) (done Retired, err error) {
	s3, err := bucket.OpenS3(location)
	if err != nil {
		return done, err
	}
	defer s3.Close()
	whole, parts, err := listAll(ctx, s3)
	if err != nil {
		return done, err
	}
	formats := make([]int, len(whole))
	for i := range whole {
		if formats[i], err = formatIn(ctx, s3, whole[i]); err != nil {
			return done, err
		}
	}
	surplus := r.surplus(whole, formats, now)
	done.Kept = len(whole) - len(surplus)
	for _, e := range surplus {
		if err := remove(ctx, s3, e); err != nil {
			return done, err
		}
		done.Editions = append(done.Editions, e.id)
		done.Bytes += e.size()
	}
	for _, e := range parts {
		if now.Sub(e.published) > leftover {
			if err := remove(ctx, s3, e); err != nil {
				return done, err
			}
			done.Bytes += e.size()
		}
	}
	return done, nil
}

// formatIn returns the format of an edition of a bucket, 0 if it is not whole or this program can't read it.
func formatIn(ctx context.Context, s3 *bucket.S3, e stored) (int, error) {
	text, err := s3.Read(ctx, e.id+"/"+edition.ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if m, err := edition.ParseManifest(text); err == nil && m.ID == e.id && e.lacks(m) == "" {
		return m.Format, nil
	}
	return 0, nil
}

// lacks returns a file of the manifest that is missing or of another size, "" if there is none.
func (e stored) lacks(m edition.Manifest) string {
	for name, f := range m.Files {
		if got, there := e.bytes[name]; !there || got != f.Bytes {
			return name
		}
	}
	return ""
}

func (e stored) size() (sum int64) {
	for _, n := range e.bytes {
		sum += n
	}
	return sum
}

// surplus returns the editions that need not stay, of all, the newest first. One of an unknown format is not whole,
// or newer than this program: it stays while it is newer than the oldest that counts.
func (r Retention) surplus(all []stored, formats []int, now time.Time) (surplus []stored) {
	counted, seen := 0, map[int]bool{}
	for i, e := range all {
		stays := counted < max(r.Keep, LeastKept) || slices.Contains(r.InUse, e.id) ||
			r.Age > 0 && now.Sub(e.published) <= r.Age
		if f := formats[i]; f > 0 {
			stays = stays || !seen[f]
			counted, seen[f] = counted+1, true
		}
		if !stays {
			surplus = append(surplus, e)
		}
	}
	return surplus
}

// remove removes an edition from a bucket, its manifest first: from then on it is none.
func remove(ctx context.Context, s3 *bucket.S3, e stored) error {
	names := []string{edition.ManifestName}
	for name := range e.bytes {
		if name != edition.ManifestName {
			names = append(names, name)
		}
	}
	slices.Sort(names[1:])
	for _, name := range names {
		if err := s3.Remove(ctx, e.id+"/"+name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("take out edition %s: %w", e.id, err)
		}
	}
	return nil
}

func (r Retention) inFolder(ctx context.Context, location string, now time.Time) (done Retired, err error) {
	folder, err := bucket.FolderOf(location)
	if err != nil {
		return done, err
	}
	release, err := edition.Lock(folder) // taking the lock removes what is half written
	if err != nil {
		return done, err
	}
	defer release()
	dirs, err := edition.List(folder)
	if err != nil {
		return done, err
	}
	all, formats := make([]stored, len(dirs)), make([]int, len(dirs))
	for i, dir := range dirs {
		all[i] = stored{id: filepath.Base(dir)}
		if all[i].published, err = edition.PublishedAt(dir); err != nil {
			return done, err
		}
		if m, err := edition.ReadManifest(dir); err == nil {
			formats[i], all[i].bytes = m.Format, map[string]int64{}
			for name, f := range m.Files {
				all[i].bytes[name] = f.Bytes
			}
		}
	}
	r.InUse = slices.Clone(r.InUse)
	for _, dir := range edition.WithLaterBAG(dirs) {
		r.InUse = append(r.InUse, filepath.Base(dir))
	}
	surplus := r.surplus(all, formats, now)
	done.Kept = len(all) - len(surplus)
	for _, e := range surplus {
		if ctx.Err() != nil {
			return done, ctx.Err()
		}
		if err := edition.Withdraw(filepath.Join(folder, e.id)); err != nil {
			return done, fmt.Errorf("take out edition %s: %w", e.id, err)
		}
		done.Editions = append(done.Editions, e.id)
		done.Bytes += e.size()
	}
	return done, nil
}
