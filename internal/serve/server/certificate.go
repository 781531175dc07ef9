package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
)

// TLS with a certificate of two files, which are renewed while the service runs.

// lookForCertificate is how often a running service looks for a renewed certificate.
const lookForCertificate = 2 * time.Second

// Certificate is a certificate with its key, as last read from their files. Safe for concurrent use,
// but for Follow, which one goroutine calls.
type Certificate struct {
	certFile, keyFile string
	current           atomic.Pointer[tls.Certificate]

	seen   pair  // the files as they were last looked at
	fault  error // of what is in them, nil when it is in use
	logged bool  // the fault is in the log
}

// pair are the contents of the two files.
type pair struct {
	certificate, key []byte
	fault            error // why they could not be read
}

// LoadCertificate reads a certificate, with those that signed it behind it, and its key, both in PEM.
// Error: gevel.Unavailable, which names the files and repeats nothing that is in them.
func LoadCertificate(certFile, keyFile string) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile}
	c.seen = c.read()
	if err := c.use(); err != nil {
		return nil, &gevel.Error{
			Code: gevel.Unavailable, Message: fmt.Sprintf("the certificate %s with the key %s can't be used", certFile, keyFile),
			Hint: "--tls-cert and --tls-key are files in PEM, of a certificate and of its key without a password", Err: err,
		}
	}
	return c, nil
}

func (c *Certificate) read() (p pair) {
	var noCert, noKey error
	p.certificate, noCert = os.ReadFile(c.certFile)
	p.key, noKey = os.ReadFile(c.keyFile)
	p.fault = errors.Join(noCert, noKey)
	return p
}

func (p pair) equal(other pair) bool {
	return (p.fault == nil) == (other.fault == nil) && bytes.Equal(p.certificate, other.certificate) && bytes.Equal(p.key, other.key)
}

// use takes what was seen into use, if it is a certificate with its key. One that has ended does
// not take the place of one that has not.
func (c *Certificate) use() error {
	if c.seen.fault != nil {
		return c.seen.fault
	}
	parsed, err := tls.X509KeyPair(c.seen.certificate, c.seen.key)
	if err != nil {
		return err
	}
	now := time.Now()
	if old := c.current.Load(); old != nil && now.Before(old.Leaf.NotAfter) && !now.Before(parsed.Leaf.NotAfter) {
		return fmt.Errorf("it ended on %s", parsed.Leaf.NotAfter.UTC().Format(time.RFC3339))
	}
	c.current.Store(&parsed)
	return nil
}

// Expires returns when the certificate ends.
func (c *Certificate) Expires() time.Time { return c.current.Load().Leaf.NotAfter }

// Follow reads renewed files until ctx ends. Files that are no certificate with its key are logged, once, and the
// certificate in use stays.
func (c *Certificate) Follow(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(lookForCertificate)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			c.Look(log)
		}
	}
}

// Look looks at the files. They are renewed one after the other, so files that do not fit are a fault only when they are
// the same at the next look.
func (c *Certificate) Look(log *slog.Logger) {
	now := c.read()
	if now.equal(c.seen) {
		if c.fault != nil && !c.logged {
			c.logged = true
			log.Error("the certificate on disk can't be used, the one in use stays", slog.String("file", c.certFile),
				slog.String("key", c.keyFile), slog.Any("error", c.fault))
		}
		return
	}
	c.seen, c.logged = now, false
	if c.fault = c.use(); c.fault == nil {
		log.Info("certificate read", slog.String("file", c.certFile), slog.Time("expires", c.Expires()))
	}
}

// config is how the service speaks TLS: from 1.2 on, with HTTP/2 for who wants it.
func (c *Certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return c.current.Load(), nil
		},
	}
}
