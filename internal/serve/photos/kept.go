package photos

// Pictures at a width, kept on the disk of the server that made them. A photo that is asked for at a width is looked up
// first, so one that was taken down is never answered from here, and its pictures go within clearEvery.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/regular"
)

const (
	// clearEvery is how often pictures go whose photos did. It is also how long a disk that was full is left alone.
	clearEvery = 5 * time.Minute
	// askedEvery is how exactly it is known when a picture was asked for last, which a file's time of change says.
	askedEvery = time.Hour
	// abandoned is how old a draft of a killed server is.
	abandoned = time.Hour
)

// Kept is a folder of pictures at a width, each followed by a hash of its name and bytes. Services may share it. Safe for
// concurrent use; nil keeps nothing.
type Kept struct {
	store *Store
	root  string
	dir   *bucket.Dir
	most  int64 // bytes
	log   *slog.Logger
	clock func() time.Time

	mu   sync.Mutex // held to write and to make room
	size int64      // of what is kept
	full bool       // the last could not be written
}

// OpenKept makes a folder for pictures of a store, which holds so many bytes at most.
func OpenKept(store *Store, root string, most int64, log *slog.Logger, clock func() time.Time) (*Kept, error) {
	if place, ok := store.bucket.(*bucket.Dir); ok { // services with other photos may have the same cache
		root = filepath.Join(root, "photos-"+contentOf([]byte(place.Root()))[:8])
	}
	if err := private.MkdirAll(root); err != nil {
		return nil, err
	}
	dir, err := bucket.OpenDir(root)
	return &Kept{store: store, root: root, dir: dir, most: most, log: log, clock: clock}, err
}

// keptKey is the key of a picture by its name, an image id and a width.
func keptKey(name string) string { return shard(gevel.BAGID(name[:16])) + name + imageSuffix }

// seal is the hash behind a picture.
func seal(name string, picture io.Reader) ([]byte, error) {
	sum := sha256.New()
	_, err := io.Copy(sum, io.MultiReader(strings.NewReader(name), picture))
	return sum.Sum(nil), err
}

// form is an open picture.
type form struct {
	*io.SectionReader
	io.Closer
}

// open returns a picture by its name, nil where it is not kept. One that is damaged is removed.
func (k *Kept) open(name string) io.ReadSeekCloser {
	if k == nil {
		return nil
	}
	path := filepath.Join(k.root, filepath.FromSlash(keptKey(name)))
	file, err := regular.Open(path)
	if err != nil {
		return nil
	}
	info, err := file.Stat()
	if err == nil {
		picture := io.NewSectionReader(file, 0, max(0, info.Size()-sha256.Size))
		was := make([]byte, sha256.Size)
		want, unread := seal(name, picture)
		_, cut := file.ReadAt(was, picture.Size())
		if unread == nil && cut == nil && bytes.Equal(was, want) {
			if now := k.clock(); now.Sub(info.ModTime()) > askedEvery {
				_ = os.Chtimes(path, now, now) // else it goes sooner
			}
			_, _ = picture.Seek(0, io.SeekStart) // of memory alone
			return form{picture, file}
		}
	}
	file.Close()
	_ = os.Remove(path) // else it is refused again
	k.log.Warn("a photo kept at a width is damaged, it is made anew")
	return nil
}

// add keeps a picture, unless the disk is full.
func (k *Kept) add(ctx context.Context, name string, picture []byte) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full {
		return
	}
	sum, _ := seal(name, bytes.NewReader(picture)) // of memory alone
	sealed := slices.Concat(picture, sum)
	if err := k.dir.Write(context.WithoutCancel(ctx), keptKey(name), sealed); err != nil {
		k.full = true
		k.log.Warn("photos at a width can't be kept, they are made each time", slog.Any("error", withoutPath(err)))
		return
	}
	if k.size += int64(len(sealed)); k.size > k.most {
		k.makeRoom(ctx)
	}
}

// Follow removes pictures whose photos were taken down, until ctx ends.
func (k *Kept) Follow(ctx context.Context) {
	for {
		k.clear(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(clearEvery):
		}
	}
}

// clear removes what is over, and looks at the disk again.
func (k *Kept) clear(ctx context.Context) {
	for _, f := range k.list(ctx) {
		if k.isOver(ctx, f) {
			_ = os.Remove(f.path) // else the next time
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.full = false
	k.makeRoom(ctx)
}

// keptFile is a file of the folder.
type keptFile struct {
	path  string
	size  int64
	asked time.Time
}

// isOver reports whether the photo of a file was taken down, or the writer of a draft killed.
func (k *Kept) isOver(ctx context.Context, f keptFile) bool {
	id, width := widthOf(strings.TrimSuffix(filepath.Base(f.path), imageSuffix))
	if width == 0 {
		return k.clock().Sub(f.asked) > abandoned
	}
	photo, _, err := k.store.open(ctx, id)
	if err == nil {
		photo.Close()
	}
	return gevel.CodeOf(err) == gevel.NotFound
}

// list returns the files of the folder.
func (k *Kept) list(ctx context.Context) (files []keptFile) {
	_ = filepath.WalkDir(k.root, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || entry.IsDir() { // removed meanwhile, or by another service
			return nil //nolint:nilerr // the others count
		}
		if info, err := entry.Info(); err == nil {
			files = append(files, keptFile{path, info.Size(), info.ModTime()})
		}
		return nil
	})
	return files
}

// makeRoom counts what is kept, by other services too. If that is too much, what was asked for longest ago goes, until a
// tenth is free. The lock must be held.
func (k *Kept) makeRoom(ctx context.Context) {
	files := k.list(ctx)
	if ctx.Err() != nil {
		return
	}
	slices.SortFunc(files, func(a, b keptFile) int { return a.asked.Compare(b.asked) })
	k.size = 0
	for _, f := range files {
		k.size += f.size
	}
	if k.size <= k.most {
		return
	}
	for _, f := range files {
		if k.size > k.most/10*9 && os.Remove(f.path) == nil {
			k.size -= f.size
		}
	}
}
