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

// fetchedFolder keeps what commands fetched apart from what services keep: a service clears its part.
const fetchedFolder = "fetched"

// fetchEdition brings an edition of S3 to the cache, the newest for id "", and returns its directory. What
// is there already is not fetched again. Errors are those of mirror.Bring.
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
