package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// arrayRows are rows as one array of JSON objects, as HTTP libraries send a list. An element is parsed when its row is
// read: a malformed one costs no other.
type arrayRows struct {
	columnNames
	text  *bufio.Reader
	place int    // of the element, from 1
	raw   []byte // of the element
	ended bool   // the array
}

func (a *arrayRows) open(text io.Reader) error {
	a.text = bufio.NewReader(text)
	if mark, _ := a.text.Peek(len(textfile.ByteOrderMark)); string(mark) == textfile.ByteOrderMark {
		_, _ = a.text.Discard(len(mark))
	}
	found, err := a.ahead()
	if err == nil && found[0] == '[' {
		_, err = a.text.Discard(1)
	} else if err == nil || errors.Is(err, io.EOF) {
		hint := "send an array of objects, or an object a line as " + ndjsonType
		err = gevel.Refusal(hint, "the body is no JSON array: %s", param.Quote(found))
	}
	return err
}

// ahead skips white space, and returns some of what comes behind it. At the end of the body it returns io.EOF.
func (a *arrayRows) ahead() (string, error) {
	for {
		c, err := a.text.ReadByte()
		if err != nil {
			return "", err
		}
		if !isSpace(c) {
			_ = a.text.UnreadByte() // it was read
			next, err := a.text.Peek(a.text.Buffered())
			return string(next), err
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (a *arrayRows) next() (bodyRow, error) {
	if !a.ended {
		a.place++
		switch err := a.readElement(); {
		case errors.Is(err, io.EOF):
			return bodyRow{}, gevel.Refusal("", "%s is cut short", rowOfArray(a.place))
		case err != nil:
			return bodyRow{}, err
		case !utf8.Valid(a.raw):
			return bodyRow{}, notUTF8(rowOfArray(a.place))
		case len(a.raw) > 0 || !a.ended || a.place > 1: // no array of none
			return bodyRow{line: a.place, size: len(a.raw), json: bytes.Clone(a.raw)}, nil
		}
	}
	found, err := a.ahead()
	if err == nil {
		err = gevel.Refusal("send one array", "behind the array comes %s", param.Quote(found))
	}
	return bodyRow{}, err
}

func rowOfArray(place int) string { return fmt.Sprintf("row %d of the array", place) }

// readElement reads an element, and the comma or bracket behind it.
func (a *arrayRows) readElement() error {
	a.raw = a.raw[:0]
	depth, quoted, escaped := 0, false, false
	for len(a.raw) <= upload.LongestLine {
		c, err := a.text.ReadByte()
		switch {
		case err != nil:
			return err
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case depth == 0 && (c == ',' || c == ']'):
			a.raw, a.ended = bytes.TrimRight(a.raw, " \t\r\n"), c == ']'
			return nil
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth = max(depth-1, 0)
		}
		if len(a.raw) > 0 || !isSpace(c) {
			a.raw = append(a.raw, c)
		}
	}
	return gevel.Refusal("", "%s is longer than %d bytes", rowOfArray(a.place), upload.LongestLine)
}

func (a *arrayRows) read(r bodyRow) given {
	return a.readJSON(r.json, rowOfArray(r.line)+" is no JSON object")
}
