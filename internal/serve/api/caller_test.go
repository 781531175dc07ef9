package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/access"
)

func networks(t testing.TB, texts ...string) []access.Network {
	t.Helper()
	list := make([]access.Network, len(texts))
	for i, text := range texts {
		if err := list[i].UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func TestTheLogHasTheCallerBehindAProxyAndOnlyWhenAskedFor(t *testing.T) {
	for _, logCallers := range []bool{true, false} {
		var log bytes.Buffer
		s := openSite(t, func(c *setup) {
			c.Log = slog.New(slog.NewJSONHandler(&log, nil))
			c.Access.LogCallers = logCallers
			c.Access.TrustedProxy = networks(t, "127.0.0.0/8")
		})
		header := http.Header{"X-Forwarded-For": {"198.51.100.1, 203.0.113.9"}, "X-Request-Id": {"by-proxy"}}
		s.ask(t, request{target: "/v1/homevalue", header: header})
		s.server.Close()
		line := lineOf(log.String(), "by-proxy") // the others are of the suite itself
		if got := strings.Contains(line, `"remote":"203.0.113.9"`); got != logCallers {
			t.Errorf("callers asked for: %v, in the log: %v\n%s", logCallers, got, log.String())
		}
		for _, never := range []string{"198.51.100.1", "127.0.0.1"} {
			if strings.Contains(line, never) {
				t.Errorf("the log has %s:\n%s", never, log.String())
			}
		}
		if line == "" {
			t.Errorf("the request is not in the log:\n%s", log.String())
		}
	}
}

// lineOf returns the line of a log that has a word.
func lineOf(log, word string) string {
	for line := range strings.Lines(log) {
		if strings.Contains(line, word) {
			return line
		}
	}
	return ""
}

func TestProbesAreLoggedForDebuggingUnlessTheyFail(t *testing.T) {
	var lines bytes.Buffer
	s := openSite(t, func(c *setup) {
		c.Log = slog.New(slog.NewJSONHandler(&lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	for _, target := range []string{"/healthz", "/readyz", "/metrics", "/docs"} {
		s.ask(t, request{target: target, key: noKey, header: http.Header{"X-Request-Id": {"well-" + target[1:]}}})
	}
	s.service.Drain()
	s.ask(t, request{target: "/readyz", key: noKey, header: http.Header{"X-Request-Id": {"ill"}}})
	s.server.Close()
	for id, level := range map[string]string{"well-healthz": "DEBUG", "well-readyz": "DEBUG", "well-metrics": "DEBUG", "well-docs": "INFO", "ill": "INFO"} {
		if line := lineOf(lines.String(), `"`+id+`"`); !strings.Contains(line, `"level":"`+level+`"`) {
			t.Errorf("%s is logged %q, want %s", id, line, level)
		}
	}
}
