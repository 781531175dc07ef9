// Package photos stores pictures of homes: it re-encodes delivered files, files them in a bucket under the
// home's object, and serves them by signed URLs.
//
// The bucket is a folder or one of S3. Of each home it holds two kinds of object; 0518 is the municipality in the object's
// id, and 34 its last two digits, which spread a city over a hundred folders:
//
//	homes/0518/34/0518010000001234.json            the catalogue of one home
//	images/0518/34/0518010000001234/<content>.jpg  one picture of that home
//
// Beside them lie the record of what was withdrawn, the pictures of homes that are blocked, and in S3 copies of catalogues:
// record.go, withdraw.go, survey.go.
//
// An image id is "<object id>-<content>", where content is the hash of the re-encoded bytes: an id always
// means the same picture of the same home. All objects are read for each request, so additions and removals
// take effect at once on every server. See docs/decisions/0003-photo-catalogue.md.
package photos

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/private"
)

// Store holds the photos of homes in a bucket. Safe for concurrent use, also by several processes.
type Store struct {
	bucket   bucket.Bucket
	writing  locker              // held while a home's objects are read, changed and written
	decoding *semaphore.Weighted // pixels in memory; large pictures wait for each other
	known    *survey             // of an import, else nil
}

// locker lets one writer at a time change a home's objects.
type locker interface {
	// Lock waits for the lock of a home. Work under the lock uses held.
	Lock(ctx context.Context, home gevel.BAGID) (held context.Context, unlock func(), err error)
}

// lockFile lies in the root of a folder, outside the listed prefixes.
const lockFile = ".catalogue.lock"

// Open opens the photos at location: a folder, as a path or a file URL, or s3://bucket/prefix, which it does
// not contact yet. Errors: gevel.Unavailable when the folder does not exist, gevel.Invalid for any other location.
func Open(location string) (*Store, error) {
	objects, err := bucket.Open(location)
	if missing := (*fs.PathError)(nil); errors.Is(err, fs.ErrNotExist) && errors.As(err, &missing) {
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: "there is no photo folder " + missing.Path,
			Hint:    "gevel images add makes one and fills it; for a service without photos an empty one will do",
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open photos: %w", err)
	}
	s := &Store{bucket: objects, decoding: semaphore.NewWeighted(MaxPixels)}
	switch b := objects.(type) {
	case *bucket.S3:
		s.writing = s3Lock{bucket.NewLeases(b)}
	case *bucket.Dir:
		s.writing = folderLock{lockedfile.MutexAt(filepath.Join(b.Root(), lockFile))}
	}
	return s, nil
}

// Create opens the photos at location like Open, and creates a missing folder.
func Create(location string) (*Store, error) {
	if bucket.IsS3(location) {
		return Open(location)
	}
	dir, err := bucket.FolderOf(location)
	if err != nil {
		return nil, err
	}
	if err := private.MkdirAll(dir); err != nil {
		return nil, fmt.Errorf("make photo folder: %w", err)
	}
	return Open(location)
}

// folderLock is a single lock for all homes of a folder: a locked file, which the system unlocks when a
// process ends.
type folderLock struct{ file *lockedfile.Mutex }

// Lock implements locker.
func (l folderLock) Lock(ctx context.Context, _ gevel.BAGID) (held context.Context, unlock func(), err error) {
	unlock, err = l.file.Lock()
	return ctx, unlock, err
}

// withoutPath returns the error of a file without its path, which names a home: the service logs errors.
func withoutPath(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// remove deletes an object and returns whether it existed.
func (s *Store) remove(ctx context.Context, key string) (was bool, err error) {
	err = s.bucket.Remove(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Picture returns the bytes of a photo, a JPEG. Errors: gevel.NotFound once it was removed, ErrDamaged.
func (s *Store) Picture(ctx context.Context, id string) ([]byte, error) {
	picture, content, err := s.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer picture.Close()
	whole, err := io.ReadAll(picture)
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", withoutPath(err))
	}
	if contentOf(whole) != content {
		return nil, damaged(content, ErrDamaged)
	}
	return whole, nil
}

// fits returns ErrDamaged if the bytes of a picture do not fit its name, and else leaves r at its beginning. It reads
// the picture once more, instead of holding it in memory while a slow caller downloads it.
func fits(r io.ReadSeeker, content string) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return fmt.Errorf("read a picture: %w", withoutPath(err))
	}
	if contentOfSum(sum.Sum(nil)) != content {
		return damaged(content, ErrDamaged)
	}
	_, err := r.Seek(0, io.SeekStart)
	return err
}

// damaged returns the error for a picture that can't be served. It names the file, whose name no other picture has.
func damaged(content string, err error) error {
	return fmt.Errorf("the picture %s%s is damaged: %w", content, imageSuffix, withoutPath(err))
}

// open opens a picture as it is, and returns the hash of its content.
func (s *Store) open(ctx context.Context, id string) (io.ReadSeekCloser, string, error) {
	gone := &gevel.Error{Code: gevel.NotFound, Message: "there is no such image any more"}
	home, content, ok := splitImageID(id)
	if !ok {
		return nil, "", gone
	}
	of, err := s.withdrawn(ctx, home)
	if err != nil {
		return nil, "", err
	}
	if of.blocked || of.removed[content] {
		return nil, "", gone
	}
	picture, err := s.bucket.Open(ctx, imageKey(home, content))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", gone
	}
	if err != nil {
		return nil, "", fmt.Errorf("open a picture: %w", withoutPath(err))
	}
	return picture, content, nil
}

// contentDigits is the length of a content hash in an image id: 128 bits of SHA-256, so that 50 million
// pictures have no collision, and half as long as the full hash.
const contentDigits = 32

// Folders of the bucket.
const (
	homesFolder  = "homes/"
	imagesFolder = "images/"
)

const (
	catalogueSuffix = ".json"
	imageSuffix     = ".jpg"
)

// contentOf returns the hash that identifies a picture or a file.
func contentOf(data []byte) string {
	sum := sha256.Sum256(data)
	return contentOfSum(sum[:])
}

func contentOfSum(sum []byte) string { return hex.EncodeToString(sum)[:contentDigits] }

func imageID(home gevel.BAGID, content string) string { return string(home) + "-" + content }

// splitImageID splits an image id. It accepts only the canonical spelling, so its results are safe for use in keys.
func splitImageID(id string) (home gevel.BAGID, content string, ok bool) {
	number, content, ok := strings.Cut(id, "-")
	home = gevel.BAGID(number)
	return home, content, ok && isHome(home) && isContent(content)
}

// isHome reports whether id is of an object that has an address. Photos are filed under it, since a home keeps it when
// its address gets another number id.
func isHome(id gevel.BAGID) bool {
	parsed, err := gevel.ParseBAGID(string(id))
	return err == nil && parsed == id && isObject(id)
}

func isObject(id gevel.BAGID) bool {
	switch id.Code() {
	case gevel.CodeVerblijfsobject, gevel.CodeLigplaats, gevel.CodeStandplaats:
		return true
	}
	return false
}

func isContent(s string) bool {
	return len(s) == contentDigits && strings.Trim(s, "0123456789abcdef") == ""
}

func catalogueKey(home gevel.BAGID) string {
	return homesFolder + shard(home) + string(home) + catalogueSuffix
}

func imageKey(home gevel.BAGID, content string) string { return keyIn(imagesFolder, home, content) }

// keyIn is the key of a picture in one of the folders of pictures.
func keyIn(folder string, home gevel.BAGID, content string) string {
	return folderIn(folder, home) + content + imageSuffix
}

// isPictureName reports whether an object of that name in the folder of a home is a picture.
func isPictureName(name string) bool {
	content, ok := strings.CutSuffix(name, imageSuffix)
	return ok && isContent(content)
}

// folderIn is the folder of a home in one of the folders of pictures, or in the record.
func folderIn(folder string, home gevel.BAGID) string {
	return folder + shard(home) + string(home) + "/"
}

func shard(home gevel.BAGID) string {
	return string(home[:4]) + "/" + string(home[len(home)-2:]) + "/"
}
