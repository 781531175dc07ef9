// Editions that a command reads from S3.

package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/gevel/gevel/internal/edition/mirror"
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
