package main

import (
	"testing"
	"time"

	"github.com/gevel/gevel"
)

func TestAKeyExpiresAfterItsLastDayInTheNetherlands(t *testing.T) {
	now := time.Date(2025, 3, 15, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2025-12-31": "2025-12-31T23:00:00Z", // midnight of a winter's day
		"2025-06-30": "2025-06-30T22:00:00Z", // midnight of a summer's day
		"90d":        "2025-06-13T12:00:00Z",
		"1h30m":      "2025-03-15T13:30:00Z",
	} {
		got, err := parseExpiry(text, now)
		if err != nil || got.V.UTC().Format(time.RFC3339) != want {
			t.Errorf("parseExpiry(%q) = %v (%v), want %s", text, got.V, err, want)
		}
	}
	for _, bad := range []string{
		"2025-02-30", "31-12-2025", "-1d", "36501d", "99999999999999999999d", "d", "1.5d", "-1h", "soon",
	} {
		if got, err := parseExpiry(bad, now); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("parseExpiry(%q) = %v (%v), want gevel.Invalid", bad, got, err)
		}
	}
}

func FuzzPeriod(f *testing.F) {
	for _, seed := range []string{"90d", "12h", "", "d", "0d", "1e3h", "2562047h47m16.854775807s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p period
		if err := p.UnmarshalText([]byte(text)); err == nil && p < 0 {
			t.Errorf("%q is %v", text, time.Duration(p))
		}
	})
}
