// What gevel serve does with editions and photos that lie in S3.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/photos"
)

// findEditions returns the folder of editions that answers, and the mirror that is to fetch them there, nil for a
// folder of the operator's own. Error: what keeps the service from starting.
func (cmd *serveCmd) findEditions(c *console, log *slog.Logger) (dir string, m *mirror.Mirror, err error) {
	if !bucket.IsS3(cmd.Editions) {
		if dir, err = bucket.FolderOf(cmd.Editions); err == nil {
			_, err = edition.Newest(dir)
		}
		return dir, nil, err
	}
	cache := cmd.Cache
	if cache == "" {
		if cache, err = mirror.DefaultCache(); err != nil {
			return "", nil, err
		}
	}
	m, err = mirror.Open(mirror.Options{Location: cmd.Editions, Cache: cache, Log: log, Now: c.now})
	if err != nil {
		return "", nil, err
	}
	return m.Dir(), m, nil
}

// openEditions opens the newest edition that can answer. Of a bucket older ones are fetched while none can.
func openEditions(c *console, dir string, m *mirror.Mirror, log *slog.Logger) (*live.Folder, error) {
	if m != nil {
		if err := m.Start(c.ctx); c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		} else if err != nil {
			return nil, allMissing(err)
		}
	}
	for {
		folder, err := live.OpenFolder(c.ctx, live.Options{Dir: dir, Log: log, Now: c.now, Prepare: endpoints.Prepare})
		if err == nil || m == nil {
			return folder, err
		}
		if more, _ := m.Deepen(c.ctx); !more {
			return nil, err
		}
	}
}

// openPhotos opens the photos. A bucket that is away for the moment keeps no service from starting.
func (cmd *serveCmd) openPhotos(ctx context.Context, log *slog.Logger) (*photos.Store, error) {
	store, err := photos.Open(cmd.Photos)
	if err != nil {
		return nil, err
	}
	switch err := store.Check(ctx); {
	case bucket.IsAway(err):
		log.Warn("the bucket of photos can't be read, answers with photos fail until it can", slog.Any("error", err))
	case err != nil:
		return nil, err
	}
	if links, ok := store.Presigned(); ok && links.Temporary(ctx) {
		log.Warn("the credentials for the photos are of a session: image URLs end with it, which may be before 24 hours",
			slog.String("hint", "sign with the access key of a user"))
	}
	return store, nil
}

// checkPublicEndpoint refuses an endpoint that no URL would begin with.
func (cmd *serveCmd) checkPublicEndpoint() error {
	if cmd.PhotosEndpoint != "" && !bucket.IsS3(cmd.Photos) {
		return errors.New("--photos-public-endpoint is of photos in S3; URLs of those in a folder begin with --public-url")
	}
	return nil
}

// imageURLs returns who makes image URLs, and who serves them here, nil when the bucket does.
func (cmd *serveCmd) imageURLs(c *console, p *parts) (photos.Links, api.ImageHandler, error) {
	links, ok := p.photos.Presigned()
	if !ok {
		return photos.NewSigned(p.signer, p.public), photos.NewHandler(p.photos, p.signer, c.now).Serve, nil
	}
	if cmd.PhotosEndpoint == "" {
		return links, nil, nil
	}
	public, err := links.At(cmd.PhotosEndpoint)
	if err != nil {
		return nil, nil, &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("--photos-public-endpoint %q is no URL of a server", gevel.Printable(cmd.PhotosEndpoint)),
			Hint: "it is the server of S3 as callers reach it, such as https://photos.example, without a path",
		}
	}
	return public, nil, nil
}
