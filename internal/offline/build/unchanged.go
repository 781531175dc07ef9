package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/gevel/gevel/internal/file/regular"
)

// Sources that change while a build reads them: an edition must be made from the bytes that were hashed.

// sourceSums are the checksums of files that homes are made from, and the watch under which all sources are opened.
type sourceSums struct {
	watch regular.Watch
	files []sourceSum
}

// sourceSum is the checksum of a file.
type sourceSum struct {
	path string
	sum  []byte
}

// add returns the checksum of a file and keeps it. It calls read with how many bytes it has read.
func (s *sourceSums) add(ctx context.Context, path string, read func(n int)) ([]byte, error) {
	sum, err := sumFile(ctx, path, read)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, sourceSum{path, sum})
	return sum, nil
}

// checkUnchanged refuses a build whose sources are no longer those that it hashed and read. It comes when all sources
// are read. A file that changed shortly before the build began is hashed again.
func (b *builder) checkUnchanged(ctx context.Context) error {
	if err := b.sources.watch.Check(); err != nil {
		return err
	}
	for _, file := range b.sources.files {
		if b.sources.watch.Settled(file.path, b.Began) {
			continue
		}
		sum, err := sumFile(ctx, file.path, func(int) {})
		switch {
		case err != nil:
			return err
		case !bytes.Equal(sum, file.sum):
			return b.sources.watch.Changed(file.path, nil)
		}
	}
	return nil
}

// sumFile returns the checksum of a file, and calls read with how many bytes it has read. Error: ctx.Err() when ctx
// ends.
func sumFile(ctx context.Context, path string, read func(n int)) (sum []byte, err error) {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	hash := sha256.New()
	buffer := make([]byte, 1<<20)
	for {
		n, err := f.Read(buffer)
		hash.Write(buffer[:n])
		read(n)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, io.EOF):
			return hash.Sum(nil), nil
		case err != nil:
			return nil, fmt.Errorf("read %s: %w", filepath.Base(path), err)
		}
	}
}
