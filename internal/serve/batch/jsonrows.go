package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// jsonRows are rows as JSON, one object a line.
type jsonRows struct {
	columnNames
	lines *bufio.Scanner
	line  int
}

func (j *jsonRows) open(text io.Reader) error {
	j.lines = textfile.Lines(text, upload.LongestLine)
	return nil
}

func (j *jsonRows) next() (bodyRow, error) {
	for j.lines.Scan() {
		j.line++
		line := j.lines.Bytes()
		if j.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case !utf8.Valid(line):
			return bodyRow{}, notUTF8(fmt.Sprintf("line %d", j.line))
		}
		return bodyRow{line: j.line, size: len(line), json: bytes.Clone(line)}, nil
	}
	if err := j.lines.Err(); err != nil {
		return bodyRow{}, err
	}
	return bodyRow{}, io.EOF
}

func (j *jsonRows) read(r bodyRow) given {
	return j.readJSON(r.json, fmt.Sprintf("line %d is no JSON object on a line of its own", r.line))
}

// readJSON reads what an object gives. A text that is none has a fault.
func (f columnNames) readJSON(text []byte, fault string) given {
	g := given{Pairs: param.Pairs{Values: make(map[string][]param.Cell, 8)}}
	if err := g.readObject(withoutNaN(text), f); err != nil {
		return given{faults: []gevel.Detail{{Reason: rowReason, Message: fmt.Sprintf("%s: %v", fault, err)}}}
	}
	g.takeID()
	g.takeHome()
	return g
}

// textOrNaN is a string, or what some programs write for no value though JSON has no such word.
var textOrNaN = regexp.MustCompile(`"(\\.|[^"\\])*"|NaN|-?Infinity`)

// withoutNaN replaces NaN and infinity outside strings by null.
func withoutNaN(text []byte) []byte {
	if !bytes.Contains(text, []byte("NaN")) && !bytes.Contains(text, []byte("Infinity")) {
		return text
	}
	return textOrNaN.ReplaceAllFunc(text, func(token []byte) []byte {
		if token[0] != '"' {
			return []byte("null")
		}
		return token
	})
}

// readObject reads the fields of a JSON object.
func (g *given) readObject(text []byte, names columnNames) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if len(text) == 0 {
		return errors.New("it is empty")
	}
	if start, err := d.Token(); err != nil {
		return notWhole(err)
	} else if start == nil {
		return errors.New("it begins with null")
	} else if start != json.Delim('{') {
		return fmt.Errorf("it begins with %s", param.Quote(fmt.Sprint(start)))
	}
	fields := 0
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return notWhole(err)
		}
		if fields++; fields > param.MostNames {
			return fmt.Errorf("it has more than %d fields", param.MostNames)
		}
		var content json.RawMessage
		if err := d.Decode(&content); err != nil {
			return notWhole(err)
		}
		field, known := names.parameterOf(name.(string))
		if !known {
			field = name.(string)
		}
		g.take(field, content)
	}
	if _, err := d.Token(); err != nil {
		return notWhole(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}

func notWhole(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it is cut short")
	}
	return err
}

// take takes the value of a field. null is not given.
func (g *given) take(name string, content json.RawMessage) {
	switch content[0] {
	case 'n':
	case '"':
		var s string
		if err := json.Unmarshal(content, &s); err == nil && (name == idName || !spelling.IsMissing(strings.TrimSpace(s))) {
			g.Add(name, param.Cell{Text: s})
		}
	case '{', '[':
		g.fault(name, param.Quote(name)+" is no single value")
	default:
		c := param.Cell{Text: string(content)}
		if v, err := strconv.ParseFloat(c.Text, 64); err == nil {
			c.Number = gevel.Some(v)
		}
		g.Add(name, c)
	}
}

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
