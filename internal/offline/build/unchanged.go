package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// What the homes of an edition are made from, as a hash of each source: while these stay the same, so do they.

// homesFrom returns the hashes of the sources that homes are made from, each behind its name: of its files, with their
// names, which rejects have, and of what the build file says of how these are read.
func (b *builder) homesFrom(ctx context.Context) (string, error) {
	sources := b.Table.homeSources()
	done, total := int64(0), int64(0)
	for i := range sources {
		for _, path := range sources[i].given(&b.Config) {
			if info, err := os.Stat(*path); err == nil {
				total += info.Size()
			}
		}
	}
	step := func(n int) {
		done += int64(n)
		b.Progress(Step{StageCompare, b.sources.watch.Last(), done, total})
	}
	hashes := make([]string, len(sources))
	for i := range sources {
		hash, s := sha256.New(), &sources[i]
		for _, path := range s.given(&b.Config) {
			sum, err := b.sources.add(ctx, *path, step)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(hash, "%x %s\n", sum, filepath.Base(*path))
		}
		settings, err := json.Marshal(s.deciding(&b.Config))
		if err != nil {
			return "", fmt.Errorf("settings of %s: %w", s.Kind.Key, err)
		}
		hash.Write(settings)
		hashes[i] = fmt.Sprintf("%s:%x", s.Name, hash.Sum(nil)[:16])
	}
	return strings.Join(hashes, " "), nil
}

// changedSources returns the sources whose hashes differ between two results of homesFrom.
func changedSources(before, now string) (changed []string) {
	was, is := strings.Fields(before), strings.Fields(now)
	for _, one := range append(slices.Clone(is), was...) {
		if name, _, _ := strings.Cut(one, ":"); !(slices.Contains(was, one) && slices.Contains(is, one)) &&
			!slices.Contains(changed, name) {
			changed = append(changed, name)
		}
	}
	return changed
}
