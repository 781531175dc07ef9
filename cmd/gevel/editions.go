// Editions that commands open, also from S3, and files made from them.

package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/value/valuation"
)

// editionsFlag is the location of the editions that a command opens the newest of.
type editionsFlag struct {
	Editions string `env:"GEVEL_EDITIONS" default:"editions" placeholder:"DIR" help:"The folder of editions; addresses are looked up in the newest (${default}; env ${env})."`
}

// newestEdition returns the directory of the newest edition at a location, fetched from S3, or the location itself if
// it is an edition.
func newestEdition(ctx context.Context, location string) (string, error) {
	if bucket.IsS3(location) {
		return fetchEdition(ctx, location, "")
	}
	folder, err := bucket.FolderOf(location)
	if err != nil {
		return "", err
	}
	return edition.Named(folder)
}

func openValuer(ctx context.Context, editions string) (*valuation.Valuer, error) {
	newest, err := newestEdition(ctx, editions)
	if err != nil {
		return nil, err
	}
	return valuation.Open(ctx, newest)
}

// openNewest opens the newest edition in a folder.
func openNewest(c *console, editions string) (*edition.Edition, error) {
	dir, err := editionsFolder(editions)
	if err != nil {
		return nil, err
	}
	return edition.OpenNewest(c.ctx, dir)
}

// editionsFolder returns the folder at the location of editions. Error: gevel.Invalid.
func editionsFolder(location string) (string, error) {
	if bucket.IsS3(location) {
		return "", gevel.Refusal("give a folder with --editions, such as the one below its --cache",
			"only gevel serve, value and replay read editions from S3")
	}
	return bucket.FolderOf(location)
}

// salesStaleAfter is how many months old the newest known sale may be without a warning: the index continues
// its last level, and within half a year prices may move.
const salesStaleAfter = 6

// warnOfOldSales warns when the newest sale known before the valuation date, valued, is old.
func (c *console) warnOfOldSales(sales *market.Sales, valued gevel.Date) {
	until := sales.LastKnownDay(valued)
	if until == gevel.NoDate || until >= valued.AddMonths(-salesStaleAfter) {
		return
	}
	c.say("gevel: no sale became known between %s and the valuation date, %s: "+
		"rebuild the edition with newer sales\n", until, valued)
}

// fetchedFolder separates editions fetched by commands from the services' editions, which services tidy.
const fetchedFolder = "fetched"

// fetchEdition downloads an edition from S3 to the cache, the newest for id "", and returns its directory.
// Cached files are not downloaded again. Errors: as mirror.Bring.
func fetchEdition(ctx context.Context, location, id string) (dir string, err error) {
	cache := os.Getenv("GEVEL_CACHE")
	if cache == "" {
		if cache, err = mirror.DefaultCache(); err != nil {
			return "", err
		}
	}
	m, err := mirror.Open(mirror.Options{
		Location: location, Cache: filepath.Join(cache, fetchedFolder), Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	if err != nil {
		return "", err
	}
	dir, err = m.Bring(ctx, id)
	return dir, errors.Join(err, m.Close())
}

// writeFrom writes the file at path in one step, with what make returns for the edition in dir.
func (c *console) writeFrom(dir, path string, make func(*valuation.Valuer) (func(io.Writer) error, error)) (err error) {
	for _, inside := range []string{dir, filepath.Join(dir, "models")} {
		if sameFile(filepath.Dir(path), inside) {
			return gevel.Refusal("", "%s lies in the edition, which never changes", path)
		}
	}
	out, err := openOutputs([]string{path})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	v, err := valuation.Open(c.ctx, dir)
	if err != nil {
		return err
	}
	fill, err := make(v)
	if err != nil {
		return err
	}
	return out.write(path, fill)
}
