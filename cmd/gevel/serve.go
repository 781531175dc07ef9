// gevel serve: answer the API from the newest edition.

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
	"github.com/gevel/gevel/internal/serve/api"
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
	TLSCert        string        `name:"tls-cert" env:"GEVEL_TLS_CERT" placeholder:"FILE" help:"Speak TLS, with this certificate in PEM; taken up anew when it is renewed (default: none; env ${env})."`
	TLSKey         string        `name:"tls-key" env:"GEVEL_TLS_KEY" placeholder:"FILE" help:"The key of that certificate (env ${env})."`
	PublicURL      string        `name:"public-url" env:"GEVEL_PUBLIC_URL" placeholder:"URL" help:"What image URLs begin with (default: the address listened at; env ${env})."`
	CORSOrigin     []string      `name:"cors-origin" env:"GEVEL_CORS_ORIGIN" placeholder:"ORIGIN" help:"Origins whose pages may read answers, * for any (default: none; env ${env})."`
	MaxInFlight    int           `env:"GEVEL_MAX_IN_FLIGHT" placeholder:"N" help:"Answers worked on at once; a few more wait, and others get 503 (default: 4 a processor; env ${env})."`
	MaxConnections int           `env:"GEVEL_MAX_CONNECTIONS" default:"2048" placeholder:"N" help:"Connections open at once, half of which may be downloads of photos (${default}; env ${env})."`
	MaxBatches     int           `env:"GEVEL_MAX_BATCHES" default:"4" placeholder:"N" help:"Batches of homes answered at once, half of them of one key (${default}; env ${env})."`
	MaxBatchBytes  int64         `env:"GEVEL_MAX_BATCH_BYTES" default:"1073741824" placeholder:"N" help:"Longest body of a batch, in bytes (${default}; env ${env})."`
	DrainFor       time.Duration `env:"GEVEL_DRAIN_FOR" default:"0s" placeholder:"TIME" help:"How long to go on, no longer ready, before shutting down, for a load balancer to notice (${default}; env ${env})."`
	ValuationLog   string        `name:"valuation-log" env:"GEVEL_VALUATION_LOG" placeholder:"DIR" help:"Record every valuation in this folder, for gevel replay and gevel track (default: none; env ${env})."`
	ValuationDays  int           `name:"valuation-log-days" env:"GEVEL_VALUATION_LOG_DAYS" placeholder:"DAYS" help:"How long records of valuations are kept (default: for ever; env ${env})."`
	MapBackground  string        `name:"map-background" env:"GEVEL_MAP_BACKGROUND" placeholder:"FILE|URL" help:"A map to lay under the page's: a file of PMTiles, or its URL, or that of tiles as https://tiles.example/{z}/{x}/{y}.png; of a URL browsers ask that server too (default: none; env ${env})."`
	MapAttribution string        `name:"map-attribution" env:"GEVEL_MAP_ATTRIBUTION" placeholder:"TEXT" help:"Whom the makers of that map want named (env ${env})."`
	LogLevel       slog.Level    `env:"GEVEL_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"debug, info (every request), warn or error (${default}; env ${env})."`
	AccessLog      string        `env:"GEVEL_ACCESS_LOG" default:"-" placeholder:"FILE" help:"Where the line of each request goes: - with the log, off, or a file, which may be rotated (${default}; env ${env})."`
	TrustedProxy   []network     `name:"trusted-proxy" env:"GEVEL_TRUSTED_PROXY" placeholder:"NETWORK" help:"Proxies whose X-Forwarded-For says who asked, such as 10.0.0.0/8, for --log-callers (default: none; env ${env})."`
	LogCallers     bool          `env:"GEVEL_LOG_CALLERS" help:"Log network addresses of callers and whole paths, which may name a home (env ${env})."`
	Pprof          string        `env:"GEVEL_PPROF" placeholder:"HOST:PORT" help:"Serve profiles of the process there, on this machine only, such as 127.0.0.1:6060 (default: not at all; env ${env})."`
	PrintConfig    bool          `name:"print-config" help:"Print every setting and where it is from, and exit."`

	pageKey string // what the page fills in as the key: that of a demo
}

// mostAtOnce is more than any machine works on, or holds open.
const mostAtOnce = 1 << 20

// leastGrace is longer than two readings of the keys take, of which the first may be lost.
const leastGrace = 5 * time.Second

// Validate is asked by kong once the flags are read.
func (cmd *serveCmd) Validate() error {
	switch {
	case cmd.MaxInFlight < 0 || cmd.MaxInFlight > mostAtOnce:
		return fmt.Errorf("--max-in-flight must be from 1 to %d, or 0 for the default", mostAtOnce)
	case cmd.ValuationDays < 0:
		return errors.New("--valuation-log-days must be 1 or more, or 0 for ever")
	case cmd.ValuationDays > 0 && cmd.ValuationLog == "":
		return errors.New("--valuation-log-days needs --valuation-log")
	case cmd.MaxConnections < 1 || cmd.MaxConnections > mostAtOnce:
		return fmt.Errorf("--max-connections must be from 1 to %d", mostAtOnce)
	case cmd.MaxBatches < 1 || cmd.MaxBatches > mostAtOnce:
		return fmt.Errorf("--max-batches must be from 1 to %d", mostAtOnce)
	case cmd.MaxBatchBytes < 1:
		return errors.New("--max-batch-bytes must be 1 or more")
	case cmd.DrainFor < 0:
		return errors.New("--drain-for must be 0s or more")
	case cmd.KeysGrace != 0 && cmd.KeysGrace < leastGrace:
		return fmt.Errorf("--keys-grace must be %s or more, or 0 for the default", leastGrace)
	}
	return errors.Join(cmd.checkOrigins(), cmd.checkTLS(), cmd.checkPprof(), cmd.checkPublicEndpoint())
}

// checkOrigins refuses what no browser sends as an origin: nobody would ever be let in by it.
func (cmd *serveCmd) checkOrigins() error {
	for _, origin := range cmd.CORSOrigin {
		u, err := url.Parse(origin)
		if origin == "*" || err == nil && u.Host != "" && origin == u.Scheme+"://"+u.Host {
			continue
		}
		return fmt.Errorf("--cors-origin: %q is no origin such as https://homes.example, without a path", withoutCredentials(origin))
	}
	return nil
}

// Run serves until the context ends, and then until the requests in flight are
// answered.
func (cmd *serveCmd) Run(c *console, given *kong.Context) error {
	if cmd.PrintConfig {
		return cmd.printConfig(c.stdout, given)
	}
	under, err := cmd.background()
	if err != nil {
		return err
	}
	p, err := cmd.open(c)
	if err != nil {
		return err
	}
	p.background = under
	fmt.Fprintf(c.stdout, "gevel listens at %s://%s\n  edition  %s\n  API      %s/v1\n  docs     %s/docs\n",
		cmd.scheme(), p.listener.Addr(), p.editions.Current().Get().Edition.ID(), p.public, p.public)
	if p.pprof != nil {
		fmt.Fprintf(c.stdout, "  profiles http://%s/debug/pprof/\n", p.pprof.Addr())
	}
	return errors.Join(cmd.serve(c, p), p.close(c.ctx))
}

// serve answers until the context ends.
func (cmd *serveCmd) serve(c *console, p *parts) error {
	page, err := cmd.page(c, p)
	if err != nil {
		return err
	}
	config := api.Config{
		Background: p.background.told, BackgroundFile: p.background.file, Page: page,
		Current: p.editions.Current(), Gate: p.gate, Photos: p.photos, ImageURLs: p.links, Images: p.images,
		BucketErrors: p.bucketErrors(), CORSOrigins: cmd.CORSOrigin,
		MaxInFlight: cmd.MaxInFlight, MaxConnections: cmd.MaxConnections,
		MaxBatches: cmd.MaxBatches, MaxBatchBytes: cmd.MaxBatchBytes, LogCallers: cmd.LogCallers,
		DroppedLines: p.droppedLines, Version: version, Log: p.log, Now: c.now,
		Access: p.access, TrustedProxies: cmd.trustedProxies(), TLS: p.certificate,
	}
	if p.valuations != nil {
		config.Valuations = p.valuations
	}
	service, err := api.New(config)
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
	err = service.Serve(c.ctx, p.listener, cmd.DrainFor)
	stop()
	following.Wait()
	return err
}

// publicURL returns what image URLs begin with.
func (cmd *serveCmd) publicURL(listening net.Addr) (string, error) {
	if cmd.PublicURL == "" {
		return cmd.scheme() + "://" + listening.String(), nil
	}
	u, err := url.Parse(cmd.PublicURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" ||
		u.User != nil {
		return "", &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("--public-url %q is no URL such as https://homes.example", withoutCredentials(cmd.PublicURL)),
		}
	}
	return strings.TrimRight(cmd.PublicURL, "/"), nil
}
