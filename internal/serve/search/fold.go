package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words as they are compared.

// spelledOut are letters that do not come apart into a plain one and a mark.
var spelledOut = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ĳ", "ij", "ł", "l", "đ", "d", "ð", "d", "þ", "th")

// fold returns the words of a text in lower case without diacritics: letters and digits; all else
// parts words.
func fold(text string) []string {
	marked := norm.NFD.String(strings.ToLower(text))
	bare := strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Mn, c):
			return -1
		case unicode.IsLetter(c), unicode.IsDigit(c):
			return c
		}
		return ' '
	}, marked)
	return strings.Fields(spelledOut.Replace(bare))
}

// aliases are names of cities that the register spells otherwise than people do.
var aliases = map[string][]string{
	"'s-Gravenhage":    {"den", "haag"},
	"'s-Hertogenbosch": {"den", "bosch"},
}
