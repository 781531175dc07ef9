package gevel_test

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

func TestAnIDMayHaveLostItsLeadingZerosAndNoMore(t *testing.T) {
	for text, want := range map[string]gevel.BAGID{
		"0003010000125985":                           "0003010000125985",
		"3010000125985":                              "0003010000125985",
		"518010000001234":                            "0518010000001234",
		" 0518010000001234":                          "0518010000001234",
		"518010000001234.0":                          "0518010000001234",
		"NL.IMBAG.Verblijfsobject.0518010000001234":  "0518010000001234",
		"NL.IMBAG.Nummeraanduiding.0518200000001234": "0518200000001234",
	} {
		if got, err := gevel.ParseBAGID(text); err != nil || got != want {
			t.Errorf("ParseBAGID(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "12", "010000125985", "0000000000012", "00000000000012", "000000000000012", "05180100000012345",
		"051801000000123x", "NL.IMBAG.Pand.518100000001234", "NL.IMBAG.0518010000001234", "518010000001234.5", ".0",
	} {
		if got, err := gevel.ParseBAGID(text); err == nil {
			t.Errorf("ParseBAGID(%q) = %q, want an error", text, got)
		}
	}
}

func TestAnIDThatASpreadsheetMadeANumberOfIsRefusedWithWhatHappened(t *testing.T) {
	for _, text := range []string{"5,18E+14", "5.1801E+14", "9,9010E+13", "5E+14", "5.18e14"} {
		if got, err := gevel.ParseBAGID(text); err == nil || !strings.Contains(err.Error(), "a spreadsheet turned into a number") {
			t.Errorf("ParseBAGID(%q) = %q, %v", text, got, err)
		}
	}
}

// FuzzParseBAGID holds that what is read are 16 digits, which are read as they are.
func FuzzParseBAGID(f *testing.F) {
	for _, seed := range []string{"0518010000001234", "518010000001234.0", "NL.IMBAG.Pand.0363100012061200", "5,18E+14", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := gevel.ParseBAGID(text)
		if err != nil {
			return
		}
		if again, err := gevel.ParseBAGID(string(id)); err != nil || again != id || len(id) != 16 || id.Number() == 0 && strings.Trim(string(id), "0") != "" {
			t.Errorf("%q is read as %q, and that as %q, %v", text, id, again, err)
		}
	})
}
