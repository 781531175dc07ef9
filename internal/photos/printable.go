package photos

// Words of a delivery that people see: in a terminal, some characters are commands.

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable returns a name or text that came from outside, quoted when it holds
// anything that can't be printed as it is.
func printable(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, isUnprintable) < 0 {
		return s
	}
	return strconv.Quote(s)
}

func isUnprintable(r rune) bool { return !unicode.IsPrint(r) }
