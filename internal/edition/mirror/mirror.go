// Package mirror moves editions between folders and buckets of S3. In a bucket an edition lies as it does in a
// folder: its files under its id, with the manifest written last. The edition with the latest manifest is the
// newest. A Mirror keeps the newest editions of a bucket in a folder, an ordinary folder of editions.
package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
)

// Keeps the newest editions of a bucket in a folder.

const (
	// followEvery is the interval between listings of the bucket.
	followEvery = 5 * time.Second
	// kept is the number of editions in the folder: the newest and the one before, to go back to.
	kept = 2
	// waitForLock is the interval between attempts to lock the folder while another process fetches.
	waitForLock = 250 * time.Millisecond
	// Intervals before an edition that can't be fetched is tried again, short at first and then long: each attempt may
	// fetch all of it.
	firstRetry, lastRetry = 10 * time.Second, 10 * time.Minute
)

// Options direct a Mirror.
type Options struct {
	Location string // of the editions, s3://bucket/prefix
	Cache    string // a folder; the mirror uses a subfolder with the bucket's name
	Log      *slog.Logger
	Now      func() time.Time
	// Every is how often the bucket is listed; 0 is every few seconds.
	Every time.Duration
}

// Mirror keeps the newest editions of a bucket in a folder. Several mirrors, of several processes, may share
// the folder.
type Mirror struct {
	Options
	s3      *bucket.S3
	dir     string
	depth   int // number of newest editions that the folder is to hold
	bad     map[string]fault
	trouble string // the logged reason why it can't follow; "" if it can
	faults  atomic.Int64
}

// fault is an edition that can't be fetched.
type fault struct {
	published time.Time
	text      string
	wait      time.Duration
	next      time.Time
}

// Open returns a mirror of the editions at a location, without a request yet. Error:
// gevel.Invalid for an invalid location.
func Open(o Options) (*Mirror, error) {
	s3, err := bucket.OpenS3(o.Location)
	if err != nil {
		return nil, err
	}
	if o.Every == 0 {
		o.Every = followEvery
	}
	dir := filepath.Join(o.Cache, cacheName(s3.Identity()))
	return &Mirror{Options: o, s3: s3, dir: dir, depth: kept, bad: map[string]fault{}}, nil
}

// cacheName is a folder name unique to the bucket.
func cacheName(identity string) string {
	sum := sha256.Sum256([]byte(identity))
	return "editions-" + hex.EncodeToString(sum[:6])
}

// DefaultCache is the folder of caches unless the caller names another.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", &gevel.Error{
			Code: gevel.Invalid, Message: "this user has no folder for caches", Hint: "name one with --cache", Err: err,
		}
	}
	return filepath.Join(dir, "gevel"), nil
}

// Dir is the folder of editions.
func (m *Mirror) Dir() string { return m.dir }

// Faults returns the number of times that the bucket or an edition of it could not be read.
func (m *Mirror) Faults() int64 { return m.faults.Load() }

// Close closes connections.
func (m *Mirror) Close() error { return m.s3.Close() }

// Start makes the folder hold the newest editions of the bucket. If the bucket can't be read but an
// earlier run left editions, it logs that and uses them. Errors: gevel.NotFound if there is no edition; the reason why
// the bucket can't be read, if the folder has none.
func (m *Mirror) Start(ctx context.Context) error {
	if release, err := lock(m.dir); err == nil { // taking the lock removes what a killed fetch left
		release()
	}
	_, err := m.sync(ctx, "")
	if errors.Is(err, errBusy) {
		m.Log.Info("another process fetches editions into the cache, waiting for it", slog.String("cache", m.dir))
	}
	for errors.Is(err, errBusy) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(waitForLock):
		}
		_, err = m.sync(ctx, "")
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if here, listErr := edition.List(m.dir); listErr != nil || len(here) == 0 {
		if err == nil {
			err = listErr
		}
		if err == nil {
			err = m.noEdition()
		}
		return m.usable(ctx, err)
	} else if err != nil {
		m.report(err)
		m.Log.Warn("the editions of an earlier run answer until the bucket can be read",
			slog.String("edition", filepath.Base(here[0])))
	}
	return nil
}

// usable returns the reason why the bucket can't be listed, with advice, or else the given error.
func (m *Mirror) usable(ctx context.Context, err error) error {
	if gevel.CodeOf(err) != gevel.Internal {
		return err
	}
	if reason := m.s3.Check(ctx); reason != nil {
		return reason
	}
	return err
}

func (m *Mirror) noEdition() error {
	if len(m.bad) > 0 {
		var b strings.Builder
		for id, f := range m.bad {
			fmt.Fprintf(&b, "\n  - %s: %s", id, f.text)
		}
		return gevel.Failure(gevel.Unavailable, "", "no edition in %s can be used:%s", m.s3, b.String())
	}
	return gevel.Failure(gevel.NotFound, "bring one there with `gevel publish editions "+m.s3.String()+"`",
		"there is no edition in %s", m.s3)
}

// Deepen fetches one more edition, older than those in the folder, and reports whether there was one. It is for
// a service that can open none of them.
func (m *Mirror) Deepen(ctx context.Context) (more bool, err error) {
	before, err := edition.List(m.dir)
	if err != nil {
		return false, err
	}
	m.depth = max(m.depth, len(before)) + 1
	if _, err := m.sync(ctx, ""); err != nil {
		return false, err
	}
	after, err := edition.List(m.dir)
	return len(after) > len(before), err
}

// Follow keeps the folder up to date until ctx ends, and calls changed when an edition came or went. inUse
// returns the id of the edition in use, which stays. A bucket that can't be read is logged once,
// and once more when it can be read again.
func (m *Mirror) Follow(ctx context.Context, inUse func() string, changed func()) {
	tick := time.NewTicker(m.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		did, err := m.sync(ctx, inUse())
		if ctx.Err() != nil {
			return
		}
		if !errors.Is(err, errBusy) {
			m.report(err)
		}
		if did {
			changed()
		}
	}
}

// report logs the reason why the mirror can't follow, once, and when it can again.
func (m *Mirror) report(err error) {
	text := ""
	if err != nil {
		text = err.Error()
		m.faults.Add(1)
	}
	switch {
	case text != "" && m.trouble == "":
		m.Log.Error("the bucket of editions can't be read, the editions that are here go on",
			slog.String("bucket", m.s3.String()), slog.Any("error", err))
	case text == "" && m.trouble != "":
		m.Log.Info("the bucket of editions can be read again", slog.String("bucket", m.s3.String()))
	}
	m.trouble = text
}

// errBusy says that another process changes the folder.
var errBusy = errors.New("another process fetches editions into the cache")
