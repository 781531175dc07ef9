package cbs

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

// jsonTable is an OData answer: an array of objects, read one by one.
type jsonTable struct {
	decoder *json.Decoder
	names   []string
	row     int
	held    *object // the first object, read early for its names
	fields  [][]byte
	more    bool // the answer continues in another file
	inside  bool // an object, which may have a next link behind the array
}

// object is one object of the array.
type object map[string]json.RawMessage

// startBytes is how much of an unrecognised text an error shows.
const startBytes = 512

func openJSON(text *bufio.Reader, isHeader func(names []string) bool) (table, string, error) {
	peeked, _ := text.Peek(startBytes)
	start := string(peeked)
	t := &jsonTable{decoder: json.NewDecoder(text)}
	found, err := t.enter()
	if err != nil {
		return nil, "", err
	}
	if !found {
		return nil, start, nil
	}
	first, err := t.object()
	if errors.Is(err, io.EOF) {
		return nil, start, nil
	}
	if err != nil {
		return nil, "", err
	}
	for name := range first {
		t.names = append(t.names, name)
	}
	slices.Sort(t.names)
	if !isHeader(t.names) {
		return nil, start, nil
	}
	t.held = &first
	return t, "", nil
}

// enter reads up to the first object of the array.
func (t *jsonTable) enter() (found bool, err error) {
	token, err := t.decoder.Token()
	if err != nil {
		return false, t.damaged(err)
	}
	if token == json.Delim('[') {
		return true, nil
	}
	t.inside = token == json.Delim('{')
	for t.decoder.More() {
		name, err := t.decoder.Token()
		if err != nil {
			return false, t.damaged(err)
		}
		if name == "value" {
			token, err := t.decoder.Token()
			return token == json.Delim('['), t.damaged(err)
		}
		var other json.RawMessage
		if err := t.decoder.Decode(&other); err != nil {
			return false, t.damaged(err)
		}
		t.more = t.more || isNextLink(name)
	}
	return false, nil
}

// isNextLink reports whether a name in an answer is the key of a link to its continuation.
func isNextLink(name json.Token) bool { return name == "odata.nextLink" || name == "@odata.nextLink" }

// damaged describes a fault in the JSON; nil for nil.
func (t *jsonTable) damaged(err error) error {
	if err == nil {
		return nil
	}
	var syntax *json.SyntaxError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.As(err, &syntax) {
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("the json is damaged or cut short behind object %d", t.row), // err may be io.EOF
			Hint:    "fetch the file anew",
		}
	}
	return textfile.Named(err)
}

// object reads the next object. Errors: io.EOF after the last; malformed, when it is no object.
func (t *jsonTable) object() (object, error) {
	if !t.decoder.More() {
		return nil, t.leave()
	}
	t.row++
	var raw json.RawMessage
	if err := t.decoder.Decode(&raw); err != nil {
		return nil, t.damaged(err)
	}
	var r object
	if err := json.Unmarshal(raw, &r); err != nil || r == nil {
		return nil, malformed("it is no object")
	}
	return r, nil
}

// leave reads the end of the array and the rest. Error: io.EOF at a proper end, else a text that is cut short.
func (t *jsonTable) leave() error {
	for {
		token, err := t.decoder.Token()
		if err != nil {
			return t.damaged(err)
		}
		t.more = t.more || isNextLink(token)
		if token == json.Delim('}') || !t.inside {
			return io.EOF
		}
	}
}

func (t *jsonTable) header() []string { return t.names }

func (t *jsonTable) next() (fields [][]byte, line int, err error) {
	var r object
	if t.held != nil {
		r, t.held = *t.held, nil
	} else if r, err = t.object(); err != nil {
		return nil, t.row, err
	}
	t.fields = t.fields[:0]
	for _, name := range t.names {
		t.fields = append(t.fields, plainValue(r[name]))
	}
	return t.fields, t.row, nil
}

// plainValue returns a value as text: a string's text, a number as written, nothing for null.
func plainValue(raw json.RawMessage) []byte {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return []byte(s)
		}
	}
	return raw
}
