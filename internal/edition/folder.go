package edition

// Which editions a folder holds, and in which order they were published.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gevel/gevel"
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
	return &gevel.Error{
		Code:    gevel.NotFound,
		Message: fmt.Sprintf("there is no edition under %s", dir),
		Hint:    "make one with `gevel build -c gevel.yaml`, or try `gevel demo`",
	}
}

// OpenNewest opens the last published edition under dir.
func OpenNewest(ctx context.Context, dir string) (*Edition, error) {
	newest, err := Newest(dir)
	if err != nil {
		return nil, err
	}
	return Open(ctx, newest)
}
