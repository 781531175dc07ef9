// What a service is made of: opened before the first request, and let go of after the last.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/file/fault"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/logsink"
	"github.com/gevel/gevel/internal/serve/metric"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/serve/valuationlog"
)

// parts are what a service is made of.
type parts struct {
	editions *live.Folder
	mirror   *mirror.Mirror // of editions in S3; nil for those in a folder
	photos   *photos.Store
	keys     *keystore.Store
	gate     *keystore.Gate
	signer   *photos.Signer // nil for photos in S3
	listener net.Listener
	public   string // what the service's own URLs begin with
	links    photos.Links
	images   api.ImageHandler // nil where the bucket serves them
	kept     *photos.Kept     // nil where nothing is kept of what was made for images
	orphans  *photos.Orphans
	// valuations records what is answered, nil where that is not asked for.
	valuations  *valuationlog.Log
	log         *slog.Logger
	lines       *logsink.Sink       // of the log
	certificate *server.Certificate // nil for plain HTTP
	pprof       net.Listener        // nil: profiles are off
	background  pagedata.Underlay
}

func openSigner(path string) (*photos.Signer, error) {
	keys, err := photos.SigningKeys.Load(path)
	if err != nil {
		return nil, err
	}
	return photos.NewSigner(keys)
}

// recorder returns what records valuations, nil where that is not asked for.
func (p *parts) recorder() endpoints.Recorder {
	if p.valuations == nil {
		return nil
	}
	return p.valuations
}

// metrics returns the metrics of the parts beside the service.
func (p *parts) metrics() []prometheus.Collector {
	all := []prometheus.Collector{metric.DroppedLines(p.lines.Dropped), metric.Orphans(p.orphans.Count)}
	if p.mirror != nil {
		all = append(all, metric.BucketErrors(p.mirror.Faults))
	}
	return all
}

// allMissing makes one message of everything that keeps the service from starting, each with what to do about it.
func allMissing(faults ...error) error {
	var b strings.Builder
	for _, err := range faults {
		var known *gevel.Error
		switch {
		case err == nil:
		case errors.As(err, &known):
			fmt.Fprintf(&b, "\n  - %s\n      %s", whatIsWrong(known), known.Hint)
		default:
			fmt.Fprintf(&b, "\n  - %v", err)
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return gevel.Failure(gevel.Unavailable, "",
		"the service can't start yet:%s\nto see it work without any of this: gevel demo", b.String())
}

// whatIsWrong is an error without what to do about it.
func whatIsWrong(err *gevel.Error) string {
	if err.Err == nil {
		return err.Message
	}
	return err.Message + ": " + fault.Text(err.Err)
}

// close lets go of what was opened. Usage counted so far is written, also when the context has ended.
func (p *parts) close(ctx context.Context) error {
	var faults []error
	if p.listener != nil {
		// Serving has closed it already; it is open only when serving never began.
		p.listener.Close()
	}
	if p.pprof != nil {
		p.pprof.Close()
	}
	if p.gate != nil {
		faults = append(faults, p.gate.Close(context.WithoutCancel(ctx)))
	}
	if p.keys != nil {
		faults = append(faults, p.keys.Close())
	}
	if p.photos != nil {
		faults = append(faults, p.photos.Close())
	}
	if p.mirror != nil {
		faults = append(faults, p.mirror.Close())
	}
	if p.valuations != nil {
		faults = append(faults, p.valuations.Close())
	}
	p.lines.Close(readerPatience)
	return errors.Join(faults...)
}

// endTimeout bounds what is waited for after the last request. A file on a mount that hangs may hold a goroutine for
// ever; the end of the process ends it too.
const endTimeout = 10 * time.Second

// inTime waits for do, for so long at most. Error: of do, or gevel.Unavailable with what did not end.
func inTime(what string, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	late := time.NewTimer(endTimeout)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
		return gevel.Failure(gevel.Unavailable, "", "%s did not end within %s", what, endTimeout)
	}
}

// Where a service has its editions and photos: in folders or in S3.

// storageFlags say where editions and photos are.
type storageFlags struct {
	Editions string `env:"GEVEL_EDITIONS" default:"editions" placeholder:"WHERE" help:"Where the editions are, a folder or s3://bucket/prefix; the newest answers, also one that is published later (${default}; env ${env})."`
	Cache    string `env:"GEVEL_CACHE" placeholder:"DIR" help:"Where editions from S3 are kept, and photos of a folder at a width (default: gevel in the user's folder for caches; env ${env})."`
	photosFlag
	PhotosEndpoint string        `name:"photos-public-endpoint" env:"GEVEL_PHOTOS_PUBLIC_ENDPOINT" placeholder:"URL" help:"What image URLs of photos in S3 begin with, where callers reach its server by another name (default: the endpoint itself; env ${env})."`
	PhotosCache    time.Duration `name:"photos-cache" env:"GEVEL_PHOTOS_CACHE" default:"5m" placeholder:"TIME" help:"How long caches may show a photo without asking whether it was taken down (${default}; env ${env})."`
	PhotosKept     int64         `name:"photos-kept-bytes" env:"GEVEL_PHOTOS_KEPT_BYTES" default:"1073741824" placeholder:"N" help:"Most bytes of photos at a width that are kept in the cache, so that each is made once; 0 keeps none (${default}; env ${env})."`
}

// cacheDir returns the folder of the cache.
func (f *storageFlags) cacheDir() (string, error) {
	if f.Cache != "" {
		return f.Cache, nil
	}
	return mirror.DefaultCache()
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
	cache, err := f.cacheDir()
	if err != nil {
		return "", nil, err
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
		handler := photos.NewHandler(p.photos, p.signer, c.now)
		handler.Cache = f.PhotosCache
		if f.PhotosKept > 0 {
			cache, err := f.cacheDir()
			if err == nil {
				p.kept, err = photos.OpenKept(p.photos, cache, f.PhotosKept, p.log, c.now)
			}
			if handler.Kept = p.kept; err != nil {
				p.log.Warn("photos at a width are made each time: --cache can't be used", slog.Any("error", err))
			}
		}
		return photos.NewSigned(p.signer, p.public), handler.Serve, nil
	}
	links.Cache = f.PhotosCache
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
