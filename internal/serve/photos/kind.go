package photos

// What a photo shows, by the words of its file's name or of a manifest.

import (
	"slices"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
)

// frontWords are words for a front view. The longer ones also count within a word, such as fotovoorgevel.
var (
	frontWords = []string{string(gevel.ImageFront), "facade", "façade"}
	frontParts = []string{"voorgevel", "voorkant", "voorzijde", "vooraanzicht", "straatgevel", "straatkant", "straatzijde"}
)

// showsFront reports whether a text names a front view, also as two words.
func showsFront(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	for i, word := range words {
		two := word
		if i+1 < len(words) {
			two += words[i+1]
		}
		if slices.Contains(frontWords, word) ||
			slices.ContainsFunc(frontParts, func(part string) bool { return strings.Contains(word, part) || two == part }) {
			return true
		}
	}
	return false
}

// kindNamed returns the kind that a manifest names, as it stands when it is none.
func kindNamed(text string) gevel.ImageKind {
	switch {
	case showsFront(text):
		return gevel.ImageFront
	case strings.EqualFold(text, "foto"):
		return gevel.ImagePhoto
	}
	return gevel.ImageKind(strings.ToLower(text))
}
