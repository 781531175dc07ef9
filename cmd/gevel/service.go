// The service of gevel serve and gevel demo: its settings, and how its parts run together.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/fault"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/serve/access"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/logsink"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/serve/web"
)

// service is the settings of a service.
type service struct {
	storageFlags
	Keys          string        `env:"GEVEL_KEYS" default:"keys.db" placeholder:"FILE|URL" help:"The keys file, or database as postgres://user@host/name (${default}; env ${env}). A password is best given in PGPASSWORD or a password file."`
	KeysGrace     time.Duration `env:"GEVEL_KEYS_GRACE" placeholder:"TIME" help:"How long known keys work while the keys can't be read (default: 30s for a file, 10m for a database; env ${env})."`
	SigningKeys   string        `env:"GEVEL_SIGNING_KEYS" placeholder:"FILE" help:"The keys that sign image URLs, of photos in a folder (default: signing.keys, beside the keys file if there is one; env ${env})."`
	Addr          string        `env:"GEVEL_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen (${default}; env ${env})."`
	PublicURL     string        `name:"public-url" env:"GEVEL_PUBLIC_URL" placeholder:"URL" help:"What image URLs begin with (default: the address listened at; env ${env})."`
	api.Settings  `embed:""`
	ValuationLog  string `name:"valuation-log" env:"GEVEL_VALUATION_LOG" placeholder:"DIR" help:"Record every valuation in this folder, for gevel replay and gevel track (default: none; env ${env})."`
	ValuationDays int    `name:"valuation-log-days" env:"GEVEL_VALUATION_LOG_DAYS" placeholder:"DAYS" help:"How long records of valuations are kept (default: for ever; env ${env})."`
	memoryFlag    `embed:""`
	LogLevel      slog.Level `env:"GEVEL_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"debug (probes too), info (every other request), warn or error (${default}; env ${env})."`
	profilesFlag

	pageKey string // the key that the page fills in: a demo's
}

// leastGrace is longer than two readings of the keys take: the first may be lost.
const leastGrace = 5 * time.Second

// Validate is asked by kong once the flags are read.
func (s *service) Validate() error {
	switch {
	case s.ValuationDays < 0:
		return errors.New("--valuation-log-days must be 1 or more, or 0 for ever")
	case s.PhotosKept < 0:
		return errors.New("--photos-kept-bytes must be 0 or more")
	case s.ValuationDays > 0 && s.ValuationLog == "":
		return errors.New("--valuation-log-days needs --valuation-log")
	case s.KeysGrace != 0 && s.KeysGrace < leastGrace:
		return fmt.Errorf("--keys-grace must be %s or more, or 0 for the default", leastGrace)
	}
	return errors.Join(s.Settings.Validate(), s.checkPprof(), s.checkPublicEndpoint())
}

// open opens everything, after looking at once for all that is missing.
func (s *service) open(c *console) (_ *parts, err error) {
	s.SigningKeys = s.signingKeys()
	p := &parts{lines: logsink.New(c.stderr)}
	p.log = slog.New(slog.NewJSONHandler(visible.Lines(p.lines), &slog.HandlerOptions{Level: s.LogLevel}))
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close(c.ctx))
		}
	}()
	var editions string
	var noEdition, noPhotos, noKeys, noSigner, noCertificate error
	p.photos, noPhotos = s.openPhotos(c.ctx, p.log)
	p.keys, noKeys = keystore.Open(c.ctx, s.Keys)
	if !bucket.IsS3(s.Photos) {
		p.signer, noSigner = openSigner(s.SigningKeys)
	}
	p.certificate, noCertificate = s.Server.Certificate(c.now(), p.log)
	editions, p.mirror, noEdition = s.findEditions(c, p.log)
	if err := allMissing(noEdition, noPhotos, noKeys, noSigner, noCertificate); err != nil {
		return p, err
	}
	if p.editions, err = openEditions(c, editions, p.mirror, p.log); err != nil {
		return p, err
	}
	if mode, open := atomicfile.OpenToOthers(s.Keys); open && keystore.InFile(s.Keys) {
		p.log.Warn("the keys file is open to others than its owner", "file", s.Keys,
			"mode", fmt.Sprintf("%o", mode), "hint", "chmod 600 "+s.Keys)
	}
	p.gate, err = keystore.NewGate(c.ctx, p.keys, keystore.GateOptions{Grace: s.KeysGrace, Clock: c.now, Log: p.log})
	if err != nil {
		return p, err
	}
	if s.ValuationLog != "" {
		p.valuations, err = valuationlog.Open(s.ValuationLog,
			valuationlog.Options{Days: s.ValuationDays, Program: version, Now: c.now, Log: p.log})
		if err != nil {
			return p, err
		}
	}
	if p.pprof, err = s.listenPprof(); err != nil {
		return p, err
	}
	if p.listener, err = listen("--addr", s.Addr); err != nil {
		return p, err
	}
	if p.public, err = s.publicURL(p.listener.Addr()); err != nil {
		return p, err
	}
	p.links, p.images, err = s.imageURLs(c, p)
	p.orphans = photos.NewOrphans(p.photos)
	return p, err
}

// signingKeys returns the file of the keys that sign image URLs.
func (s *service) signingKeys() string {
	const name = "signing.keys"
	switch {
	case s.SigningKeys != "":
		return s.SigningKeys
	case keystore.InFile(s.Keys):
		return filepath.Join(filepath.Dir(s.Keys), name)
	}
	return name
}

// serve answers until the context ends.
func (s *service) serve(c *console, p *parts) error {
	page, err := s.page(c, p)
	if err != nil {
		return err
	}
	server := server.New(s.Server, p.certificate, s.Access.ServerLog(p.log))
	handler, err := api.New(s.Settings, api.Parts{
		Current: p.editions.Current(), Gate: p.gate, Photos: p.photos, ImageURLs: p.links, Images: p.images,
		Version: version, Public: p.public, Log: p.log, Now: c.now, FrontPage: page,
		PageKey: s.pageKey, Background: p.background,
		Valuations: p.recorder(), Metrics: append(p.metrics(), server.Metrics()...),
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(c.ctx)
	var following sync.WaitGroup
	following.Go(func() { p.editions.Follow(ctx) })
	following.Go(func() {
		p.orphans.Follow(ctx, func() (string, func(gevel.BAGID) bool) {
			serving := p.editions.Current().Get().Edition
			return serving.ID(), func(home gevel.BAGID) bool { _, ok := serving.MainAddress(home); return ok }
		})
	})
	if p.mirror != nil {
		inUse := func() string { return p.editions.Current().Get().Edition.ID() }
		following.Go(func() { p.mirror.Follow(ctx, inUse, p.editions.Wake) })
	}
	if p.signer != nil {
		following.Go(func() { p.signer.Follow(ctx, s.SigningKeys, p.log) })
	}
	if p.kept != nil {
		following.Go(func() { p.kept.Follow(ctx) })
	}
	if p.certificate != nil {
		following.Go(func() { p.certificate.Follow(ctx, p.log) })
	}
	if p.pprof != nil {
		following.Go(func() { servePprof(ctx, p.pprof, p.log) })
	}
	err = server.Serve(c.ctx, p.listener, handler)
	stop()
	return errors.Join(err, inTime("following files", func() error { following.Wait(); return nil }))
}

// publicURL returns what image URLs begin with.
func (s *service) publicURL(listening net.Addr) (string, error) {
	if s.PublicURL == "" {
		return s.Server.Scheme() + "://" + listening.String(), nil
	}
	u, err := url.Parse(s.PublicURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" ||
		u.User != nil {
		return "", gevel.Refusal("",
			"--public-url %q is no URL such as https://homes.example", access.WithoutCredentials(s.PublicURL))
	}
	return strings.TrimRight(s.PublicURL, "/"), nil
}

// page returns the page, which may show pictures from wherever their URLs lead.
func (s *service) page(c *console, p *parts) (*web.Page, error) {
	images := []string{p.public}
	if links, ok := p.links.(*photos.Presigned); ok {
		origin, err := links.Origin(c.ctx)
		if err != nil {
			p.log.Warn("the page shows no photos: where they are isn't known", slog.Any("error", err))
		}
		images = []string{origin}
	}
	return web.New(web.Config{Key: s.pageKey, Images: images, Background: p.background.URL})
}

// Where a service listens: for callers, and on its own machine for profiles of it.

// onLoopback reports whether other machines can't reach an address, host:port.
func onLoopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, err
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback(), nil
}

// listen listens at an address, host:port, that a flag names. Error: gevel.Unavailable when something
// else does already.
func listen(flag, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if fault.IsAddressInUse(err) {
		return nil, gevel.Failure(gevel.Unavailable, "stop it, or name another port with "+flag+"; port 0 takes a free one",
			"another program listens at %s", addr)
	}
	return listener, err
}

// profilesFlag says where profiles are served.
type profilesFlag struct {
	Pprof string `env:"GEVEL_PPROF" placeholder:"HOST:PORT" help:"Serve profiles of the process there, on this machine only, such as 127.0.0.1:6060 (default: not at all; env ${env})."`
}

// checkPprof refuses an address that other machines could reach: profiles show what a process does,
// and taking one costs it something.
func (f profilesFlag) checkPprof() error {
	if f.Pprof == "" {
		return nil
	}
	switch own, err := onLoopback(f.Pprof); {
	case err != nil:
		return fmt.Errorf("--pprof: %w", err)
	case !own:
		return fmt.Errorf("--pprof %s can be reached from other machines; name 127.0.0.1:6060", f.Pprof)
	}
	return nil
}

// listenPprof listens for requests for profiles; nil: profiles are off.
func (f profilesFlag) listenPprof() (net.Listener, error) {
	if f.Pprof == "" {
		return nil, nil
	}
	listener, err := listen("--pprof", f.Pprof)
	if err != nil {
		return nil, err
	}
	if at, ok := listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() { // what localhost turned out to be
		listener.Close()
		return nil, gevel.Refusal("", "--pprof: %s is no loopback address", listener.Addr())
	}
	return listener, nil
}

// pprofHeaderTimeout bounds how long a request may take to say what it wants.
const pprofHeaderTimeout = 5 * time.Second

// servePprof answers with profiles until ctx ends.
func servePprof(ctx context.Context, listener net.Listener, log *slog.Logger) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: pprofHeaderTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Error("profiles are no longer served", slog.Any("error", err))
	}
}
