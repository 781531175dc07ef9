package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/api"
)

func TestTheCallerIsWhoTheLastTrustedProxySays(t *testing.T) {
	trusted := networks(t, "10.0.0.0/8", "fd00::/8", "192.0.2.7")
	for _, tt := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"direct", "203.0.113.9:5000", nil, "203.0.113.9:5000"},
		{"spoofed without a proxy", "203.0.113.9:5000", []string{"198.51.100.1"}, "203.0.113.9:5000"},
		{"one proxy", "10.1.2.3:5000", []string{"203.0.113.9"}, "203.0.113.9"},
		{"one proxy, spoofed", "10.1.2.3:5000", []string{"198.51.100.1, 203.0.113.9"}, "203.0.113.9"},
		{"spoofed as a trusted one", "10.1.2.3:5000", []string{"10.9.9.9, 203.0.113.9"}, "203.0.113.9"},
		{"spoofed in a line of its own", "10.1.2.3:5000", []string{"198.51.100.1", "203.0.113.9"}, "203.0.113.9"},
		{"two proxies", "10.1.2.3:5000", []string{"198.51.100.1, 203.0.113.9, 192.0.2.7"}, "203.0.113.9"},
		{"an untrusted proxy behind", "10.1.2.3:5000", []string{"198.51.100.1, 192.0.2.8"}, "192.0.2.8"},
		{"with a port", "10.1.2.3:5000", []string{"203.0.113.9:6000"}, "203.0.113.9"},
		{"IPv6", "[fd00::1]:5000", []string{"2001:db8::9"}, "2001:db8::9"},
		{"IPv6 in brackets with a port", "[fd00::1]:5000", []string{"[2001:db8::9]:443"}, "2001:db8::9"},
		{"IPv4 in IPv6", "[::ffff:10.1.2.3]:5000", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"nothing said", "10.1.2.3:5000", nil, "10.1.2.3"},
		{"nonsense said", "10.1.2.3:5000", []string{"198.51.100.1, unknown"}, "10.1.2.3"},
		{"only trusted ones", "10.1.2.3:5000", []string{"10.7.7.7"}, "10.7.7.7"},
		{"no address", "@", []string{"203.0.113.9"}, "@"},
	} {
		if got := api.CallerOf(tt.peer, tt.forwarded, trusted); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func networks(t testing.TB, texts ...string) []api.Network {
	t.Helper()
	list := make([]api.Network, len(texts))
	for i, text := range texts {
		if err := list[i].UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// FuzzCaller holds that nothing but what a trusted proxy appended is believed.
func FuzzCaller(f *testing.F) {
	for _, seed := range []string{"", "1.2.3.4", "10.0.0.1, ::1", "[::1]:2,,", "fe80::1%eth0", "x\x00, 9.9.9.9:99"} {
		f.Add(seed)
	}
	trusted := networks(f, "10.0.0.0/8")
	f.Fuzz(func(t *testing.T, sent string) {
		if got := api.CallerOf("203.0.113.9:1", []string{sent}, trusted); got != "203.0.113.9:1" {
			t.Errorf("%q from nobody trusted is believed: %s", sent, got)
		}
		if got := api.CallerOf("10.0.0.1:1", []string{sent, "203.0.113.9"}, trusted); got != "203.0.113.9" {
			t.Errorf("%q before what the proxy said is believed: %s", sent, got)
		}
		if _, err := netip.ParseAddr(api.CallerOf("10.0.0.1:1", []string{sent}, trusted)); err != nil {
			t.Errorf("%q: %v", sent, err)
		}
	})
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
