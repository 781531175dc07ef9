package photos

// The bucket: opening it, and reading and writing whole objects.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/lockedfile"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/atomicfile"
)

// Store keeps the photos of homes in a bucket. It is safe for concurrent use,
// and in a folder also for several processes.
type Store struct {
	bucket   *blob.Bucket
	writing  locker              // held while a home's catalogue is read, changed and written
	decoding *semaphore.Weighted // pixels in memory, so that large pictures take turns
}

// locker lets one writer at a time change catalogues.
type locker interface {
	Lock() (unlock func(), err error)
}

// lockFile lies in the root of a folder, outside the listed prefixes.
const lockFile = ".catalogue.lock"

// Open opens the photos at a folder or a bucket URL, which must exist.
// Errors: gevel.Unavailable when the folder is not there.
func Open(ctx context.Context, location string) (*Store, error) {
	dir, isDir, err := folderOf(location)
	if err != nil {
		return nil, err
	}
	if isDir {
		return openFolder(dir)
	}
	bucket, err := blob.OpenBucket(ctx, location)
	if err != nil {
		return nil, fmt.Errorf("open photos: %w", err)
	}
	return newStore(bucket, new(processLock)), nil
}

// Create opens the photos at location as Open does, and makes a folder that is
// not there.
func Create(ctx context.Context, location string) (*Store, error) {
	dir, isDir, err := folderOf(location)
	if err != nil {
		return nil, err
	}
	if isDir {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, fmt.Errorf("make photo folder: %w", err)
		}
	}
	return Open(ctx, location)
}

// Close lets go of the bucket.
func (s *Store) Close() error { return s.bucket.Close() }

func newStore(bucket *blob.Bucket, writing locker) *Store {
	return &Store{bucket: bucket, writing: writing, decoding: semaphore.NewWeighted(MaxPixels)}
}

// folderOf returns the folder that location names, as a path or a file URL.
func folderOf(location string) (dir string, isDir bool, err error) {
	if location == "" {
		return "", false, &gevel.Error{Code: gevel.Invalid, Message: "no photo folder was given"}
	}
	if !strings.Contains(location, "://") {
		return location, true, nil
	}
	u, err := url.Parse(location)
	if err != nil {
		return "", false, &gevel.Error{Code: gevel.Invalid, Message: "the photo location is no URL", Err: err}
	}
	if u.Scheme != fileblob.Scheme {
		return "", false, nil
	}
	path := u.Path
	if u.Host == "." { // as the bucket URLs of fileblob spell a relative path
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), true, nil
}

func openFolder(dir string) (*Store, error) {
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{
		NoTempDir: true, // a rename across mounts would fail
		Metadata:  fileblob.MetadataDontWrite,
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: "there is no photo folder " + dir,
			Hint:    "gevel images add makes one and fills it; for a service without photos an empty one will do",
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open photos: %w", err)
	}
	return newStore(bucket, lockedfile.MutexAt(filepath.Join(dir, lockFile))), nil
}

// processLock is for buckets without a lock of their own: one process writes.
type processLock struct{ mu sync.Mutex }

func (l *processLock) Lock() (unlock func(), err error) {
	l.mu.Lock()
	return l.mu.Unlock, nil
}

// write stores an object so that a reader sees all of it or what was there
// before, even after a power cut.
func (s *Store) write(ctx context.Context, key, contentType string, data []byte) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File // set by the folder driver only
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: contentType,
		BeforeWrite: func(as func(any) bool) error {
			as(&file)
			return nil
		},
	})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel() // makes Close drop the object
		return errors.Join(err, w.Close())
	}
	if err := w.Close(); err != nil || file == nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(file.Name())) // the driver renames within the folder
}

// remove deletes an object and reports whether it was there.
func (s *Store) remove(ctx context.Context, key string) (was bool, err error) {
	err = s.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return false, nil
	}
	return err == nil, err
}
