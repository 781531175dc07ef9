package edition

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gevel/gevel"
)

// Which editions a folder holds, and in which order they were published.

// List returns the directories of the editions under dir, the one published last first.
// Directories without a manifest are builds that did not finish, and are ignored.
func List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	type published struct {
		name string
		at   time.Time
	}
	var found []published
	for _, entry := range entries {
		if !validID.MatchString(entry.Name()) {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, entry.Name(), manifestName)); err == nil {
			found = append(found, published{entry.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(found, func(a, b published) int {
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.name, a.name))
	})
	dirs := make([]string, len(found))
	for i, edition := range found {
		dirs[i] = filepath.Join(dir, edition.name)
	}
	return dirs, nil
}

// Newest returns the directory of the edition under dir that was published last.
// Error: gevel.NotFound when there is none.
func Newest(dir string) (string, error) {
	found, err := List(dir)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", &gevel.Error{
			Code:    gevel.NotFound,
			Message: fmt.Sprintf("there is no edition under %s", dir),
			Hint:    "make one with `gevel build -c gevel.yaml`, or try `gevel demo`",
		}
	}
	return found[0], nil
}

// OpenNewest opens the edition under dir that was published last.
func OpenNewest(dir string) (*Edition, error) {
	newest, err := Newest(dir)
	if err != nil {
		return nil, err
	}
	return Open(newest)
}
