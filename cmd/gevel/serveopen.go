// What gevel serve is made of: all of it opened before the first request, and let go of after the last.

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/fault"
	"github.com/gevel/gevel/internal/file/visible"
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
	// valuations records what is answered, nil where that is not asked for.
	valuations *valuationlog.Log
	log        *slog.Logger
	lines      *logsink.Sink // of the log
	access     *slog.Logger  // of requests
	// accessLines and accessFile are of a log of requests of its own, nil without one.
	accessLines *logsink.Sink
	accessFile  *rotatedFile
	certificate *server.Certificate // nil for plain HTTP
	pprof       net.Listener        // nil: profiles are off
	background  pagedata.Underlay
}

// open opens everything, after looking at once for all that is missing.
func (cmd *serveCmd) open(c *console) (_ *parts, err error) {
	cmd.SigningKeys = cmd.signingKeys()
	p := &parts{lines: logsink.New(c.stderr)}
	p.log = slog.New(slog.NewJSONHandler(visible.Lines(p.lines), &slog.HandlerOptions{Level: cmd.LogLevel}))
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close(c.ctx))
		}
	}()
	var editions string
	var noEdition, noPhotos, noKeys, noSigner, noCertificate error
	p.photos, noPhotos = cmd.openPhotos(c.ctx, p.log)
	p.keys, noKeys = keystore.Open(c.ctx, cmd.Keys)
	if !bucket.IsS3(cmd.Photos) {
		p.signer, noSigner = openSigner(cmd.SigningKeys)
	}
	p.certificate, noCertificate = cmd.Server.Certificate(c.now(), p.log)
	noAccess := cmd.openAccess(p)
	editions, p.mirror, noEdition = cmd.findEditions(c, p.log)
	if err := allMissing(noEdition, noPhotos, noKeys, noSigner, noCertificate, noAccess); err != nil {
		return p, err
	}
	if p.editions, err = openEditions(c, editions, p.mirror, p.log); err != nil {
		return p, err
	}
	if mode, open := atomicfile.OpenToOthers(cmd.Keys); open && keystore.InFile(cmd.Keys) {
		p.log.Warn("the keys file is open to others than its owner", "file", cmd.Keys,
			"mode", fmt.Sprintf("%o", mode), "hint", "chmod 600 "+cmd.Keys)
	}
	p.gate, err = keystore.NewGate(c.ctx, p.keys, keystore.GateOptions{Grace: cmd.KeysGrace, Clock: c.now, Log: p.log})
	if err != nil {
		return p, err
	}
	if cmd.ValuationLog != "" {
		p.valuations, err = valuationlog.Open(cmd.ValuationLog, valuationlog.Options{Days: cmd.ValuationDays, Now: c.now, Log: p.log})
		if err != nil {
			return p, err
		}
	}
	if p.pprof, err = cmd.listenPprof(); err != nil {
		return p, err
	}
	if p.listener, err = listen("--addr", cmd.Addr); err != nil {
		return p, err
	}
	if p.public, err = cmd.publicURL(p.listener.Addr()); err != nil {
		return p, err
	}
	p.links, p.images, err = cmd.imageURLs(c, p)
	return p, err
}

// signingKeys returns the file of the keys that sign image URLs.
func (cmd *serveCmd) signingKeys() string {
	const name = "signing.keys"
	switch {
	case cmd.SigningKeys != "":
		return cmd.SigningKeys
	case keystore.InFile(cmd.Keys):
		return filepath.Join(filepath.Dir(cmd.Keys), name)
	}
	return name
}

// listen listens at an address, host:port, that a flag names. Error: gevel.Unavailable when something
// else does already.
func listen(flag, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: fmt.Sprintf("another program listens at %s", addr),
			Hint:    "stop it, or name another port with " + flag + "; port 0 takes a free one",
		}
	}
	return listener, err
}

func openSigner(path string) (*photos.Signer, error) {
	keys, err := photos.LoadKeys(path)
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
	all := []prometheus.Collector{metric.DroppedLines(p.droppedLines)}
	if p.mirror != nil {
		all = append(all, metric.BucketErrors(p.mirror.Faults))
	}
	return all
}

// allMissing makes one message of everything that keeps the service from
// starting, each with what to do about it.
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
	return &gevel.Error{
		Code:    gevel.Unavailable,
		Message: "the service can't start yet:" + b.String() + "\nto see it work without any of this: gevel demo",
	}
}

// whatIsWrong is an error without what to do about it.
func whatIsWrong(err *gevel.Error) string {
	if err.Err == nil {
		return err.Message
	}
	return err.Message + ": " + fault.Text(err.Err)
}

// close lets go of what was opened. Usage counted so far is written, also when
// the context has ended.
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
	faults = append(faults, p.closeAccess())
	p.lines.Close(readerPatience)
	return errors.Join(faults...)
}
