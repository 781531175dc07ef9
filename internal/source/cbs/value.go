package cbs

import (
	"bytes"
	"strings"

	"github.com/gevel/gevel/internal/file/spelling"
)

// isUnknown reports whether a value stands for unknown: empty, or one of CBS's signs and numbers.
func isUnknown(v []byte) bool {
	switch string(v) {
	case "", ".", "..", "-", "x", "X", "?", ",", "NA", "null":
		return true
	}
	whole, fraction, _ := strings.Cut(strings.Replace(string(v), ",", ".", 1), ".")
	return len(whole) == 6 && strings.HasPrefix(whole, "-9999") && whole[5] >= '5' && whole[5] <= '9' &&
		strings.Trim(fraction, "0") == ""
}

// isProvisional reports whether a status, a period or a value is marked as provisional.
func isProvisional(v []byte) bool {
	if bytes.HasSuffix(v, []byte("*")) {
		return true
	}
	plain := strings.ToLower(string(v))
	return strings.HasPrefix(plain, "voorlopig") || strings.HasPrefix(plain, "nader voorlopig") ||
		strings.HasPrefix(plain, "provisional")
}

// figureOf reads a number with a decimal comma or point. Not known: it stands for unknown. Not ok: it is no
// number.
func figureOf(v []byte) (n float64, known, ok bool) {
	v = bytes.TrimSpace(bytes.TrimRight(v, "*"))
	if isUnknown(v) {
		return 0, false, true
	}
	n, ok = spelling.EitherNumber(string(v))
	return n, ok, ok
}
