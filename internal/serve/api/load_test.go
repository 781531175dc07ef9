package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/api"
)

func TestBeyondPlacesAndQueueRequestsAreTurnedAwayAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := api.NewPlaces(2, 1, time.Second)
		for range 2 {
			if err := a.Enter(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		waited := make(chan error)
		go func() { waited <- a.Enter(t.Context()) }()
		synctest.Wait()
		before := time.Now()
		if err := a.Enter(t.Context()); gevel.CodeOf(err) != gevel.Unavailable || time.Since(before) != 0 {
			t.Errorf("beyond the queue: %v after %s", err, time.Since(before))
		}
		a.Leave()
		if err := <-waited; err != nil {
			t.Errorf("the one that waited got no place: %v", err)
		}
		if a.Waiting() != 0 {
			t.Errorf("%d wait", a.Waiting())
		}
	})
}

func TestNobodyWaitsLongerThanTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := api.NewPlaces(1, 5, 100*time.Millisecond)
		if err := a.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := time.Now()
		if err := a.Enter(t.Context()); gevel.CodeOf(err) != gevel.Unavailable || time.Since(before) != 100*time.Millisecond {
			t.Errorf("got %v after %s", err, time.Since(before))
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := a.Enter(gone); gevel.CodeOf(err) != gevel.Unavailable {
			t.Errorf("a caller that went away: %v", err)
		}
		a.Leave()
		if err := a.Enter(t.Context()); err != nil {
			t.Errorf("the place is lost: %v", err)
		}
	})
}

func TestLoadIsShedWithRetryAfter(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	s := openSite(t, func(c *setup) {
		c.Server.MaxConnections = 2 // one of which may be a download
		c.Images = func(http.ResponseWriter, *http.Request) error {
			begun <- struct{}{}
			<-release
			return nil
		}
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.ask(t, request{target: "/images/first", key: noKey})
	}()
	<-begun
	got := s.ask(t, request{target: "/images/second", key: noKey})
	if got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(got.text, `"reason":"unavailable"`) ||
		got.Header.Get("Retry-After") != "1" {
		t.Errorf("beyond the bound: status %d, Retry-After %q: %s", got.StatusCode, got.Header.Get("Retry-After"), got.text)
	}
	if got := s.ask(t, request{target: "/v1/homevalue"}); got.StatusCode != http.StatusBadRequest {
		t.Errorf("downloads in work keep answers away: status %d", got.StatusCode)
	}
	want := `gevel_http_requests_shed_total{what="downloads"} 1`
	if metrics := s.ask(t, request{target: "/metrics", key: noKey}).text; !strings.Contains(metrics, want) {
		t.Errorf("the metrics lack %s", want)
	}
	close(release)
	<-done
}

// TestWhoDoesNotEndHisRequestHoldsNoPlace asks with a body that never comes: the server waits for it
// before it writes.
func TestWhoDoesNotEndHisRequestHoldsNoPlace(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Load.MaxInFlight = 1 })
	target := "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))
	for range 6 { // the place and the queue
		c := connect(t, s.server.Listener.Addr())
		_, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer %s\r\nContent-Length: 5\r\n\r\n",
			target, s.secrets["full"])
		if err != nil {
			t.Fatal(err)
		}
	}
	s.expectPlaces(t, target)
}

// expectPlaces expects ten answers one after the other. Requests that are in work for a moment may turn
// a few away, on a slow machine many: only those that stay turn away all.
func (s *site) expectPlaces(t *testing.T, target string) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for answered := 0; answered < 10; {
		switch got := s.ask(t, request{target: target}); {
		case got.StatusCode == http.StatusOK:
			answered++
		case got.StatusCode != http.StatusServiceUnavailable || time.Now().After(deadline):
			t.Fatalf("after %d answers: status %d", answered, got.StatusCode)
		}
	}
}

// TestWhoDoesNotReadHisAnswersHoldsNoPlace asks without end on one connection and reads nothing.
func TestWhoDoesNotReadHisAnswersHoldsNoPlace(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Load.MaxInFlight = 1 })
	target := "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))
	question := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer %s\r\n\r\n", target, s.secrets["full"])
	c := connect(t, s.server.Listener.Addr())
	if err := c.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	for err := error(nil); err == nil; { // until the buffers of both sides are full
		_, err = io.WriteString(c, strings.Repeat(question, 100))
	}
	s.expectPlaces(t, target)
}

func TestTheBoundFollowsTheProcessors(t *testing.T) {
	if got, want := api.DefaultMaxInFlight(), 4*runtime.GOMAXPROCS(0); got != want {
		t.Errorf("%d answers at once, want %d", got, want)
	}
}

func TestTheLongestIdleConnectionMakesRoom(t *testing.T) {
	server, open := boundServer(t, 2, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	first, second := connect(t, server), connect(t, server)
	first.ask(t, "HTTP/1.1 200 OK")
	waitForIdle(open, 1)
	second.ask(t, "HTTP/1.1 200 OK")
	waitForIdle(open, 2)
	third := connect(t, server)
	third.ask(t, "HTTP/1.1 200 OK")
	if _, err := first.in.ReadByte(); err != io.EOF {
		t.Errorf("the longest idle connection is open: %v", err)
	}
	second.ask(t, "HTTP/1.1 200 OK")
}

// waitForIdle waits for the server to see that it has answered: the caller sees it first.
func waitForIdle(open *api.Connections, n int) {
	for open.Idle() != n {
		runtime.Gosched()
	}
}

func TestAConnectionTooManyIsTurnedAway(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	server, _ := boundServer(t, 1, func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-release
	})
	first := connect(t, server)
	first.send(t)
	<-begun
	second := connect(t, server)
	second.ask(t, "HTTP/1.1 503 Service Unavailable")
	if _, err := second.in.ReadString('!'); err != io.EOF {
		t.Errorf("the connection stays open: %v", err)
	}
	close(release)
	first.expect(t, "HTTP/1.1 200 OK")
}

// boundServer answers on at most so many connections.
func boundServer(t *testing.T, most int, answer http.HandlerFunc) (net.Addr, *api.Connections) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: answer, ReadHeaderTimeout: time.Minute}
	bound, open := api.BoundConnections(most, server, listener)
	go func() { _ = server.Serve(bound) }()
	t.Cleanup(func() { server.Close() })
	return listener.Addr(), open
}

// connection is a connection as a test sees it.
type connection struct {
	net.Conn
	in *bufio.Reader
}

func connect(t *testing.T, to net.Addr) *connection {
	t.Helper()
	c, err := net.Dial(to.Network(), to.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return &connection{c, bufio.NewReader(c)}
}

func (c *connection) send(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: here\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
}

// expect reads an answer.
func (c *connection) expect(t *testing.T, status string) {
	t.Helper()
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Fatal(err)
	}
	if got := answer.Proto + " " + answer.Status; got != status {
		t.Errorf("got %s, want %s", got, status)
	}
}

func (c *connection) ask(t *testing.T, status string) {
	t.Helper()
	c.send(t)
	c.expect(t, status)
}
