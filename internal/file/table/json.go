package table

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// jsonTable is an OData answer: an array of objects, read one by one.
type jsonTable struct {
	decoder *json.Decoder
	names   []string
	wants   func(name string) bool // nil for all
	late    map[string]bool        // some fields that the first objects lack, true for a wanted one
	passed  *[]string              // of those, the ones that are not
	row     int                    // that is handed on
	read    int                    // objects that were read
	size    int                    // their bytes
	held    []element              // the first, read early for their names
	more    bool                   // the answer continues in another file
	inside  bool                   // an object, which may have a next link behind the array
	left    bool                   // the end was read
}

// object is one object of the array.
type object map[string]json.RawMessage

// element is an element of the array, or why there is none.
type element struct {
	object
	err error
}

// mostHeld is how many objects are read for their names: some programs leave out the fields without a value.
const mostHeld = 1000

// mostLate is how many fields that those lack are kept.
const mostLate = 100

// openJSON reads the names of the first objects of an array; nil where there is none.
func openJSON(text *bufio.Reader) (*jsonTable, error) {
	t := &jsonTable{decoder: json.NewDecoder(text), late: map[string]bool{}}
	if found, err := t.enter(); err != nil || !found {
		return nil, err
	}
	names := map[string]bool{}
	for goOn := true; goOn && len(t.held) < mostHeld && t.size < LongestLine; {
		var e element
		e.object, e.err = t.object()
		goOn = e.err == nil || errors.Is(e.err, errNoObject)
		switch {
		case len(t.held) > 0 || e.err == nil:
		case errors.Is(e.err, io.EOF):
			return nil, nil
		case goOn:
			return nil, gevel.Refusal("give an array of objects, one a row", "the first thing in the array is no object")
		default:
			return nil, e.err
		}
		t.held = append(t.held, e)
		for name := range e.object {
			names[name] = true
		}
	}
	t.names = slices.Sorted(maps.Keys(names))
	return t, nil
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
		return gevel.Refusal("fetch the file anew", "the json is damaged or cut short behind object %d", t.read) // err may be io.EOF
	}
	return textfile.Named(err)
}

// errNoObject is of an element of the array, which costs no other.
var errNoObject = errors.New("it is no object")

// object reads the next object. Errors: io.EOF after the last; errNoObject.
func (t *jsonTable) object() (object, error) {
	if !t.decoder.More() {
		return nil, t.leave()
	}
	t.read++
	var raw json.RawMessage
	if err := t.decoder.Decode(&raw); err != nil {
		return nil, t.damaged(err)
	}
	t.size += len(raw)
	var r object
	if err := json.Unmarshal(raw, &r); err != nil || r == nil {
		return nil, errNoObject
	}
	return r, nil
}

// leave reads the end of the array and the rest. Error: io.EOF at a proper end, else a text that is cut short.
func (t *jsonTable) leave() error {
	for !t.left {
		token, err := t.decoder.Token()
		if err != nil {
			return t.damaged(err)
		}
		t.more = t.more || isNextLink(token)
		t.left = token == json.Delim('}') || !t.inside
	}
	return io.EOF
}

// GoesOn reports whether the answer of an interface that is read goes on in another.
func (t *Table) GoesOn() bool { return t.json != nil && t.json.more }

func (t *jsonTable) next() (Row, error) {
	var e element
	if len(t.held) > 0 {
		e, t.held = t.held[0], t.held[1:]
	} else {
		e.object, e.err = t.object()
	}
	if e.err != nil && !errors.Is(e.err, errNoObject) {
		return Row{}, e.err
	}
	t.row++
	row := Row{Line: t.row}
	if e.err != nil {
		row.Fault = e.err.Error()
	}
	for _, name := range t.names {
		row.Fields = append(row.Fields, plainValue(e.object[name]))
		delete(e.object, name)
	}
	for _, name := range slices.Sorted(maps.Keys(e.object)) {
		if plainValue(e.object[name]) != "" && t.isWanted(name) {
			row.Fault = fmt.Sprintf("it has a field %.60q, which the first %d objects lack", name, mostHeld)
		}
	}
	return row, nil
}

// isWanted reports whether a field that the first objects lack is read.
func (t *jsonTable) isWanted(name string) bool {
	wanted, known := t.late[name]
	if known || t.wants == nil {
		return wanted || !known
	}
	wanted = t.wants(name)
	if len(t.late) < mostLate {
		if t.late[name] = wanted; !wanted {
			*t.passed = append(*t.passed, name)
		}
	}
	return wanted
}

// plainValue returns a value as text: a string's text, a number with its decimal point, nothing for null.
func plainValue(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return s
		}
	}
	return spelling.Certain(string(raw))
}
