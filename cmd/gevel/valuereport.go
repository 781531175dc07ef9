// gevel value --report: the property report of one home.

package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// propertyReportFlags are the flags of a property report.
type propertyReportFlags struct {
	Report   string `placeholder:"FILE" help:"Write the property report of one home, an HTML file for A4 that needs no network."`
	Language string `enum:"en,nl" default:"en" help:"The language of the report: en or nl (${default})."`
	Photos   string `env:"GEVEL_PHOTOS" default:"photos" placeholder:"WHERE" help:"Photos for the report, a folder or s3://bucket/prefix (${default}; env ${env})."`
}

// validateReport refuses flags that contradict a report.
func (cmd *valueCmd) validateReport() error {
	if cmd.Report != "" && (cmd.JSON || cmd.Explain) {
		return errors.New("--report does not combine with --json or --explain")
	}
	return nil
}

// report writes the property report of a home.
func (cmd *valueCmd) report(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	e, err := explain.New(v).Explain(q)
	if err != nil {
		return err
	}
	r := propertyreport.Report{
		Explanation: e, Language: words.Language(cmd.Language), Made: gevel.DayOf(c.now()), MadeBy: "gevel " + version,
		Buildings: v.Edition().Buildings(),
	}
	main, ok := v.Edition().MainAddress(e.Valuation.Dwelling.ID)
	if ok {
		if r.Photos, err = photosFor(c.ctx, cmd.Photos, main.NumberID); err != nil {
			return err
		}
	}
	return writeWhole(cmd.Report, "", func(w io.Writer) error {
		return writeShown(w, func(w io.Writer) error { return propertyreport.Write(w, r) })
	})
}

// photosFor returns the newest photos of a home; none if the folder does not exist.
func photosFor(ctx context.Context, where string, home gevel.BAGID) ([]propertyreport.Photo, error) {
	if !bucket.IsS3(where) {
		if _, err := os.Stat(where); errors.Is(err, os.ErrNotExist) {
			return nil, nil
		}
	}
	store, err := photos.Open(where)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	images, err := store.Of(ctx, home)
	if err != nil {
		return nil, err
	}
	var list []propertyreport.Photo
	for _, image := range images[:min(len(images), propertyreport.MostPhotos)] {
		picture, err := store.Picture(ctx, image.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, propertyreport.Photo{Picture: picture, Source: image.Source, Taken: gevel.DayOf(image.TakenAt)})
	}
	return list, nil
}
