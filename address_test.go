package gevel_test

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAPostalCodeIsReadWithWhiteSpace(t *testing.T) {
	for _, text := range []string{"2594AN", "2594 AN", "2594an", " 2594AN", "2594 an\t", "2594\u00a0AN", "2594  AN"} {
		if got, err := gevel.ParsePostalCode(text); err != nil || got != "2594AN" {
			t.Errorf("ParsePostalCode(%q) = %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2594", "25 94AN", "2594A N", "0594AN", "2594ANX", "2594-AN", "2594 A N"} {
		if got, err := gevel.ParsePostalCode(text); err == nil {
			t.Errorf("ParsePostalCode(%q) = %q, want an error", text, got)
		}
	}
}

// FuzzParsePostalCode holds that what is read is read alike when it is written as it is stored.
func FuzzParsePostalCode(f *testing.F) {
	for _, seed := range []string{"2511CV", "2511 cv", " 2511CV ", "", "2511"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, err := gevel.ParsePostalCode(text)
		if err != nil {
			return
		}
		if again, err := gevel.ParsePostalCode(string(code)); err != nil || again != code || len(code) != 6 {
			t.Errorf("%q is read as %q, and that as %q, %v", text, code, again, err)
		}
	})
}
