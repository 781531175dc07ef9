package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestOrdersToATerminalAreNotPrinted(t *testing.T) {
	for given, want := range map[string]string{
		"Kade 1\tDelft\n":           "Kade 1\tDelft\n",
		"Sûnewâl 3 – €":             "Sûnewâl 3 – €",
		"\x1b[31mRood\x1b[0m":       `\u001b[31mRood\u001b[0m`,
		"\x1b]0;title\a":            `\u001b]0;title\u0007`,
		"back\b\b\rnew":             `back\u0008\u0008\u000dnew`,
		"\u009b31m":                 `\u009b31m`, // the same in one character
		"turned \u202e about\u2066": `turned \u202e about\u2066`,
		"\x7f":                      `\u007f`,
	} {
		var out bytes.Buffer
		w := visibly(&out)
		for _, b := range []byte(given) { // a character may be written in parts
			if _, err := w.Write([]byte{b}); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != want {
			t.Errorf("%q is printed as %q, want %q", given, out.String(), want)
		}
	}
}

func TestAnErrorIsPrintedVisibly(t *testing.T) {
	var stderr bytes.Buffer
	c := &console{ctx: t.Context(), stdout: io.Discard, stderr: &stderr}
	c.fail(fmt.Errorf("row 3: %w", errors.New("street \x1b[2J is unknown")))
	if strings.Contains(stderr.String(), "\x1b") {
		t.Errorf("printed %q", stderr.String())
	}
}
