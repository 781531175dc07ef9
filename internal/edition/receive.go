package edition

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/regular"
)

// Receives an edition that was built elsewhere, file by file.

// IsID reports whether name is a valid id of an edition.
func IsID(name string) bool { return validID.MatchString(name) }

// Delivery is an edition from elsewhere.
type Delivery struct {
	Manifest  Manifest
	Text      []byte    // of the manifest
	Published time.Time // orders the edition among the others
	// Fetch writes one file. It may be called for several files at once.
	Fetch func(ctx context.Context, name string, w io.Writer) error
}

// ParseManifest reads and checks the text of a manifest, as ReadManifest does.
func ParseManifest(text []byte) (Manifest, error) {
	m, err := parseManifest(text)
	if err != nil {
		return m, err
	}
	return m, m.checkNames()
}

// VerifyText is Verify, and returns the text of the manifest too.
func VerifyText(ctx context.Context, dir string) (Manifest, []byte, error) {
	text, err := readManifestText(dir)
	if err != nil {
		return Manifest{}, nil, refusal(dir, err)
	}
	m, err := Verify(ctx, dir)
	if err != nil {
		return m, nil, err
	}
	return m, text, nil
}

// filesAtOnce is how many files are fetched or sent at once.
const filesAtOnce = 4

// Receive makes an edition from elsewhere appear in the folder dir, completely or not at all, with the time
// at which it was published there. If an edition with the same content is there already, its
// files stay, and it takes the manifest and time of the delivery. The caller holds the folder's
// Lock. Errors: Fetch failed; a file does not match the manifest.
func Receive(ctx context.Context, dir string, d Delivery) (Outcome, error) {
	staging, err := os.MkdirTemp(dir, stagingPrefix)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(staging)
	if err := private.Share(staging); err != nil {
		return "", err
	}
	target := filepath.Join(dir, d.Manifest.ID)
	_, err = Verify(ctx, target)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	stands := err == nil
	if !stands {
		if err := d.fetch(ctx, staging); err != nil {
			return "", err
		}
		if newest, err := Newest(dir); err == nil {
			if err := share(ctx, staging, d.Manifest.Files, newest); err != nil {
				return "", err
			}
		}
	}
	draft := filepath.Join(staging, unnamedManifest)
	if err := errors.Join(writeText(draft, d.Text), os.Chtimes(draft, d.Published, d.Published)); err != nil {
		return "", err
	}
	if stands {
		return Stands, atomicfile.Rename(draft, filepath.Join(target, ManifestName))
	}
	return Published, appear(staging, target)
}

// fetch fetches the files into a directory, several at once.
func (d Delivery) fetch(ctx context.Context, staging string) error {
	folders := []string{modelDir}
	for name := range d.Manifest.Files {
		folders = append(folders, filepath.Dir(name))
	}
	for _, folder := range folders {
		if err := private.MkdirAll(filepath.Join(staging, folder)); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for _, name := range slices.Sorted(maps.Keys(d.Manifest.Files)) {
		group.Go(func() error { return d.fetchFile(ctx, staging, name) })
	}
	return group.Wait()
}

// fetchFile fetches one file and checks it against the manifest.
func (d Delivery) fetchFile(ctx context.Context, staging, name string) (err error) {
	f, err := private.Create(filepath.Join(staging, name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	want := d.Manifest.Files[name]
	got := &summed{w: f, most: want.Bytes, hash: sha256.New()}
	if err := d.Fetch(ctx, name, got); err != nil && !errors.Is(err, errTooLong) {
		return fmt.Errorf("fetch %s: %w", name, err)
	}
	if got.n != want.Bytes {
		return fmt.Errorf("%s has %d bytes or more instead of %d: it was cut short or altered", name, got.n, want.Bytes)
	}
	if hex.EncodeToString(got.hash.Sum(nil)) != want.SHA256 {
		return fmt.Errorf("%s was altered: its checksum differs from the manifest's", name)
	}
	return f.Sync()
}

// summed writes at most so many bytes, and hashes them.
type summed struct {
	w       io.Writer
	n, most int64
	hash    hash.Hash
}

var errTooLong = errors.New("the file is longer than its manifest says")

// Write implements io.Writer.
func (s *summed) Write(p []byte) (int, error) {
	s.n += int64(len(p))
	if s.n > s.most {
		return 0, errTooLong
	}
	s.hash.Write(p)
	return s.w.Write(p)
}

// Withdraw takes the edition in dir out of its folder, atomically. The caller holds the folder's Lock.
func Withdraw(dir string) error {
	aside, err := os.MkdirTemp(filepath.Dir(dir), stagingPrefix)
	if err != nil {
		return err
	}
	if err := os.Rename(dir, filepath.Join(aside, filepath.Base(dir))); err != nil {
		return errors.Join(err, os.Remove(aside))
	}
	return os.RemoveAll(aside)
}

// Checks that an edition's directory holds exactly the files in its manifest, with their sizes and checksums.

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
	if err := m.checkFiles(dir); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(m.Files))
	for i, name := range names {
		gevel.Span(ctx, name, float64(i)/float64(len(names)), 1)
		if err := m.checkSum(ctx, dir, name); err != nil {
			return err
		}
	}
	return nil
}

// checkFiles is verifyFiles without the checksums.
func (m Manifest) checkFiles(dir string) error {
	if err := m.checkNames(); err != nil {
		return err
	}
	if err := m.checkListing(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if err := m.checkSize(dir, name); err != nil {
			return err
		}
	}
	return nil
}

// checkSum checks the checksum of a file.
func (m Manifest) checkSum(ctx context.Context, dir, name string) error {
	got, err := fileSum(ctx, filepath.Join(dir, name))
	if err == nil && got.SHA256 != m.Files[name].SHA256 {
		err = fmt.Errorf("%s was altered: its checksum differs from the manifest's", name)
	}
	return err
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
