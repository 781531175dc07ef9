package api_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/server"
)

// certFiles are the files of a certificate, which a test renews.
type certFiles struct{ cert, key string }

func newCertFiles(t testing.TB) certFiles {
	t.Helper()
	dir := t.TempDir()
	return certFiles{filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")}
}

// write writes a certificate of this machine with a serial number.
func (f certFiles) write(t testing.TB, serial int64) {
	t.Helper()
	certificate, key := makeCertificate(t, serial)
	f.put(t, f.cert, certificate)
	f.put(t, f.key, key)
}

func (f certFiles) put(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func makeCertificate(t testing.TB, serial int64) (certificate, key []byte) {
	t.Helper()
	return makeCertificateUntil(t, serial, clock.AddDate(20, 0, int(serial)))
}

func makeCertificateUntil(t testing.TB, serial int64, end time.Time) (certificate, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: end.AddDate(-30, 0, 0), NotAfter: end,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}

func testCertificate(t testing.TB) *server.Certificate {
	t.Helper()
	f := newCertFiles(t)
	f.write(t, 1)
	c, err := server.LoadCertificate(f.cert, f.key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// secured is a service that runs as gevel serve does, by TLS.
type secured struct {
	*site
	certFiles
	certificate *server.Certificate
	addr        string
}

func serveSecured(t *testing.T, change ...func(*setup)) *secured {
	t.Helper()
	s := &secured{certFiles: newCertFiles(t)}
	s.write(t, 1)
	var err error
	if s.certificate, err = server.LoadCertificate(s.cert, s.key); err != nil {
		t.Fatal(err)
	}
	s.site = openSite(t, append(change, func(c *setup) { c.certificate = s.certificate })...)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.addr = listener.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.running.Serve(ctx, listener, s.service) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Serve returned %v", err)
		}
	})
	return s
}

// get asks on a connection of its own, and returns the protocol and the certificate's number.
func (s *secured) get(config *tls.Config) (proto string, serial int64, err error) {
	config.InsecureSkipVerify = true //nolint:gosec // it signed itself
	pool := &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: len(config.NextProtos) == 0}
	defer pool.CloseIdleConnections()
	answer, err := (&http.Client{Transport: pool}).Get("https://" + s.addr + "/healthz")
	if err != nil {
		return "", 0, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.Proto, answer.TLS.PeerCertificates[0].SerialNumber.Int64(), err
}

func TestTLSIsSpokenFrom12OnWithHTTP2(t *testing.T) {
	s := serveSecured(t)
	proto, serial, err := s.get(&tls.Config{})
	if err != nil || proto != "HTTP/2.0" || serial != 1 {
		t.Errorf("%s with certificate %d: %v", proto, serial, err)
	}
	if proto, _, err := s.get(&tls.Config{NextProtos: []string{"http/1.1"}, MaxVersion: tls.VersionTLS12}); err != nil || proto != "HTTP/1.1" {
		t.Errorf("HTTP/1.1 by TLS 1.2: %s, %v", proto, err)
	}
	if _, _, err := s.get(&tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
}

// TestACertificateIsRenewedUnderRequests renews it while others ask, breaks it, and renews it again.
func TestACertificateIsRenewedUnderRequests(t *testing.T) {
	s := serveSecured(t)
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	var asking sync.WaitGroup
	var asked, failed atomic.Int64
	end := make(chan struct{})
	for range 3 {
		asking.Go(func() {
			for {
				select {
				case <-end:
					return
				default:
				}
				if _, _, err := s.get(&tls.Config{}); err != nil {
					failed.Add(1)
				}
				asked.Add(1)
			}
		})
	}
	expect := func(what string, want int64) {
		t.Helper()
		if _, serial, err := s.get(&tls.Config{}); err != nil || serial != want {
			t.Errorf("%s: certificate %d, want %d (%v)", what, serial, want, err)
		}
	}
	for serial := int64(2); serial < 6; serial++ {
		certificate, key := makeCertificate(t, serial)
		s.put(t, s.cert, certificate)
		s.certificate.Look(logger) // between the two files
		expect("with half of the new one", serial-1)
		s.put(t, s.key, key)
		s.certificate.Look(logger)
		expect("renewed", serial)
	}
	if strings.Contains(log.String(), "ERROR") || strings.Count(log.String(), "certificate read") != 4 {
		t.Errorf("renewing is told as a fault, or not at all:\n%s", log.String())
	}
	s.put(t, s.key, []byte("no key"))
	for range 3 {
		s.certificate.Look(logger)
	}
	if err := os.Remove(s.cert); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.certificate.Look(logger)
	}
	expect("broken", 5)
	if got := strings.Count(log.String(), "the one in use stays"); got != 2 {
		t.Errorf("two faults are told %d times:\n%s", got, log.String())
	}
	s.write(t, 6)
	s.certificate.Look(logger)
	expect("put right", 6)
	close(end)
	asking.Wait()
	if asked.Load() == 0 || failed.Load() > 0 {
		t.Errorf("%d of %d requests failed", failed.Load(), asked.Load())
	}
	if got := s.scrape(t)["gevel_tls_certificate_expiry_timestamp_seconds"]; got != float64(clock.AddDate(20, 0, 6).Unix()) {
		t.Errorf("the metric says that it ends at %v", got)
	}
}

func TestACertificateThatHasEndedDoesNotTakeThePlaceOfAGoodOne(t *testing.T) {
	f := newCertFiles(t)
	write := func(serial int64, end time.Time) {
		certificate, key := makeCertificateUntil(t, serial, end)
		f.put(t, f.cert, certificate)
		f.put(t, f.key, key)
	}
	long, longer := clock.AddDate(-20, 0, 0), clock.AddDate(-19, 0, 0)
	write(1, long)
	c, err := server.LoadCertificate(f.cert, f.key)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for serial, tt := range []struct{ end, want time.Time }{
		{longer, longer}, // both have ended: the files say what goes
		{clock.AddDate(20, 0, 0), clock.AddDate(20, 0, 0)},
		{longer, clock.AddDate(20, 0, 0)},
		{clock.AddDate(19, 0, 0), clock.AddDate(19, 0, 0)}, // shorter, and good
	} {
		write(int64(serial+2), tt.end)
		c.Look(logger)
		c.Look(logger)
		if got := c.Expires(); !got.Equal(tt.want) {
			t.Errorf("after one until %v the one until %v is in use, want %v", tt.end, got, tt.want)
		}
	}
	if got := strings.Count(log.String(), "it ended on"); got != 1 {
		t.Errorf("what has ended is told %d times:\n%s", got, log.String())
	}
}

// TestConnectionsByTLSAreCounted lets the bound of connections be reached and left again.
func TestConnectionsByTLSAreCounted(t *testing.T) {
	s := serveSecured(t, func(c *setup) { c.Server.MaxConnections = 2 })
	for i := range 10 {
		if _, _, err := s.get(&tls.Config{}); err != nil {
			t.Fatalf("connection %d: %v", i+1, err)
		}
	}
}

func TestCallersWhoFailAtTLSAreLoggedOnlyWhenAskedFor(t *testing.T) {
	for _, logCallers := range []bool{false, true} {
		lines := make(chan string, 1)
		s := serveSecured(t, func(c *setup) {
			c.Access.LogCallers = logCallers
			c.Log = slog.New(slog.NewTextHandler(handshakes(lines), nil))
		})
		caller, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer caller.Close()
		if _, err := io.WriteString(caller, "GET / HTTP/1.1\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case line := <-lines:
			if got := strings.Contains(line, caller.LocalAddr().String()); got != logCallers {
				t.Errorf("callers asked for: %v, in the log: %v\n%s", logCallers, got, line)
			}
		case <-t.Context().Done():
			t.Fatal("the log says nothing")
		}
	}
}

// handshakes passes lines on that are about handshakes.
type handshakes chan string

func (h handshakes) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "TLS handshake error") {
		h <- string(line)
	}
	return len(line), nil
}

func TestACertificateThatCannotBeUsedNamesItsFiles(t *testing.T) {
	f := newCertFiles(t)
	if _, err := server.LoadCertificate(f.cert, f.key); gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), f.key) {
		t.Errorf("without files: %v", err)
	}
	f.write(t, 1)
	_, other := makeCertificate(t, 2)
	f.put(t, f.key, other)
	_, err := server.LoadCertificate(f.cert, f.key)
	if gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), "does not match") || strings.Contains(err.Error(), "PRIVATE") {
		t.Errorf("with another key: %v", err)
	}
}
