// Photos that commands open, look up by home, and import.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/photos"
)

// photosFlag is the place of photos.
type photosFlag struct {
	Photos string `env:"GEVEL_PHOTOS" default:"photos" placeholder:"WHERE" help:"The photos, a folder or s3://bucket/prefix (${default}; env ${env})."`
}

// AfterApply hands the place to the commands below gevel images.
func (f *photosFlag) AfterApply(line *kong.Context) error { //nolint:unparam // kong asks for it
	line.Bind(f)
	return nil
}

// ProvideStore opens the photos for commands that take them; they must exist.
func (f photosFlag) ProvideStore(c *console) (*photos.Store, error) {
	store, err := photos.Open(f.Photos)
	if err != nil {
		return nil, err
	}
	return store, store.Check(c.ctx)
}

// photosOf returns the photos of the home that a user named.
func (f editionsFlag) photosOf(c *console, store *photos.Store, named string) ([]gevel.Image, error) {
	home, err := f.homeOf(c, named)
	if err != nil {
		return nil, err
	}
	return filedUnder(c, store, home)
}

// homeOf returns the id of the object that a user named, under which photos are filed.
func (f editionsFlag) homeOf(c *console, named string) (gevel.BAGID, error) { return f.homes(c)(named) }

// homes returns a homeOf for many homes. It opens the edition once, and not at all for ids of objects.
func (f editionsFlag) homes(c *console) func(named string) (gevel.BAGID, error) {
	newest := sync.OnceValues(func() (*edition.Edition, error) { return openNewest(c, f.Editions) })
	return func(named string) (gevel.BAGID, error) {
		home, err := spelling.ReadHome(named)
		if err != nil || home.ID != "" && home.ID.Code() != gevel.CodeNummeraanduiding {
			return home.ID, err
		}
		known, err := newest()
		if err != nil {
			return "", fmt.Errorf("look up %s: %w", named, err)
		}
		if home.ID == "" {
			a, err := known.Find(home.Address)
			return a.ObjectID, err
		}
		a, err := spelling.AddressOf(known, home.ID)
		return a.ObjectID, err
	}
}

// filedUnder returns the photos of a home. Its error names the home; the store's does not.
func filedUnder(c *console, store *photos.Store, home gevel.BAGID) ([]gevel.Image, error) {
	of, err := store.Of(c.ctx, home)
	if err != nil {
		return nil, fmt.Errorf("photos of %s: %w", home, err)
	}
	return of, nil
}

// photoImport is an import of photos, into a folder or a bucket of S3.
type photoImport struct {
	editions string // the newest one is used to look up homes
	folder   string
	photos.Import
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
	p.Store, p.Addresses, p.Now = store, known, c.now()
	p.Progress = func(done, total int) { bar.step("photos", "", int64(done), int64(total)) }
	return p.Run(c.ctx, path)
}

// printImport prints what an import did. All that was not used is in the file at rejects, "" for none.
func (c *console) printImport(r photos.Report, rejects string) {
	fmt.Fprintf(c.stdout, "%d photos: %d added, ", r.Files, r.Added)
	if r.Corrected > 0 {
		fmt.Fprintf(c.stdout, "%d corrected, ", r.Corrected)
	}
	if r.Renewed > 0 {
		fmt.Fprintf(c.stdout, "%d made anew, ", r.Renewed)
	}
	fmt.Fprintf(c.stdout, "%d already there, %d rejected\n", r.Present, r.Rejects.Total())
	c.printRejected(rejects, r.Rejects)
	if len(r.UnusedColumns) > 0 {
		fmt.Fprintf(c.stdout, "columns not used: %s\n", strings.Join(r.UnusedColumns, ", "))
	}
}

// printRejected prints why things were not used. All are in the file at path, "" for none.
func (c *console) printRejected(path string, all ...gevel.Rejects) {
	unnamed := 0
	for _, rejects := range all {
		for _, reject := range rejects.List() {
			fmt.Fprintf(c.stdout, "  %s: %d\n", reject.Reason, reject.Count)
			for _, sample := range reject.Samples {
				fmt.Fprintf(c.stdout, "    %s\n", sample)
			}
			unnamed += reject.Count - len(reject.Samples)
		}
	}
	switch {
	case path != "":
		fmt.Fprintf(c.stdout, "all that were rejected are in %s\n", path)
	case unnamed > 0:
		fmt.Fprintf(c.stdout, "%d more; --rejects FILE names all\n", unnamed)
	}
}

// album is the photos of homes; without a store it is empty.
type album struct {
	ctx   context.Context
	store *photos.Store
}

// openAlbum opens the photos at a place; none if the folder does not exist.
func openAlbum(ctx context.Context, where string) (album, error) {
	if !bucket.IsS3(where) {
		if _, err := os.Stat(where); errors.Is(err, os.ErrNotExist) {
			return album{}, nil
		}
	}
	store, err := photos.Open(where)
	return album{ctx, store}, err
}

func (a album) close() {
	if a.store != nil {
		a.store.Close()
	}
}

// of returns the newest photos of a home.
func (a album) of(home gevel.BAGID) ([]propertyreport.Photo, error) {
	if a.store == nil {
		return nil, nil
	}
	images, err := a.store.Of(a.ctx, home)
	if err != nil {
		return nil, err
	}
	var list []propertyreport.Photo
	for _, image := range images[:min(len(images), propertyreport.MostPhotos)] {
		picture, err := a.store.Picture(a.ctx, image.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, propertyreport.Photo{Picture: picture, Source: image.Source, Taken: gevel.DayOf(image.TakenAt)})
	}
	return list, nil
}
