package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spelledOut replaces letters that Unicode does not decompose into a plain letter and a mark.
var spelledOut = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ĳ", "ij", "ł", "l", "đ", "d", "ð", "d", "þ", "th")

// fold splits a text into words of letters and digits, in lower case without diacritics.
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

// aliases are common names of cities that the register spells differently.
var aliases = map[string][]string{
	"'s-Gravenhage":    {"den", "haag"},
	"'s-Hertogenbosch": {"den", "bosch"},
}
