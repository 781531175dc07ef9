package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

// TLS with a certificate of two files, which are renewed while the service runs.

// lookForCertificate is how often a running service looks for a renewed certificate.
const lookForCertificate = 2 * time.Second

// Certificate is a certificate with its key, as last read from their files. Safe for concurrent use,
// but for Follow, which one goroutine calls.
type Certificate struct {
	certFile, keyFile string
	current           atomic.Pointer[tls.Certificate]
	files             func() pair // reads them

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
	c.files = c.read
	c.seen = c.files()
	if err := c.use(); err != nil {
		return nil, &gevel.Error{
			Code: gevel.Unavailable, Message: fmt.Sprintf("the certificate %s with the key %s can't be used", certFile, keyFile),
			Hint: "--tls-cert and --tls-key are files in PEM, of a certificate and of its key without a password", Err: err,
		}
	}
	return c, nil
}

// mostPEM is how many bytes a file of certificates or of a key has at most.
const mostPEM = 1 << 20

func (c *Certificate) read() (p pair) {
	var noCert, noKey error
	p.certificate, noCert = regular.Read(c.certFile, mostPEM)
	p.key, noKey = regular.Read(c.keyFile, mostPEM)
	p.fault = errors.Join(noCert, noKey)
	return p
}

func (p pair) equal(other pair) bool {
	return (p.fault == nil) == (other.fault == nil) && bytes.Equal(p.certificate, other.certificate) &&
		bytes.Equal(p.key, other.key)
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

const (
	// readWithin is how long files may take to be read: a mount that hangs may hold a reading for ever.
	readWithin = 5 * time.Second
	// mostHung is how many such readings may wait at once.
	mostHung = 4
)

// Follow reads renewed files until ctx ends. Files that are no certificate with its key, or can't be read, are logged,
// once, and the certificate in use stays. They are read again and again, so that the next good ones are taken up.
func (c *Certificate) Follow(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(lookForCertificate)
	defer tick.Stop()
	reading := make(chan struct{}, mostHung)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		select {
		case reading <- struct{}{}:
		default:
			continue
		}
		files := make(chan pair, 1)
		go func() {
			files <- c.files()
			<-reading
		}()
		late := time.NewTimer(readWithin)
		select {
		case <-ctx.Done():
		case now := <-files:
			c.see(now, log)
		case <-late.C:
			c.see(pair{fault: fmt.Errorf("the files could not be read in %s", readWithin)}, log)
		}
		late.Stop()
	}
}

// Look looks at the files.
func (c *Certificate) Look(log *slog.Logger) { c.see(c.files(), log) }

// see takes files up. They are renewed one after the other, so files that do not fit are a fault only when they are the
// same at the next look.
func (c *Certificate) see(now pair, log *slog.Logger) {
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

// TLSSettings are the certificate of a server that speaks TLS itself, where no proxy does it.
type TLSSettings struct {
	TLSCert string `name:"tls-cert" env:"GEVEL_TLS_CERT" placeholder:"FILE" help:"Speak TLS, with this certificate in PEM; taken up anew when it is renewed (default: none; env ${env})."`
	TLSKey  string `name:"tls-key" env:"GEVEL_TLS_KEY" placeholder:"FILE" help:"The key of that certificate (env ${env})."`
}

// Validate refuses a certificate without its key.
func (s *TLSSettings) Validate() error {
	if (s.TLSCert == "") != (s.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	return nil
}

// Scheme returns what URLs of the server begin with, http or https.
func (s *TLSSettings) Scheme() string {
	if s.TLSCert != "" {
		return "https"
	}
	return "http"
}

// Certificate returns the certificate, nil for plain HTTP. It warns of one that has ended, and of a key that others can
// read.
func (s *TLSSettings) Certificate(now time.Time, log *slog.Logger) (*Certificate, error) {
	if s.TLSCert == "" {
		return nil, nil
	}
	certificate, err := LoadCertificate(s.TLSCert, s.TLSKey)
	if err != nil {
		return nil, err
	}
	if mode, open := atomicfile.OpenToOthers(s.TLSKey); open {
		log.Warn("the key of the certificate is open to others than its owner", slog.String("file", s.TLSKey),
			slog.String("mode", fmt.Sprintf("%o", mode)), slog.String("hint", "chmod 600 "+s.TLSKey))
	}
	if ends := certificate.Expires(); !now.Before(ends) {
		log.Warn("the certificate has ended, callers will refuse it", slog.String("file", s.TLSCert), slog.Time("expires", ends))
	}
	return certificate, nil
}
