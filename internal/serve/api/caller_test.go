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
		var log, access bytes.Buffer
		s := openSite(t, func(c *setup) {
			c.Log, c.AccessLog = slog.New(slog.NewJSONHandler(&log, nil)), slog.New(slog.NewJSONHandler(&access, nil))
			c.Access.LogCallers = logCallers
			c.Access.TrustedProxy = networks(t, "127.0.0.0/8")
		})
		header := http.Header{"X-Forwarded-For": {"198.51.100.1, 203.0.113.9"}, "X-Request-Id": {"by-proxy"}}
		s.ask(t, request{target: "/v1/homevalue", header: header})
		s.server.Close()
		line := lineOf(access.String(), "by-proxy") // the others are of the suite itself
		if got := strings.Contains(line, `"remote":"203.0.113.9"`); got != logCallers {
			t.Errorf("callers asked for: %v, in the log: %v\n%s", logCallers, got, access.String())
		}
		for _, never := range []string{"198.51.100.1", "127.0.0.1"} {
			if strings.Contains(line, never) {
				t.Errorf("the log has %s:\n%s", never, access.String())
			}
		}
		if line == "" || strings.Contains(log.String(), `"msg":"request"`) {
			t.Errorf("the line of the request is not where it was to go:\n%s%s", access.String(), log.String())
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
