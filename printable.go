package gevel

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns somebody else's text in a form that is safe on a terminal and in a line of a log:
// control characters and other invisible characters become escapes such as \x1b, spaces of any width stay.
func Printable(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		c, size := utf8.DecodeRuneInString(s)
		if hidden(c) || c == utf8.RuneError && size == 1 {
			quoted := strconv.Quote(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

func hidden(c rune) bool { return !unicode.IsGraphic(c) }
