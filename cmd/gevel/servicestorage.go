// Where a service has its editions and photos: in folders or in S3.

package main

import (
	"context"
	"errors"
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

// storageFlags say where editions and photos are.
type storageFlags struct {
	Editions string `env:"GEVEL_EDITIONS" default:"editions" placeholder:"WHERE" help:"Where the editions are, a folder or s3://bucket/prefix; the newest answers, also one that is published later (${default}; env ${env})."`
	Cache    string `env:"GEVEL_CACHE" placeholder:"DIR" help:"Where editions from S3 are kept (default: gevel in the user's folder for caches; env ${env})."`
	photosFlag
	PhotosEndpoint string `name:"photos-public-endpoint" env:"GEVEL_PHOTOS_PUBLIC_ENDPOINT" placeholder:"URL" help:"What image URLs of photos in S3 begin with, where callers reach its server by another name (default: the endpoint itself; env ${env})."`
}

// findEditions returns the folder of editions that answers, and the mirror that is to fetch them there, nil for a
// folder of the operator's own. Error: what keeps the service from starting.
func (f *storageFlags) findEditions(c *console, log *slog.Logger) (dir string, m *mirror.Mirror, err error) {
	if !bucket.IsS3(f.Editions) {
		if dir, err = bucket.FolderOf(f.Editions); err == nil {
			_, err = edition.Newest(dir)
		}
		return dir, nil, err
	}
	cache := f.Cache
	if cache == "" {
		if cache, err = mirror.DefaultCache(); err != nil {
			return "", nil, err
		}
	}
	m, err = mirror.Open(mirror.Options{Location: f.Editions, Cache: cache, Log: log, Now: c.now})
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
func (f *storageFlags) openPhotos(ctx context.Context, log *slog.Logger) (*photos.Store, error) {
	store, err := photos.Open(f.Photos)
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
func (f *storageFlags) checkPublicEndpoint() error {
	if f.PhotosEndpoint != "" && !bucket.IsS3(f.Photos) {
		return errors.New("--photos-public-endpoint is of photos in S3; URLs of those in a folder begin with --public-url")
	}
	return nil
}

// imageURLs returns who makes image URLs, and who serves them here, nil when the bucket does.
func (f *storageFlags) imageURLs(c *console, p *parts) (photos.Links, api.ImageHandler, error) {
	links, ok := p.photos.Presigned()
	if !ok {
		return photos.NewSigned(p.signer, p.public), photos.NewHandler(p.photos, p.signer, c.now).Serve, nil
	}
	if f.PhotosEndpoint == "" {
		return links, nil, nil
	}
	public, err := links.At(f.PhotosEndpoint)
	if err != nil {
		return nil, nil, gevel.Refusal("it is the server of S3 as callers reach it, such as https://photos.example, "+
			"without a path",
			"--photos-public-endpoint %q is no URL of a server", gevel.Printable(f.PhotosEndpoint))
	}
	return public, nil, nil
}
