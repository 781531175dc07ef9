// gevel serve: answers the API from the newest edition, until what runs beside it has ended.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/access"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/serve/web"
)

// serveCmd is gevel serve.
type serveCmd struct {
	Editions       string        `env:"GEVEL_EDITIONS" default:"editions" placeholder:"WHERE" help:"Where the editions are, a folder or s3://bucket/prefix; the newest answers, also one that is published later (${default}; env ${env})."`
	Cache          string        `env:"GEVEL_CACHE" placeholder:"DIR" help:"Where editions from S3 are kept (default: gevel in the user's folder for caches; env ${env})."`
	Photos         string        `env:"GEVEL_PHOTOS" default:"photos" placeholder:"WHERE" help:"The photos, a folder or s3://bucket/prefix (${default}; env ${env})."`
	PhotosEndpoint string        `name:"photos-public-endpoint" env:"GEVEL_PHOTOS_PUBLIC_ENDPOINT" placeholder:"URL" help:"What image URLs of photos in S3 begin with, where callers reach its server by another name (default: the endpoint itself; env ${env})."`
	Keys           string        `env:"GEVEL_KEYS" default:"keys.db" placeholder:"FILE|URL" help:"The keys file, or database as postgres://user@host/name (${default}; env ${env}). A password is best given in PGPASSWORD or a password file."`
	KeysGrace      time.Duration `env:"GEVEL_KEYS_GRACE" placeholder:"TIME" help:"How long known keys work while the keys can't be read (default: 30s for a file, 10m for a database; env ${env})."`
	SigningKeys    string        `env:"GEVEL_SIGNING_KEYS" placeholder:"FILE" help:"The keys that sign image URLs, of photos in a folder (default: signing.keys, beside the keys file if there is one; env ${env})."`
	Addr           string        `env:"GEVEL_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen (${default}; env ${env})."`
	PublicURL      string        `name:"public-url" env:"GEVEL_PUBLIC_URL" placeholder:"URL" help:"What image URLs begin with (default: the address listened at; env ${env})."`
	api.Settings   `embed:""`
	ValuationLog   string `name:"valuation-log" env:"GEVEL_VALUATION_LOG" placeholder:"DIR" help:"Record every valuation in this folder, for gevel replay and gevel track (default: none; env ${env})."`
	ValuationDays  int    `name:"valuation-log-days" env:"GEVEL_VALUATION_LOG_DAYS" placeholder:"DAYS" help:"How long records of valuations are kept (default: for ever; env ${env})."`
	memoryFlag     `embed:""`
	LogLevel       slog.Level `env:"GEVEL_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"debug (probes too), info (every other request), warn or error (${default}; env ${env})."`
	AccessLog      string     `env:"GEVEL_ACCESS_LOG" default:"-" placeholder:"FILE" help:"Where the line of each request goes: - with the log, off, or a file, which may be rotated (${default}; env ${env})."`
	Pprof          string     `env:"GEVEL_PPROF" placeholder:"HOST:PORT" help:"Serve profiles of the process there, on this machine only, such as 127.0.0.1:6060 (default: not at all; env ${env})."`
	PrintConfig    bool       `name:"print-config" help:"Print every setting and where it is from, and exit."`

	pageKey string // the key that the page fills in: a demo's
}

// leastGrace is longer than two readings of the keys take: the first may be lost.
const leastGrace = 5 * time.Second

// Validate is asked by kong once the flags are read.
func (cmd *serveCmd) Validate() error {
	switch {
	case cmd.ValuationDays < 0:
		return errors.New("--valuation-log-days must be 1 or more, or 0 for ever")
	case cmd.ValuationDays > 0 && cmd.ValuationLog == "":
		return errors.New("--valuation-log-days needs --valuation-log")
	case cmd.KeysGrace != 0 && cmd.KeysGrace < leastGrace:
		return fmt.Errorf("--keys-grace must be %s or more, or 0 for the default", leastGrace)
	}
	return errors.Join(cmd.Settings.Validate(), cmd.checkPprof(), cmd.checkPublicEndpoint())
}

// Run serves until the context ends, and then until the requests in flight are
// answered.
func (cmd *serveCmd) Run(c *console, given *kong.Context) error {
	if cmd.PrintConfig {
		return cmd.printConfig(c.stdout, given)
	}
	under, err := cmd.Page.Underlay()
	if err != nil {
		return err
	}
	p, err := cmd.open(c)
	if err != nil {
		return err
	}
	p.background = under
	fmt.Fprintf(c.stdout, "gevel listens at %s://%s\n  edition  %s\n  API      %s/v1\n  docs     %s/docs\n",
		cmd.Server.Scheme(), p.listener.Addr(), p.editions.Current().Get().Edition.ID(), p.public, p.public)
	if p.pprof != nil {
		fmt.Fprintf(c.stdout, "  profiles http://%s/debug/pprof/\n", p.pprof.Addr())
	}
	return errors.Join(cmd.serve(c, p), inTime("closing", func() error { return p.close(c.ctx) }))
}

// serve answers until the context ends.
func (cmd *serveCmd) serve(c *console, p *parts) error {
	page, err := cmd.page(c, p)
	if err != nil {
		return err
	}
	server := server.New(cmd.Server, p.certificate, cmd.Access.ServerLog(p.log))
	service, err := api.New(cmd.Settings, api.Parts{
		Current: p.editions.Current(), Gate: p.gate, Photos: p.photos, ImageURLs: p.links, Images: p.images,
		Version: version, Public: p.public, Log: p.log, AccessLog: p.access, Now: c.now, FrontPage: page, PageKey: cmd.pageKey, Background: p.background,
		Valuations: p.recorder(), Metrics: append(p.metrics(), server.Metrics()...),
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(c.ctx)
	var following sync.WaitGroup
	following.Go(func() { p.editions.Follow(ctx) })
	if p.mirror != nil {
		inUse := func() string { return p.editions.Current().Get().Edition.ID() }
		following.Go(func() { p.mirror.Follow(ctx, inUse, p.editions.Wake) })
	}
	if p.signer != nil {
		following.Go(func() { p.signer.Follow(ctx, cmd.SigningKeys, p.log) })
	}
	if p.certificate != nil {
		following.Go(func() { p.certificate.Follow(ctx, p.log) })
	}
	if p.pprof != nil {
		following.Go(func() { servePprof(ctx, p.pprof, p.log) })
	}
	err = server.Serve(c.ctx, p.listener, service)
	stop()
	return errors.Join(err, inTime("following files", func() error { following.Wait(); return nil }))
}

// publicURL returns what image URLs begin with.
func (cmd *serveCmd) publicURL(listening net.Addr) (string, error) {
	if cmd.PublicURL == "" {
		return cmd.Server.Scheme() + "://" + listening.String(), nil
	}
	u, err := url.Parse(cmd.PublicURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" ||
		u.User != nil {
		return "", &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("--public-url %q is no URL such as https://homes.example", access.WithoutCredentials(cmd.PublicURL)),
		}
	}
	return strings.TrimRight(cmd.PublicURL, "/"), nil
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
		return &gevel.Error{Code: gevel.Unavailable, Message: fmt.Sprintf("%s did not end within %s", what, endTimeout)}
	}
}

// page returns the page, which may show pictures from wherever their URLs lead.
func (cmd *serveCmd) page(c *console, p *parts) (*web.Page, error) {
	images := []string{p.public}
	if links, ok := p.links.(*photos.Presigned); ok {
		origin, err := links.Origin(c.ctx)
		if err != nil {
			p.log.Warn("the page shows no photos: where they are isn't known", slog.Any("error", err))
		}
		images = []string{origin}
	}
	return web.New(web.Config{Key: cmd.pageKey, Images: images, Background: p.background.URL})
}

// lingers is as long as the requests in flight take, and the load balancer before.
func (cmd *serveCmd) lingers() time.Duration { return cmd.Server.DrainFor + time.Minute }
