package api_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
)

var uuid7 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestKeySchemeInAnyCase(t *testing.T) {
	s := openSite(t)
	for header, want := range map[string]int{
		"Bearer " + s.secrets["full"]: 400,
		"bearer " + s.secrets["full"]: 400,
		"BEARER " + s.secrets["full"]: 400,
		"Basic " + s.secrets["full"]:  401,
		s.secrets["full"]:             401,
		"Bearer":                      401,
		"Bearer ":                     401,
	} {
		got := s.ask(t, request{target: "/v1/homevalue", key: noKey, header: http.Header{"Authorization": {header}}})
		if got.StatusCode != want {
			t.Errorf("with %.8s... status %d, want %d", header, got.StatusCode, want)
		}
	}
	for _, target := range []string{"/v1/homevalue?key=" + s.secrets["full"], "/v1/homevalue?access_token=" + s.secrets["full"]} {
		if got := s.ask(t, request{target: target, key: noKey}); got.StatusCode != http.StatusUnauthorized {
			t.Errorf("a key in the query gives status %d, want 401", got.StatusCode)
		}
	}
}

func TestCORSIsOffUnlessConfigured(t *testing.T) {
	const origin = "https://page.example"
	preflight := http.Header{
		"Origin": {origin}, "Access-Control-Request-Method": {"GET"},
		"Access-Control-Request-Headers": {"authorization"},
	}
	off := openSite(t)
	if got := off.ask(t, request{target: "/v1/homevalue", header: http.Header{"Origin": {origin}}}); got.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("an origin that was not configured is let in")
	}
	if got := off.ask(t, request{
		method: "OPTIONS", target: "/v1/homevalue", key: noKey,
		header: preflight,
	}); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("a preflight gives status %d, want 401", got.StatusCode)
	}
	on := openSite(t, func(c *setup) { c.Access.CORSOrigin = []string{origin} })
	if got := on.ask(t, request{target: "/v1/homevalue", header: http.Header{"Origin": {origin}}}); got.Header.Get("Access-Control-Allow-Origin") != origin ||
		got.Header.Get("Vary") != "Origin" {
		t.Errorf("the configured origin gets %v", got.Header)
	}
	if got := on.ask(t, request{target: "/v1/homevalue", header: http.Header{"Origin": {"https://other.example"}}}); got.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("another origin is let in")
	}
	request, err := http.NewRequest(http.MethodOptions, on.server.URL+"/v1/homevalue", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = preflight
	got, err := noRedirects.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	if got.StatusCode != http.StatusNoContent || !strings.Contains(got.Header.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("a preflight gives status %d, headers %v", got.StatusCode, got.Header)
	}
}

func TestAPageOfAConfiguredOriginMaySendBatchesAndReadRefusals(t *testing.T) {
	const origin = "https://page.example"
	s := openSite(t, func(c *setup) { c.Access.CORSOrigin = []string{origin, "https://other.example"} })
	do := func(method, target, key string, header ...string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), method, s.server.URL+target, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", origin)
		r.Header.Set("Authorization", "Bearer "+key)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		got, err := noRedirects.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		return got
	}
	for _, target := range []string{"/batch/values", "/mcp"} {
		got := do(http.MethodOptions, target, "", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers",
			"authorization,content-type")
		allowed := strings.ToLower(got.Header.Get("Access-Control-Allow-Headers"))
		if got.StatusCode != http.StatusNoContent || !strings.Contains(got.Header.Get("Access-Control-Allow-Methods"), "POST") ||
			!strings.Contains(allowed, "content-type") || !strings.Contains(allowed, "authorization") {
			t.Errorf("a preflight of %s gives status %d, headers %v", target, got.StatusCode, got.Header)
		}
	}
	for _, tt := range []struct {
		method, target, key string
		want                int
	}{
		{http.MethodGet, "/v1/homevalue", "unknown", 401},
		{http.MethodGet, "/v1/homevalue", s.secrets["images only"], 403},
		{http.MethodGet, "/v1/homevalue?postalCode=1", s.secrets["full"], 400},
		{http.MethodGet, "/v1/nothing", s.secrets["full"], 404},
		{http.MethodDelete, "/v1/homevalue", s.secrets["full"], 405},
		{http.MethodPost, "/batch/values", "unknown", 401},
		{http.MethodPost, "/batch/values", s.secrets["full"], 415},
		{http.MethodPost, "/mcp", "unknown", 401},
	} {
		got := do(tt.method, tt.target, tt.key, "Content-Type", "text/html")
		if got.StatusCode != tt.want || got.Header.Get("Access-Control-Allow-Origin") != origin ||
			!strings.Contains(got.Header.Get("Access-Control-Expose-Headers"), "X-Request-Id") {
			t.Errorf("%s %s is answered %d, want %d, with %v", tt.method, tt.target, got.StatusCode, tt.want, got.Header)
		}
	}
}

func TestLogHasNoSecretsAndFaultsHaveTheirID(t *testing.T) {
	var log bytes.Buffer
	s := openSite(t, func(c *setup) {
		c.Log = slog.New(slog.NewJSONHandler(&log, nil))
		c.Images = func(http.ResponseWriter, *http.Request) error { panic("the disk at /secret/place") }
	})
	home := s.caseAt(t, demo.CaseOrdinary)
	s.ask(t, request{target: "/v1/homevalue?" + at(home) + "&volume=19999"})
	got := s.ask(t, request{target: "/images/x?signature=sIgNaTuRe", header: http.Header{"X-Request-Id": {"broken-one"}}})
	if got.StatusCode != http.StatusInternalServerError || strings.Contains(got.text, "/secret/place") || !strings.Contains(got.text, `"reason":"internal"`) {
		t.Errorf("a panic gives status %d: %s", got.StatusCode, got.text)
	}
	s.server.Close() // so that all is logged
	for _, never := range []string{secret, "sIgNaTuRe", string(home.PostalCode), "19999", "/images/x", "127.0.0.1"} {
		if strings.Contains(log.String(), never) {
			t.Errorf("the log has %q:\n%s", never, log.String())
		}
	}
	for _, want := range []string{"/secret/place", `"id":"broken-one"`, `"route":"/v1/homevalue"`, `"status":500`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
}

func TestCallersAreLoggedWhenAskedFor(t *testing.T) {
	var log bytes.Buffer
	s := openSite(t, func(c *setup) {
		c.Log = slog.New(slog.NewJSONHandler(&log, nil))
		c.Access.LogCallers = true
	})
	s.ask(t, request{target: "/images/0518200000001234-x?signature=sIgNaTuRe", key: noKey})
	s.server.Close()
	for _, want := range []string{`"path":"/images/0518200000001234-x"`, `"remote":"127.0.0.1:`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "sIgNaTuRe") {
		t.Errorf("the log has a signature:\n%s", log.String())
	}
}

func TestShutdownFinishesWhatIsInFlight(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	s := openSite(t, func(c *setup) {
		c.Images = func(w http.ResponseWriter, _ *http.Request) error {
			close(begun)
			<-release
			_, err := io.WriteString(w, "whole")
			return err
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served, body := make(chan error, 1), make(chan string, 1)
	go func() { served <- s.running.Serve(ctx, listener, s.service) }()
	go func() {
		response, err := http.Get("http://" + listener.Addr().String() + "/images/x")
		if err != nil {
			body <- err.Error()
			return
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		body <- string(text)
	}()
	<-begun
	cancel()
	for dial(listener.Addr()) == nil { // until the door is closed
	}
	close(release)
	if got := <-body; got != "whole" {
		t.Errorf("the request in flight got %q, want its whole answer", got)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

func dial(a net.Addr) error {
	c, err := net.DialTimeout(a.Network(), a.String(), time.Minute)
	if err == nil {
		c.Close()
	}
	return err
}

func TestReadinessEndsWhenShutdownBegins(t *testing.T) {
	s := openSite(t)
	s.service.Drain()
	if got := s.ask(t, request{target: "/readyz", key: noKey}); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("readyz while draining: status %d, want 503", got.StatusCode)
	}
	if got := s.ask(t, request{target: "/healthz", key: noKey}); got.StatusCode != http.StatusOK {
		t.Errorf("healthz while draining: status %d, want 200", got.StatusCode)
	}
	if got := s.ask(t, request{target: "/v1/homevalue"}); got.StatusCode != http.StatusBadRequest {
		t.Errorf("a request while draining: status %d, want its answer", got.StatusCode)
	}
}
