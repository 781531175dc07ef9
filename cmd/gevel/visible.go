// What registers and files hold is printed, but never obeyed: a street's name could hold the
// characters that colour a terminal, move its cursor or turn its text around.

package main

import (
	"io"
	"os"
	"unicode"

	"golang.org/x/term"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// visibleWriter prints a mark for each character that is an order to a terminal.
type visibleWriter struct {
	*transform.Writer
	out io.Writer
}

func visibly(out io.Writer) *visibleWriter {
	return &visibleWriter{transform.NewWriter(out, runes.Map(visibleRune)), out}
}

// visibleText is what is printed of a text.
func visibleText(text string) string { return runes.Map(visibleRune).String(text) }

// visibleRune returns what is printed of a character.
func visibleRune(r rune) rune {
	isTurned := r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	if r != '\n' && r != '\t' && (unicode.IsControl(r) || isTurned) {
		return unicode.ReplacementChar
	}
	return r
}

// isTerminal reports whether somebody watches what is written to w.
func isTerminal(w io.Writer) bool {
	if visible, ok := w.(*visibleWriter); ok {
		w = visible.out
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
