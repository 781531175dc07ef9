package visible_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/gevel/gevel/internal/file/visible"
)

func TestHiddenCharactersAreWrittenVisibly(t *testing.T) {
	for given, want := range map[string]string{
		"Kade 1\tDelft\n":            "Kade 1\tDelft\n",
		"Sûnewâl 3 – € 250\u00a0000": "Sûnewâl 3 – € 250\u00a0000",
		"\x1b[31mRood":               `\u001b[31mRood`,
		"back\b\rnew\x7f":            `back\u0008\u000dnew\u007f`,
		"turned \u202e about\u2066":  `turned \u202e about\u2066`,
		"tag \U000e0041":             `tag \udb40\udc41`,
		"\xffé":                      "\ufffdé",
	} {
		var out bytes.Buffer
		w := visible.Writer(&out)
		for _, b := range []byte(given) { // a character may be written in parts
			if _, err := w.Write([]byte{b}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil || out.String() != want {
			t.Errorf("%q is written as %q, %v, want %q", given, out.String(), err, want)
		}
		if got := visible.Text(given); got != want {
			t.Errorf("Text(%q) = %q, want %q", given, got, want)
		}
	}
}

// FuzzText holds that nothing hidden is left, and that JSON means what it meant.
func FuzzText(f *testing.F) {
	f.Add("a\u202eb")
	f.Fuzz(func(t *testing.T, text string) {
		written := visible.Text(text)
		if strings.ContainsFunc(written, func(c rune) bool { return !unicode.IsGraphic(c) && c != '\n' && c != '\t' }) {
			t.Errorf("%q has hidden characters", written)
		}
		plain, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		if err := json.Unmarshal(plain, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(visible.Bytes(plain), &got); err != nil || got != want {
			t.Errorf("%q became %q, %v", want, got, err)
		}
	})
}
