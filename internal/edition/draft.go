package edition

import (
	"context"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/private"
)

// Draft is an edition that is written and can be queried but is not published: a bad one
// can be discarded before anybody sees it.
type Draft struct {
	dir, staging string
	edition      *Edition
}

// Outcome says whether publishing made a new edition.
type Outcome string

// The outcomes of publishing an edition.
const (
	Published Outcome = "published" // it is new
	Stands    Outcome = "stands"    // an edition with the same content was there
)

// stagingPrefix marks directories that are being written.
const stagingPrefix = ".building-"

// NewDraft writes an edition without models aside in the folder dir and reads it back, so that none is published that
// can't be opened. The caller holds the folder's Lock and discards the draft in the end, even a published one.
func NewDraft(ctx context.Context, dir string, c Contents) (*Draft, error) {
	d, err := BeginDraft(ctx, dir, &c)
	if err != nil {
		return nil, err
	}
	if err := d.Complete(ctx, &c); err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

// BeginDraft writes the tables of homes and sales, and takes the homes out of the contents: they wait on disk while
// models are trained. The caller adds these with WriteModel, and then completes the draft, or discards it.
func BeginDraft(ctx context.Context, dir string, c *Contents) (*Draft, error) {
	staging, err := os.MkdirTemp(dir, stagingPrefix)
	if err != nil {
		return nil, err
	}
	d := &Draft{dir: dir, staging: staging, edition: &Edition{dir: staging, images: filepath.Join(dir, imageFolder)}}
	d.edition.watch = d.edition.newWatch()
	d.edition.manifest.Rows, d.edition.manifest.Files = map[string]int{}, map[string]File{}
	if err = private.Share(staging); err == nil {
		err = private.Mkdir(filepath.Join(staging, modelDir))
	}
	if err == nil {
		err = d.writeTables(ctx, c)
	}
	if err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

// Complete writes what is known last, takes the sales out of the contents, and reads the whole draft back.
func (d *Draft) Complete(ctx context.Context, c *Contents) error {
	err := d.writePrices(ctx, c)
	if err == nil {
		d.edition.manifest, err = c.complete(d.edition.manifest)
	}
	if err != nil {
		return err
	}
	c.Sales = nil // makes room for those that are read
	if err := d.edition.read(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

// Edition returns the edition as it will be opened once it is published.
func (d *Draft) Edition() *Edition { return d.edition }

// NoteAnswered records how many sample homes the edition valued.
func (d *Draft) NoteAnswered(homes, valued int) {
	d.edition.manifest.Answered = &Answered{homes, valued}
}

// NoteDeliveries records the names of the files of sales.
func (d *Draft) NoteDeliveries(names []string) { d.edition.manifest.Deliveries = names }

// Discard removes the draft. The next Lock removes a draft that was left behind.
func (d *Draft) Discard() { _ = os.RemoveAll(d.staging) }

// Publish makes the edition appear under its id, completely or not at all: everything is synced and renamed to its
// place, the manifest last. If an edition with the same content is there already, it stays. Either becomes the newest, also
// where the clock was ahead when another was published. A non-nil forced is recorded in the manifest. A draft is published
// once. After ctx has ended, nothing is published.
func (d *Draft) Publish(ctx context.Context, forced *Forced) (m Manifest, outcome Outcome, err error) {
	m = d.edition.manifest
	m.Forced = forced
	target := filepath.Join(d.dir, m.ID)
	newest, err := Newest(d.dir)
	if err != nil && gevel.CodeOf(err) != gevel.NotFound {
		return Manifest{}, "", err
	}
	made, err := os.Stat(d.staging)
	if err != nil {
		return Manifest{}, "", err
	}
	there, err := Verify(ctx, target)
	switch {
	case ctx.Err() != nil: // the edition that stands is fine
		return Manifest{}, "", ctx.Err()
	case err != nil:
		if newest != "" && newest != target {
			m.Parent = filepath.Base(newest)
			if err := share(ctx, d.staging, m.Files, newest); err != nil {
				return Manifest{}, "", err
			}
		}
		outcome, err = Published, publish(d.staging, target, m)
	case forced != nil:
		there.Forced = forced
		m, outcome, err = there, Stands, renote(d.staging, target, there)
	default:
		m, outcome = there, Stands
	}
	if err != nil {
		return m, outcome, err
	}
	at, err := ToBeNewest(d.dir, m.ID, made.ModTime())
	if err != nil {
		return m, outcome, err
	}
	return m, outcome, os.Chtimes(filepath.Join(target, ManifestName), at, at)
}
