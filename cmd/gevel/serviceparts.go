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
	// valuations records what is answered, nil where that is not asked for.
	valuations  *valuationlog.Log
	log         *slog.Logger
	lines       *logsink.Sink // of the log
	access      accessLog
	certificate *server.Certificate // nil for plain HTTP
	pprof       net.Listener        // nil: profiles are off
	background  pagedata.Underlay
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
	all := []prometheus.Collector{metric.DroppedLines(func() int64 { return p.lines.Dropped() + p.access.dropped() })}
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
	faults = append(faults, p.access.close())
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
		return &gevel.Error{Code: gevel.Unavailable, Message: fmt.Sprintf("%s did not end within %s", what, endTimeout)}
	}
}
