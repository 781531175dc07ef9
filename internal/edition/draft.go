package edition

import (
	"context"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
)

// Draft is an edition that is written and can be asked, and is not published: one that
// answers badly can be discarded before anybody sees it.
type Draft struct {
	dir, staging string
	edition      *Edition
}

// Outcome is whether publishing made a new edition.
type Outcome string

// The outcomes of publishing an edition.
const (
	Published Outcome = "published" // it is new
	Stands    Outcome = "stands"    // an edition with the same content was there
)

// stagingPrefix marks directories that are being written.
const stagingPrefix = ".building-"

// NewDraft writes an edition aside in the folder dir and reads it back, so that none is
// published that can't be opened. The caller holds the folder's Lock and discards the
// draft in the end, also one that is published.
func NewDraft(ctx context.Context, dir string, c Contents) (*Draft, error) {
	staging, err := os.MkdirTemp(dir, stagingPrefix)
	if err != nil {
		return nil, err
	}
	d := &Draft{dir: dir, staging: staging, edition: &Edition{models: map[string][]byte{}}}
	if d.edition.manifest, err = c.writeFiles(ctx, staging); err == nil {
		err = d.edition.read(ctx, staging)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

// Edition returns the edition as it will be opened once it is published.
func (d *Draft) Edition() *Edition { return d.edition }

// NoteAnswered notes how the edition answered.
func (d *Draft) NoteAnswered(homes, valued int) {
	d.edition.manifest.Answered = &Answered{homes, valued}
}

// Discard removes what is not published. A draft that is left behind goes with the next Lock.
func (d *Draft) Discard() { _ = os.RemoveAll(d.staging) }

// Publish lets the edition appear under its id, complete or not at all: everything is synced
// and renamed to its place, the manifest last. When an edition with the same content is there
// already, that one stands, and becomes the newest. forced, when it is not nil, is noted in the
// manifest. A draft is published once. When ctx has ended, nothing is published.
func (d *Draft) Publish(ctx context.Context, forced *Forced) (Manifest, Outcome, error) {
	m := d.edition.manifest
	m.Forced = forced
	target := filepath.Join(d.dir, m.ID)
	newest, err := Newest(d.dir)
	if err != nil && gevel.CodeOf(err) != gevel.NotFound {
		return Manifest{}, "", err
	}
	there, err := Verify(ctx, target)
	if ctx.Err() != nil { // which says nothing of the edition that stands
		return Manifest{}, "", ctx.Err()
	}
	if err == nil {
		if forced != nil {
			there.Forced = forced
			return there, Stands, renote(d.staging, target, there)
		}
		return there, Stands, renew(target, d.staging)
	}
	if newest != "" && newest != target {
		m.Parent = filepath.Base(newest)
	}
	return m, Published, publish(d.staging, target, m)
}

// renew makes the edition in dir the newest: as if published when staging was made.
func renew(dir, staging string) error {
	now, err := os.Stat(staging)
	if err != nil {
		return err
	}
	return os.Chtimes(filepath.Join(dir, ManifestName), now.ModTime(), now.ModTime())
}

// Write drafts an edition in the folder dir and publishes it. When ctx ends, nothing is
// published.
func Write(ctx context.Context, dir string, c Contents) (Manifest, Outcome, error) {
	d, err := NewDraft(ctx, dir, c)
	if err != nil {
		return Manifest{}, "", err
	}
	defer d.Discard()
	return d.Publish(ctx, nil)
}
