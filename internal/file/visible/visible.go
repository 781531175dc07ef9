// Package visible makes hidden characters of texts visible: a street of a register, or a cell of a file, may hold some
// that colour a terminal, move its cursor or turn the order of what is read.
package visible

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Writer returns a writer of text of any kind, in which hidden characters become escapes such as \u202e. In JSON they
// are the same characters. Close writes what it holds back of a character that was written in part.
func Writer(w io.Writer) io.WriteCloser { return transform.NewWriter(w, escaper{}) }

// Bytes returns a whole text as Writer writes it.
func Bytes(text []byte) []byte {
	if !hasHidden(text) {
		return text
	}
	escaped, _, _ := transform.Bytes(escaper{}, text) // of a whole text there is no error
	return escaped
}

// Text is Bytes of a string.
func Text(text string) string { return string(Bytes([]byte(text))) }

// isHidden reports whether a character is hidden, and neither parts lines nor words.
func isHidden(c rune) bool { return !unicode.IsGraphic(c) && c != '\n' && c != '\t' }

func hasHidden(text []byte) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		c, size := utf8.DecodeRune(text[i:])
		if isHidden(c) || c == utf8.RuneError && size == 1 {
			return true
		}
		i += size
	}
	return false
}

// escaper is the transformation.
type escaper struct{ transform.NopResetter }

// Transform turns as much of src into dst as fits.
func (escaper) Transform(dst, src []byte, atEnd bool) (written, read int, err error) {
	for read < len(src) {
		if !atEnd && !utf8.FullRune(src[read:]) {
			return written, read, transform.ErrShortSrc
		}
		c, size := utf8.DecodeRune(src[read:])
		out := src[read : read+size]
		switch {
		case c == utf8.RuneError && size == 1:
			out = []byte(string(utf8.RuneError))
		case isHidden(c):
			out = escape(c)
		}
		if written+len(out) > len(dst) {
			return written, read, transform.ErrShortDst
		}
		written += copy(dst[written:], out)
		read += size
	}
	return written, read, nil
}

// escape writes a character as JSON may: beyond 16 bits it is two.
func escape(c rune) []byte {
	if high, low := utf16.EncodeRune(c); high != unicode.ReplacementChar {
		return fmt.Appendf(nil, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(nil, `\u%04x`, c)
}

// Lines returns a writer of whole texts, such as the lines of a log: each goes on in one piece.
func Lines(w io.Writer) io.Writer { return lines{w} }

type lines struct{ io.Writer }

// Write writes a text.
func (l lines) Write(text []byte) (int, error) {
	if _, err := l.Writer.Write(Bytes(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}
