package access

import (
	"fmt"
	"net/netip"
	"strings"
)

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
