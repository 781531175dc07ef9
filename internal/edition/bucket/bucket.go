// Package bucket keeps objects under keys: bytes that are there whole or not at all.
package bucket

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/gevel/gevel"
)

// Bucket keeps objects. A key is a path as fs.ValidPath has it: names between
// slashes. A Bucket is safe for concurrent use.
//
// Errors: fs.ErrNotExist for a key that has no object, gevel.Invalid for what is
// no key. Faults of an object are fs.PathErrors, so that a caller can leave its key out.
type Bucket interface {
	// Open opens an object to be read from any place. Whoever reads it from its beginning to
	// its end reads it whole, also when it is replaced or removed meanwhile.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Read returns a whole object.
	Read(ctx context.Context, key string) ([]byte, error)
	// Write makes data the object at key, over what is there. Once it returns, the
	// object outlives a power cut; until then, readers have what was there before.
	Write(ctx context.Context, key string, data []byte) error
	// Remove removes an object.
	Remove(ctx context.Context, key string) error
	// List yields the keys below a folder, which ends in a slash; those of one folder follow
	// each other. It yields also what writers that were killed left beside their
	// objects, under names that only begin like those. It stops after an error; a
	// folder that is not there is empty.
	List(ctx context.Context, folder string) iter.Seq2[string, error]
}

// checkKey returns gevel.Invalid for what is no key.
func checkKey(key string) error {
	if !fs.ValidPath(key) || key == "." {
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("%q is no key of an object", key)}
	}
	return nil
}
