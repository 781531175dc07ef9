package edition

// Which editions a folder holds, in which order they were published, and how one is published: completely or not at
// all, even if the process is killed on the way.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
)

// List returns the directories of the editions under dir, whole or not, the last published
// first. It ignores directories without a manifest: builds that did not finish.
func List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	type published struct {
		dir string
		at  time.Time
	}
	var found []published
	for _, entry := range entries {
		if !validID.MatchString(entry.Name()) {
			continue
		}
		at := filepath.Join(dir, entry.Name())
		when, err := PublishedAt(at)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		found = append(found, published{at, when}) // Open reports the one that can't be read
	}
	slices.SortFunc(found, func(a, b published) int {
		return -cmp.Or(a.at.Compare(b.at), cmp.Compare(a.dir, b.dir))
	})
	dirs := make([]string, len(found))
	for i := range found {
		dirs[i] = found[i].dir
	}
	return dirs, nil
}

// PublishedAt returns when the edition in dir was published: when its manifest was written. Error:
// os.ErrNotExist when there is no manifest.
func PublishedAt(dir string) (time.Time, error) {
	info, err := os.Lstat(filepath.Join(dir, ManifestName))
	if errors.Is(err, os.ErrPermission) { // the folder is the best that there is
		info, err = os.Stat(dir)
	}
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// turn is the time between an edition and the newest before it, where the clock is not later than that one:
// file systems may date files to the second.
const turn = time.Second

// ToBeNewest returns the time for the edition of an id to be the newest under dir: now, or later when the clock was
// ahead as another one was published.
func ToBeNewest(dir, id string, now time.Time) (time.Time, error) {
	all, err := List(dir)
	if err != nil {
		return now, err
	}
	all = slices.DeleteFunc(all, func(dir string) bool { return filepath.Base(dir) == id })
	if len(all) == 0 {
		return now, nil
	}
	last, err := PublishedAt(all[0])
	if err == nil && !now.After(last) {
		now = last.Add(turn)
	}
	return now, err
}

// WithLaterBAG returns the newest of editions as List has them, the newest of those before it that has a later BAG, and so on:
// an older delivery after a newer one lacks the homes that came between, and with them what was known of these.
func WithLaterBAG(editions []string) (list []string) {
	latest := gevel.NoDate
	for i, dir := range editions {
		m, err := ReadManifest(dir)
		if day := m.AsOf[SourceBAG]; i == 0 || err == nil && day > latest {
			list, latest = append(list, dir), max(day, latest)
		}
	}
	return list
}

// Newest returns the directory of the edition under dir that was published last.
// Error: gevel.NotFound when there is none.
func Newest(dir string) (string, error) {
	all, err := List(dir)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "", NoEdition(dir)
	}
	return all[0], nil
}

// Named returns the directory of the edition that a user named: itself, or the newest in a folder of
// editions. It fails as Newest does.
func Named(dir string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, ManifestName)); err == nil || IsID(filepath.Base(dir)) {
		return dir, nil
	}
	return Newest(dir)
}

// NoEdition returns the error for a folder without editions: gevel.NotFound.
func NoEdition(dir string) error {
	return gevel.Failure(gevel.NotFound, "make one with `gevel build -c gevel.yaml`, or try `gevel demo`",
		"there is no edition under %s", dir)
}

// OpenNewest opens the last published edition under dir.
func OpenNewest(ctx context.Context, dir string) (*Edition, error) {
	newest, err := Newest(dir)
	if err != nil {
		return nil, err
	}
	return Open(ctx, newest)
}

const unnamedManifest = ManifestName + ".tmp"

// publish moves the files to their place and then the manifest to its name.
func publish(staging, target string, m Manifest) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	if err := writeText(filepath.Join(staging, unnamedManifest), text); err != nil {
		return err
	}
	return appear(staging, target)
}

// share makes files in staging further names of the same files of an edition before, so that editions of many nights take the
// room of what changed. A file that is damaged there, or that the file system does not link, stays a copy.
func share(ctx context.Context, staging string, files map[string]File, before string) error {
	m, err := ReadManifest(before)
	if err != nil {
		return nil //nolint:nilerr // it has nothing to share
	}
	for name, file := range files {
		from, to := filepath.Join(before, name), filepath.Join(staging, name)
		if m.Files[name] != file {
			continue
		}
		if sum, err := fileSum(ctx, from); err != nil || sum != file {
			continue
		}
		draft := to + ".shared"
		if err := os.Link(from, draft); err != nil {
			continue
		}
		if err := os.Rename(draft, to); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// appear moves the files to their place, with a manifest that has no name yet, and names it.
func appear(staging, target string) error {
	for _, dir := range []string{filepath.Join(staging, modelDir), staging} {
		if err := atomicfile.SyncDir(dir); err != nil {
			return err
		}
	}
	// An edition already at the target is damaged, or its build ended before the manifest.
	aside := staging + "-replaced"
	if err := os.Rename(target, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := atomicfile.Rename(staging, target); err != nil {
		return err
	}
	if err := atomicfile.Rename(filepath.Join(target, unnamedManifest), filepath.Join(target, ManifestName)); err != nil {
		return err
	}
	return os.RemoveAll(aside)
}

// renote gives the edition at target its manifest with another note. It is written in
// staging, because a killed process must not leave a draft in the edition.
func renote(staging, target string, m Manifest) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	draft := filepath.Join(staging, unnamedManifest)
	if err := writeText(draft, text); err != nil {
		return err
	}
	return atomicfile.Rename(draft, filepath.Join(target, ManifestName))
}

// Lock makes dir if it is missing and takes its lock, so that one build at a time publishes there, and removes what
// killed builds left behind. The lock ends with release or with the process. Error: gevel.Unavailable if another build
// has it.
func Lock(dir string) (release func(), err error) {
	if err := private.MkdirAll(dir); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, private.FileMode(dir))
	if err != nil {
		return nil, err
	}
	if err := atomicfile.TryLock(f); err != nil {
		f.Close()
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: fmt.Sprintf("another build is publishing in %s", dir),
			Hint:    "wait until it has ended",
			Err:     err,
		}
	}
	if err := clearStaging(dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}

func clearStaging(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if strings.HasPrefix(entry.Name(), stagingPrefix) || cutShort(path) {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

// cutShort reports whether the build of the edition in dir was killed before it named the manifest.
func cutShort(dir string) bool {
	_, unnamed := os.Stat(filepath.Join(dir, unnamedManifest))
	_, named := os.Stat(filepath.Join(dir, ManifestName))
	return unnamed == nil && errors.Is(named, os.ErrNotExist)
}
