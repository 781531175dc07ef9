// Package s3test runs a real S3 server for tests: versitygw over a temporary folder, on a loopback port. Its
// keys are in the environment, as an operator's are.
package s3test

import (
	"bytes"
	"errors"
	"go/build"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The keys of the server.
const (
	AccessKey = "gevel-test-access"
	SecretKey = "gevel-test-secret-that-no-message-repeats"
)

// required is the environment variable that makes tests fail, rather than be skipped, without the server.
const required = "GEVEL_TEST_S3"

// startWithin is far beyond what the server takes.
const startWithin = 5 * time.Minute

// Server is a running server.
type Server struct {
	Endpoint string
	t        testing.TB
	binary   string
	addr     string
	root     string // each folder in it is a bucket
	process  *exec.Cmd
	out      bytes.Buffer
}

// Start starts a server that ends with the test, and sets the environment for programs that use it. The test
// is skipped where versitygw is not installed.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, binary: findBinary(t), addr: FreeAddress(t), root: t.TempDir()}
	s.Endpoint = "http://" + s.addr
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": AccessKey, "AWS_SECRET_ACCESS_KEY": SecretKey, "AWS_SESSION_TOKEN": "", "AWS_REGION": "",
		"AWS_DEFAULT_REGION": "", "AWS_ENDPOINT_URL": s.Endpoint, "AWS_ENDPOINT_URL_S3": "", "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_CONFIG_FILE": filepath.Join(s.root, ".none"), "AWS_SHARED_CREDENTIALS_FILE": filepath.Join(s.root, ".none"),
	} {
		t.(interface{ Setenv(key, value string) }).Setenv(name, value)
	}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// findBinary returns the path of versitygw.
func findBinary(t testing.TB) string {
	t.Helper()
	if path, err := exec.LookPath("versitygw"); err == nil {
		return path
	}
	for _, dir := range filepath.SplitList(build.Default.GOPATH) {
		if path := filepath.Join(dir, "bin", "versitygw"); exec.Command(path, "--version").Run() == nil {
			return path
		}
	}
	if os.Getenv(required) != "" {
		t.Fatal("versitygw is not installed")
	}
	t.Skip("versitygw is not installed: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0")
	return ""
}

// FreeAddress returns an address of this machine where nothing listens.
func FreeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Start starts the server again after Stop, with its data.
func (s *Server) Start() {
	s.t.Helper()
	s.process = exec.Command(s.binary, "--port", s.addr, "--quiet", "posix", s.root)
	s.process.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+AccessKey, "ROOT_SECRET_KEY="+SecretKey)
	s.process.Stdout, s.process.Stderr = &s.out, &s.out
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	deadline := time.Now().Add(startWithin)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: startWithin}
	for {
		answer, err := client.Get(s.Endpoint)
		if err == nil {
			answer.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			s.Stop()
			s.t.Fatalf("versitygw does not answer: %v\n%s", err, s.out.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Stop ends the server. Its data stay.
func (s *Server) Stop() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill() // it may have ended by itself
	_ = s.process.Wait()
	s.process = nil
}

// Bucket makes a bucket and returns its location.
func (s *Server) Bucket(name string) string {
	s.t.Helper()
	if err := os.Mkdir(filepath.Join(s.root, name), 0o755); err != nil {
		s.t.Fatal(err)
	}
	return "s3://" + name
}

// Path returns the path of the file that holds an object.
func (s *Server) Path(bucket, key string) string {
	return filepath.Join(s.root, bucket, filepath.FromSlash(key))
}

// Slow returns the endpoint of a proxy that hands each request on after a delay, as a bucket far away does, and the count
// of requests. Programs that are started from now on use it.
func (s *Server) Slow(delay time.Duration) (endpoint string, requests *atomic.Int64) {
	s.t.Helper()
	requests = new(atomic.Int64)
	onward := s.onward()
	return s.between(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		time.Sleep(delay)
		onward.ServeHTTP(w, r)
	}), requests
}

// Between is a proxy that can be made slow, or lie.
type Between struct {
	Delay atomic.Int64 // of each request, in nanoseconds
	Lies  atomic.Bool  // whether some answers are an object cut short, one with another byte, a list of before or a fault

	asked atomic.Int64
	mu    sync.Mutex
	lists map[string][]byte // as answered last, while it did not lie
}

// Between puts a proxy before the server. Programs that are started from now on use it.
func (s *Server) Between() *Between {
	s.t.Helper()
	b := &Between{lists: map[string][]byte{}}
	onward := s.onward()
	onward.ModifyResponse = b.answer
	s.between(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(time.Duration(b.Delay.Load()))
		onward.ServeHTTP(w, r)
	})
	return b
}

// answer alters an answer, if it is to be a lie.
func (b *Between) answer(r *http.Response) error {
	if r.Request.Method != http.MethodGet || r.StatusCode != http.StatusOK {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err := errors.Join(err, r.Body.Close()); err != nil {
		return err
	}
	asked, query := r.Request.URL.String(), r.Request.URL.Query()
	list := query.Has("list-type")
	lies := b.Lies.Load()
	which := int64(-1)
	if lies {
		which = b.asked.Add(1) % 8
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case list && !lies:
		b.lists[asked] = body
	case list && which%4 == 0 && b.lists[asked] != nil:
		body = b.lists[asked]
	case list || len(body) == 0:
	case which == 0:
		body = body[:len(body)/2]
	case which == 2:
		body[len(body)/2] ^= 1
	case which == 4:
		r.StatusCode, r.Status, body = http.StatusServiceUnavailable, "503 Slow Down", nil
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

// onward hands requests on to the server. A server that is away is seen as a connection that ends.
func (s *Server) onward() *httputil.ReverseProxy {
	s.t.Helper()
	server, err := url.Parse(s.Endpoint)
	if err != nil {
		s.t.Fatal(err)
	}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(server)
			r.Out.Host = r.In.Host // requests are signed for the proxy
		},
		Transport:    &http.Transport{MaxIdleConnsPerHost: 512},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
}

// between starts a proxy, and returns its endpoint.
func (s *Server) between(handle http.HandlerFunc) (endpoint string) {
	s.t.Helper()
	proxy := httptest.NewServer(handle)
	s.t.Cleanup(proxy.Close)
	s.t.(interface{ Setenv(key, value string) }).Setenv("AWS_ENDPOINT_URL", proxy.URL)
	return proxy.URL
}
