// gevel value --report: the property report of one home, or a folder of them.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/offline/reportfolder"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// propertyReportFlags are the flags of a property report.
type propertyReportFlags struct {
	Report   string `placeholder:"PATH" help:"Write property reports, HTML for A4 that needs no network: of one home a file, of a file of homes or --all a folder with an index, where existing reports are not written again."`
	Language string `enum:"en,nl" default:"en" help:"The language of the report: en or nl (${default})."`
	Photos   string `env:"GEVEL_PHOTOS" default:"photos" placeholder:"WHERE" help:"Photos for the report, a folder or s3://bucket/prefix (${default}; env ${env})."`

	Client    propertyreport.Line `placeholder:"TEXT" help:"Who asked for the report."`
	Purpose   propertyreport.Line `placeholder:"TEXT" help:"What the report is for, such as a mortgage."`
	Reference propertyreport.Line `placeholder:"TEXT" help:"The client's reference, on the report."`
	Issuer    propertyreport.Line `placeholder:"TEXT" help:"Who issues the report."`
}

// order is what the flags say of who asked.
func (f *propertyReportFlags) order() propertyreport.Order {
	return propertyreport.Order{Client: f.Client, Purpose: f.Purpose, Reference: f.Reference, Issuer: f.Issuer}
}

// validateReport refuses flags that contradict a report.
func (cmd *valueCmd) validateReport() error {
	switch {
	case cmd.Report == "" && cmd.order() != propertyreport.Order{}:
		return errors.New("--client, --purpose, --reference and --issuer are for --report")
	case strings.EqualFold(filepath.Ext(cmd.Report), ".pdf"):
		html := strings.TrimSuffix(cmd.Report, filepath.Ext(cmd.Report)) + ".html"
		return fmt.Errorf("--report writes HTML that any browser prints to A4, with page numbers: give --report %s, then "+
			"chromium --headless --no-pdf-header-footer --print-to-pdf=%s %s", html, cmd.Report, html)
	case cmd.Report != "" && cmd.file() == "" && !cmd.All && (cmd.JSON || cmd.Explain):
		return errors.New("--report of one home does not combine with --json or --explain")
	}
	return nil
}

// shared is what the reports of one command have in common.
func (cmd *valueCmd) shared(c *console) propertyreport.Report {
	return propertyreport.Report{
		Language: words.Language(cmd.Language), Order: cmd.order(), Made: gevel.DayOf(c.now()), MadeBy: madeBy(version),
	}
}

// deskOf returns the desk of a valuer.
func deskOf(v *valuation.Valuer) *propertyreport.Desk {
	return propertyreport.NewDesk(v, explain.New(v), accuracy.NewBook(v.Edition()))
}

// report writes the property report of a home.
func (cmd *valueCmd) report(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	made, err := deskOf(v).Of(q)
	if err != nil {
		return err
	}
	album, err := openAlbum(c.ctx, cmd.Photos)
	if err != nil {
		return err
	}
	defer album.close()
	r := cmd.shared(c)
	r.Case = made
	if r.Photos, err = album.of(r.Explanation.Valuation.Dwelling.NumberID); err != nil {
		return err
	}
	return writeWhole(cmd.Report, "", func(w io.Writer) error {
		return writeShown(w, func(w io.Writer) error { return propertyreport.Write(w, r) })
	})
}

// reportAll writes a report for each home of a file, beside the values if a file is named for them.
func (cmd *valueCmd) reportAll(c *console, work *bulkWork) error {
	if work.to.Output == "" {
		work.nowhere = true
	}
	album, err := openAlbum(c.ctx, cmd.Photos)
	if err != nil {
		return err
	}
	defer album.close()
	v, shard := work.options.Valuer, work.options.Shard
	o := reportfolder.Options{
		About: reportfolder.About{
			Edition: v.Edition().ID(), Date: work.options.Date, Language: cmd.Language, MadeBy: madeBy(version), Order: cmd.order(),
		},
		Desk: deskOf(v), Report: cmd.shared(c), Photos: album.of, Index: "index",
	}
	if shard.Of > 1 {
		o.Index = fmt.Sprintf("index-%d-of-%d", shard.Index, shard.Of)
	}
	var ctx context.Context
	ctx, o.Fail = context.WithCancelCause(c.ctx)
	defer o.Fail(nil)
	folder, err := reportfolder.Open(cmd.Report, o)
	if err != nil {
		return err
	}
	work.options.Additions = append(work.options.Additions, folder)
	within := *c
	within.ctx = ctx
	if err := work.run(&within); err != nil {
		if fault := context.Cause(ctx); fault != nil && c.ctx.Err() == nil {
			return fault
		}
		return err
	}
	if err := folder.Close(); err != nil {
		return err
	}
	c.say("%s\n", folder)
	return nil
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

// of returns the newest photos of a home, by the id of its main address.
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
