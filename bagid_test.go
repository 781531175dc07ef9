package gevel_test

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAnIDMayHaveLostItsLeadingZerosAndNoMore(t *testing.T) {
	for text, want := range map[string]gevel.BAGID{
		"0003010000125985": "0003010000125985",
		"3010000125985":    "0003010000125985",
		"518010000001234":  "0518010000001234",
	} {
		if got, err := gevel.ParseBAGID(text); err != nil || got != want {
			t.Errorf("ParseBAGID(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "12", "010000125985", "0000000000012", "00000000000012", "000000000000012", "05180100000012345",
		"051801000000123x",
	} {
		if got, err := gevel.ParseBAGID(text); err == nil {
			t.Errorf("ParseBAGID(%q) = %q, want an error", text, got)
		}
	}
}
