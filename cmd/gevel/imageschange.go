// gevel images add and remove.

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// imagesAddCmd is gevel images add.
type imagesAddCmd struct {
	editionsFlag
	Path   string          `arg:"" help:"A folder, a manifest (.csv) or one photo."`
	Source string          `default:"own" help:"The maker of photos for which the manifest names none (${default})."`
	Kind   gevel.ImageKind `enum:"photo,front" default:"photo" help:"The kind of photos for which neither manifest nor file name gives one: photo or front (${default})."`

	Rejects string `placeholder:"FILE" help:"Write every photo that is not used as CSV: file, line of the manifest, reason, message."`
}

// Help describes a delivery.
func (*imagesAddCmd) Help() string {
	return `In a folder each file, or the folder that contains it, is named by the number id of its
home, which further words may follow: 0518200000001234.jpg, 0518200000001234_2.jpg,
0518200000001234_voorgevel.jpg. The words front, voorgevel, voorkant, voorzijde,
vooraanzicht, straatzijde, straatkant and straatgevel mark a front view.

A manifest is a CSV file with the column file (a path relative to the manifest);
number_id, or postal_code, house_number, house_letter and house_number_ext; and
optionally kind (photo, front), taken_at (2023-05-31 or 2023-05-31T14:00:00+02:00) and
source. Without taken_at the date comes from the camera, else from the file.

JPEG, PNG, WebP and GIF files up to 50 MiB and 100 megapixels are turned upright, scaled
to at most 2048 pixels in width and height, converted to sRGB, and stripped of all
metadata. Animations are refused, and so are HEIC, AVIF, TIFF and raw photos: export
these as JPEG. A photo that its home has already is not added again; one that an earlier
version made with the wrong colours is made anew.`
}

// Run adds the photos.
func (cmd *imagesAddCmd) Run(c *console, images *imagesCmd) (err error) {
	rejects, err := openRejects(cmd.Rejects, cmd.Path, "file", "line", "reason", "message")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rejects.discard()) }()
	report, err := photoImport{
		editions: cmd.Editions, folder: images.Photos, kind: cmd.Kind, source: cmd.Source, rejected: rejects.photo,
	}.run(c, cmd.Path)
	if err = errors.Join(err, rejects.finish()); report.Files > 0 {
		c.printImport(report, cmd.Rejects)
	}
	if err != nil {
		return err
	}
	if report.Added+report.Present+report.Renewed == 0 {
		return fmt.Errorf("none of %d photos in %s could be used", report.Files, cmd.Path)
	}
	return nil
}

// photoImport is an import of photos.
type photoImport struct {
	editions string // the newest one is used to look up homes
	folder   string // or a bucket of S3
	kind     gevel.ImageKind
	source   string
	rejected func(photos.Rejection) error
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
	bar := newProgress(c.stderr, c.now)
	defer bar.finish()
	return photos.Import{
		Store: store, Addresses: known, Kind: p.kind, Source: p.source, Now: c.now(),
		Rejected: p.rejected,
		Progress: func(done, total int) { bar.step("photos", "", int64(done), int64(total)) },
	}.Run(c.ctx, path)
}

// printImport prints what an import did. All that was not used is in the file at rejects, "" for none.
func (c *console) printImport(r photos.Report, rejects string) {
	fmt.Fprintf(c.stdout, "%d photos: %d added, ", r.Files, r.Added)
	if r.Renewed > 0 {
		fmt.Fprintf(c.stdout, "%d made anew in the right colours, ", r.Renewed)
	}
	fmt.Fprintf(c.stdout, "%d already there, %d rejected\n", r.Present, r.Rejects.Total())
	unnamed := 0
	for _, reject := range r.Rejects.List() {
		fmt.Fprintf(c.stdout, "  %s: %d\n", reject.Reason, reject.Count)
		for _, sample := range reject.Samples {
			fmt.Fprintf(c.stdout, "    %s\n", sample)
		}
		unnamed += reject.Count - len(reject.Samples)
	}
	switch {
	case rejects != "":
		fmt.Fprintf(c.stdout, "all that were rejected are in %s\n", rejects)
	case unnamed > 0:
		fmt.Fprintf(c.stdout, "%d more; --rejects FILE names all\n", unnamed)
	}
	if len(r.UnusedColumns) > 0 {
		fmt.Fprintf(c.stdout, "columns not used: %s\n", strings.Join(r.UnusedColumns, ", "))
	}
}

// imagesRemoveCmd is gevel images remove.
type imagesRemoveCmd struct {
	editionsFlag
	ID   []string `arg:"" optional:"" name:"image-id" help:"Ids of photos, from gevel images list."`
	Home string   `placeholder:"HOME" help:"Remove all photos of this home: an address ('2511CV 12 A') or a number id."`
}

// Help describes what is removed.
func (*imagesRemoveCmd) Help() string {
	return `Also removes the pictures and drafts that killed imports left in the folder.`
}

// Run removes the photos.
func (cmd *imagesRemoveCmd) Run(c *console, images *imagesCmd) error {
	if (len(cmd.ID) == 0) == (cmd.Home == "") {
		return &gevel.Error{Code: gevel.Invalid, Message: "give the ids of photos, or --home"}
	}
	store, err := images.open(c)
	if err != nil {
		return err
	}
	defer store.Close()
	err = cmd.remove(c, store)
	// The same picture may be left over at other homes, also at ones without photos.
	return errors.Join(err, store.Clear(c.ctx))
}

func (cmd *imagesRemoveCmd) remove(c *console, store *photos.Store) (err error) {
	ids := cmd.ID
	if cmd.Home != "" {
		if ids, err = cmd.idsOf(c, store); err != nil {
			return err
		}
	}
	var faults []error // one misspelled id must not stop the others
	for _, id := range ids {
		if err := store.Remove(c.ctx, id); err != nil {
			faults = append(faults, err)
			continue
		}
		fmt.Fprintln(c.stdout, "removed", id)
	}
	return errors.Join(faults...)
}

func (cmd *imagesRemoveCmd) idsOf(c *console, store *photos.Store) ([]string, error) {
	of, err := cmd.photosOf(c, store, cmd.Home)
	if err != nil {
		return nil, err
	}
	if len(of) == 0 {
		return nil, &gevel.Error{Code: gevel.NotFound, Message: "there are no photos of " + cmd.Home}
	}
	ids := make([]string, len(of))
	for i, image := range of {
		ids[i] = image.ID
	}
	return ids, nil
}
