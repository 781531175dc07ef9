package access

import (
	"net/netip"
	"testing"
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
		if got := callerOf(tt.peer, tt.forwarded, trusted); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// FuzzCaller holds that nothing but what a trusted proxy appended is believed.
func FuzzCaller(f *testing.F) {
	for _, seed := range []string{"", "1.2.3.4", "10.0.0.1, ::1", "[::1]:2,,", "fe80::1%eth0", "x\x00, 9.9.9.9:99"} {
		f.Add(seed)
	}
	trusted := networks(f, "10.0.0.0/8")
	f.Fuzz(func(t *testing.T, sent string) {
		if got := callerOf("203.0.113.9:1", []string{sent}, trusted); got != "203.0.113.9:1" {
			t.Errorf("%q from an untrusted address is believed: %s", sent, got)
		}
		if got := callerOf("10.0.0.1:1", []string{sent, "203.0.113.9"}, trusted); got != "203.0.113.9" {
			t.Errorf("%q before what the proxy said is believed: %s", sent, got)
		}
		if _, err := netip.ParseAddr(callerOf("10.0.0.1:1", []string{sent}, trusted)); err != nil {
			t.Errorf("%q: %v", sent, err)
		}
	})
}

func TestNetworkAddressesAreFoundInWhatTheServerSays(t *testing.T) {
	for said, want := range map[string]string{
		"from 203.0.113.9:4711: EOF":                                        "from an address: EOF",
		"from [2001:db8::1]:4711: EOF":                                      "from an address: EOF",
		"from [fe80::1%eth0]:4711: EOF":                                     "from an address: EOF",
		"read tcp 192.0.2.1:8080->203.0.113.9:4711: connection reset":       "read tcp an address->an address: connection reset",
		"panic: x\ngoroutine 12 [running]:\nmain.go:43 +0x1f version 1.2.3": "panic: x\ngoroutine 12 [running]:\nmain.go:43 +0x1f version 1.2.3",
	} {
		if got := withoutAddresses(said); got != want {
			t.Errorf("%q becomes %q, want %q", said, got, want)
		}
	}
}

func networks(t testing.TB, texts ...string) []Network {
	t.Helper()
	list := make([]Network, len(texts))
	for i, text := range texts {
		if err := list[i].UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
