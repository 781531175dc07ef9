// gevel images add: a folder or a manifest of photos goes in, with its progress
// and what became of each.

package main

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// imagesAddCmd is gevel images add.
type imagesAddCmd struct {
	editionsFlag
	Path   string          `arg:"" help:"A folder, a manifest (.csv) or one photo."`
	Source string          `default:"own" help:"Who made the photos, where the manifest does not say (${default})."`
	Kind   gevel.ImageKind `enum:"photo,front" default:"photo" help:"What they show, where manifest or name does not say: photo or front (${default})."`
}

// Help describes what a delivery looks like.
func (*imagesAddCmd) Help() string {
	return `In a folder each file bears the number id of its home, alone or before further
words: 0518200000001234.jpg, 0518200000001234_2.jpg, 0518200000001234_front.jpg;
or it lies in a folder that does. The word front makes it a front view.

A manifest is a CSV file with the column file (relative to the manifest), and
number_id or postal_code, house_number, house_letter, house_number_ext; and, when
known, kind (photo, front), taken_at (2023-05-31 or 2023-05-31T14:00:00+02:00) and
source. Without taken_at a photo is dated by its camera, else by its file.

JPEG, PNG, WebP and GIF up to 50 MiB and 100 megapixels are turned upright, made at
most 2048 pixels wide and high, and stripped of all metadata. Animations are refused.
A photo that its home has already is not added again.`
}

// Run adds the photos.
func (cmd *imagesAddCmd) Run(c *console, images *imagesCmd) error {
	report, err := photoImport{
		editions: cmd.Editions, folder: images.Photos, kind: cmd.Kind, source: cmd.Source,
	}.run(c, cmd.Path)
	if report.Files > 0 {
		c.printImport(report)
	}
	if err != nil {
		return err
	}
	if report.Added+report.Present == 0 {
		return fmt.Errorf("none of %d photos in %s could be used", report.Files, cmd.Path)
	}
	return nil
}

// photoImport says whose photos go where.
type photoImport struct {
	editions string // the newest of which knows the homes
	folder   string // or a bucket of S3
	kind     gevel.ImageKind
	source   string
}

// run imports the photos at path, with progress on stderr.
func (p photoImport) run(c *console, path string) (photos.Report, error) {
	known, err := openNewest(c, p.editions)
	if err != nil {
		return photos.Report{}, err
	}
	store, err := photos.Create(p.folder)
	if err != nil {
		return photos.Report{}, err
	}
	defer store.Close()
	if err := store.Check(c.ctx); err != nil {
		return photos.Report{}, err
	}
	bar := newProgress(c.stderr)
	defer bar.finish()
	return photos.Import{
		Store: store, Addresses: known, Kind: p.kind, Source: p.source, Now: c.now(),
		Progress: func(done, total int) { bar.step("photos", int64(done), int64(total)) },
	}.Run(c.ctx, path)
}

func (c *console) printImport(r photos.Report) {
	fmt.Fprintf(c.stdout, "%d photos: %d added, %d already there, %d rejected\n",
		r.Files, r.Added, r.Present, r.Rejects.Total())
	for _, reject := range r.Rejects.List() {
		fmt.Fprintf(c.stdout, "  %s: %d\n", reject.Reason, reject.Count)
		for _, sample := range reject.Samples {
			fmt.Fprintf(c.stdout, "    %s\n", sample)
		}
	}
	if len(r.UnusedColumns) > 0 {
		fmt.Fprintf(c.stdout, "columns not used: %s\n", strings.Join(r.UnusedColumns, ", "))
	}
}
