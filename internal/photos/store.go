package photos

// The bucket, and who may write to it.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/lockedfile"
	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/bucket"
)

// Store keeps the photos of homes in a bucket. It is safe for concurrent use, also
// by several processes.
type Store struct {
	bucket   bucket.Bucket
	writing  locker              // held while a home's objects are read, changed and written
	decoding *semaphore.Weighted // pixels in memory, so that large pictures take turns
	// tookDown is set once a photo was taken down that its catalogue named: it may have been the last.
	tookDown atomic.Bool
}

// locker lets one writer at a time change what is in the bucket.
type locker interface {
	Lock() (unlock func(), err error)
}

// lockFile lies in the root of a folder, outside the listed prefixes.
const lockFile = ".catalogue.lock"

// Open opens the photos in the folder at location, a path or a file URL.
// Errors: gevel.Unavailable when the folder is not there, gevel.Invalid when
// location is no folder at all.
func Open(location string) (*Store, error) {
	dir, err := folderOf(location)
	if err != nil {
		return nil, err
	}
	objects, err := bucket.OpenDir(dir)
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
	return &Store{
		bucket:   objects,
		writing:  lockedfile.MutexAt(filepath.Join(dir, lockFile)),
		decoding: semaphore.NewWeighted(MaxPixels),
	}, nil
}

// Create opens the photos at location as Open does, and makes a folder that is
// not there.
func Create(location string) (*Store, error) {
	dir, err := folderOf(location)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make photo folder: %w", err)
	}
	return Open(location)
}

// folderOf returns the folder that location names, as a path or a file URL.
func folderOf(location string) (string, error) {
	if location == "" {
		return "", &gevel.Error{Code: gevel.Invalid, Message: "no photo folder was given"}
	}
	scheme, _, isURL := strings.Cut(location, "://")
	if !isURL {
		return location, nil
	}
	// No message repeats a URL: there may be a password in it.
	if scheme != "file" {
		return "", &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("photos can't be kept at a %q URL: so far only folders are supported", scheme+"://"),
			Hint:    "give a folder, as a path or as a file:// URL",
		}
	}
	u, err := url.Parse(location)
	if err != nil {
		return "", &gevel.Error{
			Code: gevel.Invalid, Message: "the photo folder is no well-formed URL",
			Hint: "give its path instead",
		}
	}
	path := u.Path
	if u.Host == "." { // file://./photos is a relative path
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), nil
}

// withoutPath returns the fault of a file without the file's path, which names a home: what the
// service meets goes to its log.
func withoutPath(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// remove deletes an object and reports whether it was there.
func (s *Store) remove(ctx context.Context, key string) (was bool, err error) {
	err = s.bucket.Remove(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
