package api_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
)

func TestLoadIsShedWithRetryAfter(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	s := openSite(t, func(c *setup) {
		c.Server.MaxConnections = 2 // one may be a download
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
	deadline := time.Now().Add(5 * time.Minute)
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

func connect(t *testing.T, to net.Addr) net.Conn {
	t.Helper()
	c, err := net.Dial(to.Network(), to.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return c
}
