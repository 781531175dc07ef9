package main

import (
	"strings"
	"testing"
)

func TestTheMapsBackgroundIsChecked(t *testing.T) {
	const good = "https://tiles.example/{z}/{x}/{y}.png?style=grey"
	for _, tt := range []struct{ url, attribution, want string }{
		{"", "", ""},
		{good, "© the makers", ""},
		{good, "", "give --map-attribution too"},
		{"", "© the makers", "give --map-background with it"},
		{"https://tiles.example/{z}/{x}.png", "©", "has no {y}"},
		{"https://tiles.example/{z}/{z}/{x}/{y}", "©", "has no {z}, or more than one"},
		{"ftp://tiles.example/{z}/{x}/{y}", "©", "give the URL of tiles"},
		{"https://user:hidden@tiles.example/{z}/{x}/{y}", "©", "give the URL of tiles"},
		{"{z}/{x}/{y}", "©", "give the URL of tiles"},
	} {
		cmd := &serveCmd{MapBackground: tt.url, MapAttribution: tt.attribution}
		b, err := cmd.background()
		switch {
		case tt.want == "" && (err != nil || (b != nil) != (tt.url != "") || b != nil && (b.URL != tt.url || b.Kind != "tiles" || b.Attribution != tt.attribution)):
			t.Errorf("%s: %+v, %v", tt.url, b, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "hidden")):
			t.Errorf("%s: refused with %v, want %s", tt.url, err, tt.want)
		}
	}
}
