package spelling

import (
	"strings"

	"github.com/gevel/gevel"
)

// units are how people write what a number counts, behind it.
var units = map[string][]string{
	"m2":    {"m2", "m²", "m^2", "vierkante meter"},
	"m3":    {"m3", "m³", "m^3", "kubieke meter"},
	"rooms": {"kamer", "kamers", "room", "rooms"},
}

// WithoutUnit returns the number of a characteristic without its unit: 105 m², 350m3, 3 kamers. Another unit stays, and
// makes it no number.
func WithoutUnit(a *gevel.Attribute, s string) string {
	names := units[a.Unit]
	if a.Column == "rooms" {
		names = units[a.Column]
	}
	for _, name := range names {
		at := len(s) - len(name)
		if at < 1 || !strings.EqualFold(s[at:], name) {
			continue
		}
		if number := strings.TrimSpace(s[:at]); number != "" && digits(number[len(number)-1:]) {
			return number
		}
	}
	return s
}
