package param

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/visible"
)

// The echo of parameters, as JSON.

// MarshalJSON writes the echo.
func (bound Bound) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 384) // room for a full echo of the longest table
	b = append(b, '{')
	for i, p := range bound.Table {
		if p.Fleeting && !bound.Values[i].Given {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, p.Name), ':')
		b = p.AppendJSON(b, bound.Values[i])
	}
	return append(b, '}'), nil
}

// AppendJSON writes one value.
func (p Param) AppendJSON(b []byte, v Value) []byte {
	switch {
	case !v.Known:
		return append(b, "null"...)
	case p.Kind == IDList:
		b = append(b, '[')
		for i, id := range v.List {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, id)
		}
		return append(b, ']')
	case p.Kind == Text || p.Kind == Day:
		return AppendText(b, p.Text(v))
	}
	return append(b, p.Text(v)...)
}

// Text returns one value as a cell of a table holds it, "" where none is known.
func (p Param) Text(v Value) string {
	switch {
	case !v.Known:
		return ""
	case p.Attribute != nil && p.Attribute.IsNamed():
		return p.Attribute.NameOf(v.Has)
	case p.Kind == Boolean:
		return strconv.FormatBool(v.Has == 1)
	case p.Attribute != nil:
		return strconv.FormatFloat(v.Has, 'f', -1, 64)
	case p.Kind == Integer:
		return strconv.Itoa(v.Number)
	case p.Kind == Day:
		return gevel.Date(v.Number).String()
	case p.Kind == IDList:
		return strings.Join(v.List, ",")
	}
	return v.Spelled
}

// AppendText appends a text as JSON.
func AppendText(b []byte, s string) []byte {
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' }) {
		if text, err := EncodeJSON(s); err == nil { // of a string there is none
			return append(b, bytes.TrimSpace(text)...)
		}
	}
	return strconv.AppendQuote(b, s)
}

// EncodeJSON writes JSON as it reads: hidden characters alone are escaped.
func EncodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return visible.Bytes(b.Bytes()), err
}
