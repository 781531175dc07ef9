package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/access"
	"github.com/gevel/gevel/internal/serve/metric"
	"github.com/gevel/gevel/internal/serve/server"
	"github.com/gevel/gevel/internal/testing/certtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// secured is a server with TLS, as gevel serve runs it.
type secured struct {
	certtest.Files
	*server.Server
	certificate *server.Certificate
	addr        string
}

// answers is what the server answers with.
type answers struct{ http.Handler }

func (answers) Drain() {}
func (answers) End()   {}

func serveSecured(t *testing.T, settings server.Settings, lines *log.Logger) *secured {
	t.Helper()
	s := &secured{Files: certtest.New(t)}
	s.Write(t, 1)
	var err error
	if s.certificate, err = server.LoadCertificate(s.Cert, s.Key); err != nil {
		t.Fatal(err)
	}
	s.Server = server.New(settings, s.certificate, lines)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.addr = listener.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	go func() { ended <- s.Serve(ctx, listener, answers{ok}) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Serve returned %v", err)
		}
	})
	return s
}

// silent is where a server writes its lines that no test reads.
func silent() *log.Logger { return log.New(io.Discard, "", 0) }

// get asks on a connection of its own, and returns the protocol and the certificate's number.
func (s *secured) get(config *tls.Config) (proto string, serial int64, err error) {
	config.InsecureSkipVerify = true
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
	s := serveSecured(t, server.Settings{}, silent())
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
	s := serveSecured(t, server.Settings{}, silent())
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
		certificate, key := certtest.Make(t, serial)
		certtest.Put(t, s.Cert, certificate)
		s.certificate.Look(logger) // between the two files
		expect("with half of the new one", serial-1)
		certtest.Put(t, s.Key, key)
		s.certificate.Look(logger)
		expect("renewed", serial)
	}
	if strings.Contains(log.String(), "ERROR") || strings.Count(log.String(), "certificate read") != 4 {
		t.Errorf("renewing is logged as a fault, or not at all:\n%s", log.String())
	}
	certtest.Put(t, s.Key, []byte("no key"))
	for range 3 {
		s.certificate.Look(logger)
	}
	if err := os.Remove(s.Cert); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.certificate.Look(logger)
	}
	expect("broken", 5)
	if got := strings.Count(log.String(), "the one in use stays"); got != 2 {
		t.Errorf("two faults are logged %d times:\n%s", got, log.String())
	}
	s.Write(t, 6)
	s.certificate.Look(logger)
	expect("put right", 6)
	close(end)
	asking.Wait()
	if asked.Load() == 0 || failed.Load() > 0 {
		t.Errorf("%d of %d requests failed", failed.Load(), asked.Load())
	}
	scrape := httptest.NewRecorder()
	metric.Handler(s.Metrics()).ServeHTTP(scrape, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	ends := strconv.FormatFloat(float64(certtest.Begin.AddDate(20, 0, 6).Unix()), 'g', -1, 64)
	if !strings.Contains(scrape.Body.String(), "gevel_tls_certificate_expiry_timestamp_seconds "+ends+"\n") {
		t.Errorf("the metric does not say that it ends at %s", ends)
	}
}

func TestACertificateThatHasEndedDoesNotTakeThePlaceOfAGoodOne(t *testing.T) {
	f := certtest.New(t)
	write := func(serial int64, end time.Time) {
		certificate, key := certtest.MakeUntil(t, serial, end)
		certtest.Put(t, f.Cert, certificate)
		certtest.Put(t, f.Key, key)
	}
	long, longer := certtest.Begin.AddDate(-20, 0, 0), certtest.Begin.AddDate(-19, 0, 0)
	write(1, long)
	c, err := server.LoadCertificate(f.Cert, f.Key)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for serial, tt := range []struct{ end, want time.Time }{
		{longer, longer}, // both have ended: the files say what goes
		{certtest.Begin.AddDate(20, 0, 0), certtest.Begin.AddDate(20, 0, 0)},
		{longer, certtest.Begin.AddDate(20, 0, 0)},
		{certtest.Begin.AddDate(19, 0, 0), certtest.Begin.AddDate(19, 0, 0)}, // shorter, and good
	} {
		write(int64(serial+2), tt.end)
		c.Look(logger)
		c.Look(logger)
		if got := c.Expires(); !got.Equal(tt.want) {
			t.Errorf("after one until %v the one until %v is in use, want %v", tt.end, got, tt.want)
		}
	}
	if got := strings.Count(log.String(), "it ended on"); got != 1 {
		t.Errorf("the end of a certificate is logged %d times:\n%s", got, log.String())
	}
}

// TestConnectionsByTLSAreCounted lets the bound of connections be reached and left again.
func TestConnectionsByTLSAreCounted(t *testing.T) {
	s := serveSecured(t, server.Settings{MaxConnections: 2}, silent())
	for i := range 10 {
		if _, _, err := s.get(&tls.Config{}); err != nil {
			t.Fatalf("connection %d: %v", i+1, err)
		}
	}
}

func TestCallersWhoFailAtTLSAreLoggedOnlyWhenAskedFor(t *testing.T) {
	for _, logCallers := range []bool{false, true} {
		lines := make(chan string, 1)
		callers := access.Settings{LogCallers: logCallers}
		s := serveSecured(t, server.Settings{}, callers.ServerLog(slog.New(slog.NewTextHandler(handshakes(lines), nil))))
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
	f := certtest.New(t)
	if _, err := server.LoadCertificate(f.Cert, f.Key); gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), f.Key) {
		t.Errorf("without files: %v", err)
	}
	f.Write(t, 1)
	_, other := certtest.Make(t, 2)
	certtest.Put(t, f.Key, other)
	_, err := server.LoadCertificate(f.Cert, f.Key)
	if gevel.CodeOf(err) != gevel.Unavailable || !strings.Contains(err.Error(), "does not match") || strings.Contains(err.Error(), "PRIVATE") {
		t.Errorf("with another key: %v", err)
	}
}
