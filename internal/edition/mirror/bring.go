package mirror

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel/internal/edition"
)

// Fetches one edition of a bucket, for a command that needs no others.

// Bring makes the folder hold the edition with an id, or the newest for id "", and returns its directory.
// Errors: gevel.NotFound if the bucket has no edition, fs.ErrNotExist if it has none with the id, or the reason why
// the bucket can't be read or the edition can't be used.
func (m *Mirror) Bring(ctx context.Context, id string) (dir string, err error) {
	listed, err := list(ctx, m.s3)
	if err != nil {
		return "", m.usable(ctx, err)
	}
	if len(listed) == 0 {
		return "", m.noEdition()
	}
	at := slices.IndexFunc(listed, func(e stored) bool { return id == "" || e.id == id })
	if at < 0 {
		return "", &fs.PathError{Op: "fetch edition", Path: m.s3.String() + id, Err: fs.ErrNotExist}
	}
	found := listed[at]
	dir = filepath.Join(m.dir, found.id)
	if len(m.missing([]stored{found})) == 0 {
		return dir, nil
	}
	release, err := edition.Lock(m.dir)
	if err != nil {
		return "", err
	}
	defer release()
	if err := m.fetch(ctx, found); err != nil {
		return "", fmt.Errorf("fetch edition %s of %s: %w", found.id, m.s3, err)
	}
	return dir, nil
}
