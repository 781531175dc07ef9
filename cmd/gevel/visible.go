// Control characters from registers and files are made visible: a street's name could contain characters that
// colour a terminal, move its cursor or reverse its text.

package main

import (
	"io"
	"os"
	"unicode"

	"golang.org/x/term"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// visibleWriter prints a mark for each control character.
type visibleWriter struct {
	*transform.Writer
	out io.Writer
}

func visibly(out io.Writer) *visibleWriter {
	return &visibleWriter{transform.NewWriter(out, runes.Map(visibleRune)), out}
}

// visibleText returns the printed form of a text.
func visibleText(text string) string { return runes.Map(visibleRune).String(text) }

// visibleRune returns the printed form of a character.
func visibleRune(r rune) rune {
	isTurned := r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	if r != '\n' && r != '\t' && (unicode.IsControl(r) || isTurned) {
		return unicode.ReplacementChar
	}
	return r
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	if visible, ok := w.(*visibleWriter); ok {
		w = visible.out
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
