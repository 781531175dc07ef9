// Package bucket keeps objects under keys: each is there completely or not at all.
package bucket

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/gevel/gevel"
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
}

// checkKey returns gevel.Invalid for an invalid key.
func checkKey(key string) error {
	if !fs.ValidPath(key) || key == "." {
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("%q is no key of an object", key)}
	}
	return nil
}
