package access

// The line of each request.

import (
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// longestPath is how many bytes of a path the log takes.
const longestPath = 128

// finish ends an exchange: it answers for a handler that panicked, and notes it in
// the log and the metrics. The log never sees a query or a key, and unless callers are logged
// no path either, which may name a home, and no network address.
func (h *Handler) finish(x *frame.Exchange, r *http.Request, panicked any) {
	if panicked != nil {
		x.Recovered(panicked)
	}
	if x.Status == 0 {
		x.Status = http.StatusOK
	}
	took := h.options.Now().Sub(x.Started)
	h.metrics.observe(x.Route, x.Status, took)
	line := []slog.Attr{
		slog.String("id", x.ID),
		slog.String("method", r.Method),
		slog.String("route", x.Route),
		slog.Int("status", x.Status),
		slog.Int64("bytes", x.Bytes),
		slog.Int64("us", took.Microseconds()),
		slog.String("key", x.Key.ID),
		slog.Int64("uses", x.Uses),
	}
	if h.settings.LogCallers {
		path := gevel.Printable(r.URL.Path[:min(len(r.URL.Path), longestPath)])
		line = append(line, slog.String("path", path), slog.String("remote", h.caller(r)))
	}
	level := slog.LevelInfo
	if x.Status < http.StatusBadRequest && slices.Contains(h.options.Probes, x.Route) {
		level = slog.LevelDebug
	}
	h.options.Lines.LogAttrs(r.Context(), level, "request", line...)
}

// What the HTTP server says by itself: of connections by TLS that came to nothing, mostly.

// networkAddress is an address with its port, as the server writes it.
var networkAddress = regexp.MustCompile(`(\[[0-9A-Fa-f:.]+(%[^\]]+)?\]|[0-9]+(\.[0-9]+){3}):[0-9]+`)

// serverLog passes lines on to the log, without network addresses unless callers are logged.
type serverLog struct {
	log        *slog.Logger
	logCallers bool
}

// Write implements io.Writer.
func (l serverLog) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	if !l.logCallers {
		text = withoutAddresses(text)
	}
	l.log.Warn(text)
	return len(line), nil
}

func withoutAddresses(text string) string { return networkAddress.ReplaceAllString(text, "an address") }

// ServerLog returns where an HTTP server writes its own lines.
func (s *Settings) ServerLog(to *slog.Logger) *log.Logger {
	return log.New(serverLog{to, s.LogCallers}, "", 0)
}

// credentials stand before the host of a URL.
var credentials = regexp.MustCompile(`://[^/?#@]*@`)

// WithoutCredentials returns a text that may be a URL without user and password. No setting but --keys may have them:
// the service refuses them when it starts, and shows them nowhere before.
func WithoutCredentials(text string) string {
	const hidden = "xxxxx"
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := url.Parse(text)
	if err != nil {
		return hidden
	}
	if strings.Contains(u.RawQuery, "@") { // of an endpoint
		text, _, _ = strings.Cut(text, "?")
		text += "?" + hidden
	}
	return credentials.ReplaceAllString(text, "://"+hidden+"@")
}

// Who asks, through proxies: for the log alone, where callers are logged at all.

// forwardedFor is the header in which each proxy appends who asked it. The standard's Forwarded
// (RFC 7239) is not read: nginx, HAProxy and the load balancers of clouds write this one, and what a
// caller puts into the other would be passed on.
const forwardedFor = "X-Forwarded-For"

// caller returns the network address that a request comes from.
func (h *Handler) caller(r *http.Request) string {
	if len(h.settings.TrustedProxy) == 0 {
		return r.RemoteAddr
	}
	return callerOf(r.RemoteAddr, r.Header.Values(forwardedFor), h.settings.TrustedProxy)
}

// callerOf goes from the connection's other side backwards through the header, as long as the side
// that it has come to is a trusted proxy. So what a caller wrote into the header himself is never reached. It returns
// peer as it is when that is no trusted proxy.
func callerOf(peer string, forwarded []string, trusted []Network) string {
	at, ok := parseAddress(peer)
	if !ok || !isWithin(at, trusted) {
		return peer
	}
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		before, ok := parseAddress(strings.TrimSpace(hops[i]))
		if !ok {
			break
		}
		if at = before; !isWithin(at, trusted) {
			break
		}
	}
	return at.String()
}

// parseAddress reads an address, also with a port, and an IPv4 one in any form as such.
func parseAddress(text string) (netip.Addr, bool) {
	at, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		with, err := netip.ParseAddrPort(text)
		if err != nil {
			return netip.Addr{}, false
		}
		at = with.Addr()
	}
	return at.Unmap().WithZone(""), true
}

func isWithin(at netip.Addr, networks []Network) bool {
	return slices.ContainsFunc(networks, func(n Network) bool { return netip.Prefix(n).Contains(at) })
}

// Network is a network of addresses as people write it: 10.0.0.0/8, or one address.
type Network netip.Prefix

// UnmarshalText reads a network. It refuses the one of all addresses, with which any caller could write
// another caller into the log.
func (n *Network) UnmarshalText(text []byte) error {
	given := strings.TrimSpace(string(text))
	prefix, err := netip.ParsePrefix(given)
	if at, notOne := netip.ParseAddr(given); notOne == nil {
		prefix, err = at.Unmap().WithZone("").Prefix(at.Unmap().BitLen())
	}
	switch {
	case err != nil:
		return fmt.Errorf("%q is no network such as 10.0.0.0/8, and no address", given)
	case prefix.Bits() == 0:
		return fmt.Errorf("%s is every address; name the networks of your proxies", given)
	}
	*n = Network(prefix.Masked())
	return nil
}

// String implements fmt.Stringer.
func (n Network) String() string { return netip.Prefix(n).String() }
