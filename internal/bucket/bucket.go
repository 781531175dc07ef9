// Package bucket keeps objects under keys: bytes that are there whole or not at all.
package bucket

import (
	"context"
	"io"
	"iter"
)

// Bucket keeps objects. A key is a path as fs.ValidPath has it: names between
// slashes. A Bucket is safe for concurrent use.
//
// Errors: fs.ErrNotExist for a key that has no object, gevel.Invalid for what is
// no key.
type Bucket interface {
	// Open opens an object to be read from any place. Whoever has it open reads it to
	// the end, also when it is replaced or removed meanwhile.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Read returns a whole object.
	Read(ctx context.Context, key string) ([]byte, error)
	// Write makes data the object at key, over what is there. Once it returns, the
	// object outlives a power cut; until then, readers have what was there before.
	Write(ctx context.Context, key string, data []byte) error
	// Remove removes an object.
	Remove(ctx context.Context, key string) error
	// List yields the keys below a folder, which ends in a slash, folder by folder and
	// name by name. It yields also what writers that were killed left beside their
	// objects, under names that only begin like those. It stops after an error; a
	// folder that is not there is empty.
	List(ctx context.Context, folder string) iter.Seq2[string, error]
}
