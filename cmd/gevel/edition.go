// Editions that commands read, also from S3, and files made from them.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/value/valuation"
)

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

// byEnding returns the writer for a file's ending. Error: gevel.Invalid for another ending.
func byEnding[W any](path string, ways map[string]W) (W, error) {
	way, ok := ways[strings.ToLower(filepath.Ext(path))]
	if !ok {
		endings := strings.Join(slices.Sorted(maps.Keys(ways)), " nor in ")
		return way, &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("%s ends neither in %s", path, endings),
			Hint: "the ending determines the format",
		}
	}
	return way, nil
}

// writeFrom writes the file at path in one step, with what make returns for the edition in dir.
func (c *console) writeFrom(dir, path string, make func(*valuation.Valuer) (func(io.Writer) error, error)) (err error) {
	for _, inside := range []string{dir, filepath.Join(dir, "models")} {
		if sameFile(filepath.Dir(path), inside) {
			return refuseOutput("%s lies in the edition, which never changes", path)
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
