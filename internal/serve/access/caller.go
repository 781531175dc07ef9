package access

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

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
	for _, n := range networks {
		if netip.Prefix(n).Contains(at) {
			return true
		}
	}
	return false
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
