// Package bucket keeps objects under keys: each is there completely or not at all.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/regular"
)

// Bucket keeps objects. A key is a path in the sense of fs.ValidPath: names between
// slashes. A Bucket is safe for concurrent use.
//
// Errors: fs.ErrNotExist for a key without an object, gevel.Invalid for an invalid
// key. Faults of an object are fs.PathErrors, so that a caller can leave its key out.
type Bucket interface {
	// Open opens an object for random reading. Reading it from beginning to
	// end yields the whole object, even if it is replaced or removed meanwhile.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Read returns a whole object.
	Read(ctx context.Context, key string) ([]byte, error)
	// Write makes data the object at key, replacing any other. Once it returns, the
	// object survives a power cut; until then, readers get the object that was there before.
	Write(ctx context.Context, key string, data []byte) error
	// Remove removes an object.
	Remove(ctx context.Context, key string) error
	// List yields the keys below a folder, which ends in a slash; the keys of one folder follow each other. It also
	// yields leftovers of killed writers beside their objects, under names that begin with the objects' names. It
	// stops after an error; a missing folder is empty.
	List(ctx context.Context, folder string) iter.Seq2[string, error]
	// Names returns the names directly below a folder, which ends in a slash: of objects and of folders. A missing
	// folder has none. They are sorted.
	Names(ctx context.Context, folder string) ([]string, error)
}

// checkKey returns gevel.Invalid for an invalid key.
func checkKey(key string) error {
	if !fs.ValidPath(key) || key == "." {
		return gevel.Refusal("", "%q is no key of an object", key)
	}
	return nil
}

// Dir is a folder. Several processes may share it.
type Dir struct{ root string }

// OpenDir opens the folder at root. Errors: fs.ErrNotExist when there is none.
func OpenDir(root string) (*Dir, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", root)
	}
	absolute, err := filepath.Abs(root)
	return &Dir{root: absolute}, err
}

// Root is the path of the folder.
func (d *Dir) Root() string { return d.root }

// Open implements Bucket.
func (d *Dir) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	path, err := d.path(ctx, key)
	if err != nil {
		return nil, err
	}
	file, err := regular.Open(path)
	switch {
	case gevel.CodeOf(err) == gevel.Invalid:
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is no regular file")}
	case err != nil: // not returned with the file: a nil file is no nil reader
		return nil, err
	}
	return file, nil
}

// Read implements Bucket.
func (d *Dir) Read(ctx context.Context, key string) ([]byte, error) { return readAll(ctx, d, key) }

// readAll reads a whole object.
func readAll(ctx context.Context, from Bucket, key string) ([]byte, error) {
	r, err := from.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Write implements Bucket.
func (d *Dir) Write(ctx context.Context, key string, data []byte) error {
	path, err := d.path(ctx, key)
	if err != nil {
		return err
	}
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	return atomicfile.Write(path, data, private.FileMode(filepath.Dir(path)))
}

// Remove implements Bucket. The folders above the object stay.
func (d *Dir) Remove(ctx context.Context, key string) error {
	path, err := d.path(ctx, key)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(path))
}

// List implements Bucket.
func (d *Dir) List(ctx context.Context, folder string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		root, err := d.path(ctx, strings.TrimSuffix(folder, "/"))
		if err == nil {
			err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
				switch {
				case errors.Is(err, fs.ErrNotExist): // removed meanwhile
					return nil
				case err != nil:
					return err
				case ctx.Err() != nil:
					return ctx.Err()
				case entry.Type().IsRegular() && !yield(d.key(path), nil):
					return fs.SkipAll
				}
				return nil
			})
		}
		if err != nil {
			yield("", err)
		}
	}
}

// Names implements Bucket.
func (d *Dir) Names(ctx context.Context, folder string) ([]string, error) {
	root, err := d.path(ctx, strings.TrimSuffix(folder, "/"))
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names, err
}

// path returns the path of an object's file.
func (d *Dir) path(ctx context.Context, key string) (string, error) {
	if err := checkKey(key); err != nil {
		return "", err
	}
	return filepath.Join(d.root, filepath.FromSlash(key)), ctx.Err()
}

// key returns the key of the object whose file is at path.
func (d *Dir) key(path string) string {
	return filepath.ToSlash(strings.TrimPrefix(path[len(d.root):], string(filepath.Separator)))
}

// makeFolder makes a folder and its parents, and syncs their names to disk: a power cut that
// takes a folder would take its files too.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	above := filepath.Dir(dir)
	if err := makeFolder(above); err != nil {
		return err
	}
	if err := private.Mkdir(dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return atomicfile.SyncDir(above)
}
