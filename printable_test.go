package gevel_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

func TestControlCharactersBecomeEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		`Één "straat" \ 1²`:             `Één "straat" \ 1²`,
		"\x1b]0;title\a":                `\x1b]0;title\a`,
		"one\ntwo\r\x00\x7f":            `one\ntwo\r\x00\x7f`,
		"\u009b31m, \u202eback, \ufeff": `\u009b31m, \u202eback, \ufeff`,
		"\xff\xfe":                      `\xff\xfe`,
		"\ufffd":                        "\ufffd",
		"250\u00a0000 \u2028\u00ad":     `250 000 \u2028\u00ad`,
	} {
		if got := gevel.Printable(text); got != want {
			t.Errorf("Printable(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsPrintableHidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		got := gevel.Printable(rapid.OneOf(rapid.String(), bytes).Draw(t, "text"))
		if !utf8.ValidString(got) {
			t.Errorf("%q is no text", got)
		}
		for _, c := range got {
			if !unicode.IsGraphic(c) {
				t.Errorf("%q has %q", got, c)
			}
		}
	})
}
