package edition

// Checks that an edition's directory holds exactly the files in its manifest, with their sizes and checksums.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

// maxManifestBytes is far beyond any manifest: a thousand rejects with samples take some 100 kB.
const maxManifestBytes = 64 << 20

// readManifestText returns the bytes of the manifest in dir.
func readManifestText(dir string) ([]byte, error) {
	name := filepath.Join(dir, ManifestName)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s has no %s: it is no edition, or one whose build was cut short", dir, ManifestName)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", ManifestName)
	case info.Size() > maxManifestBytes:
		return nil, fmt.Errorf("%s has %d bytes: no manifest is that large", ManifestName, info.Size())
	}
	return regular.Read(name, maxManifestBytes)
}

// verifyFiles checks that dir holds the files of the manifest and no others, then their
// sizes, and last their checksums, which take time. It ends early with ctx.
func (m Manifest) verifyFiles(ctx context.Context, dir string) error {
	names := slices.Sorted(maps.Keys(m.Files))
	if err := m.checkNames(); err != nil {
		return err
	}
	if err := m.checkListing(dir); err != nil {
		return err
	}
	for _, name := range names {
		if err := m.checkSize(dir, name); err != nil {
			return err
		}
	}
	for i, name := range names {
		gevel.Span(ctx, name, float64(i)/float64(len(names)), 1)
		got, err := fileSum(ctx, filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if got.SHA256 != m.Files[name].SHA256 {
			return fmt.Errorf("%s was altered: its checksum differs from the manifest's", name)
		}
	}
	return nil
}

// checkNames refuses a manifest with files outside the edition.
func (m Manifest) checkNames() error {
	for name := range m.Files {
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%s names the file %q outside the edition", ManifestName, name)
		}
	}
	return nil
}

// checkListing refuses files in dir that the manifest does not list: their content is
// unchecked. A link does not count as a file.
func (m Manifest) checkListing(dir string) error {
	dir, err := filepath.EvalSymlinks(dir) // a link to the whole edition is fine
	if err != nil {
		return err
	}
	folders := map[string]bool{".": true, modelDir: true}
	for name := range m.Files {
		folders[path.Dir(name)] = true
	}
	return filepath.WalkDir(dir, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		_, listed := m.Files[name]
		switch {
		case entry.IsDir() && folders[name], name == ManifestName:
			return nil
		case !listed:
			return fmt.Errorf("%q is no part of the edition: remove it", name)
		case !entry.Type().IsRegular():
			return fmt.Errorf("%s is no regular file", name)
		}
		return nil
	})
}

func (m Manifest) checkSize(dir, name string) error {
	info, err := os.Lstat(filepath.Join(dir, name))
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is missing", name)
	}
	if err != nil {
		return err
	}
	if want := m.Files[name].Bytes; info.Size() != want {
		return fmt.Errorf("%s has %d bytes instead of %d: it was cut short or altered", name, info.Size(), want)
	}
	return nil
}

// fileSum returns the size and checksum of a file. It ends early with ctx.
func fileSum(ctx context.Context, path string) (File, error) {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	hash := sha256.New()
	n, err := io.Copy(hash, regular.Interruptible{Ctx: ctx, From: f})
	if ctx.Err() != nil {
		return File{}, ctx.Err()
	}
	if err != nil {
		return File{}, fmt.Errorf("read %s: %w", filepath.Base(path), err)
	}
	return File{Bytes: n, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}
