package api

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// The echo of parameters, as JSON.

// MarshalJSON writes the echo.
func (bound params) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 384) // room for a full echo of the longest table
	b = append(b, '{')
	for i, p := range bound.table {
		if p.fleeting && !bound.values[i].given {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, p.name), ':')
		b = bound.values[i].appendJSON(b, p.kind)
	}
	return append(b, '}'), nil
}

// appendJSON writes one value. Ids, and texts but for names that a sales file brings, hold
// printable ASCII without quotes, as their patterns demand, so Go's quoting is JSON's.
func (v value) appendJSON(b []byte, k kind) []byte {
	if !v.known {
		return append(b, "null"...)
	}
	switch k {
	case integer:
		return strconv.AppendInt(b, int64(v.number), 10)
	case decimal:
		return strconv.AppendFloat(b, v.decimal, 'f', -1, 64)
	case boolean:
		return strconv.AppendBool(b, v.flag)
	case day:
		return strconv.AppendQuote(b, gevel.Date(v.number).String())
	case idList:
		b = append(b, '[')
		for i, id := range v.list {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, id)
		}
		return append(b, ']')
	default:
		return appendText(b, v.spelled)
	}
}

func appendText(b []byte, s string) []byte {
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' }) {
		if text, err := encode(s); err == nil { // of a string there is none
			return append(b, bytes.TrimSpace(text)...)
		}
	}
	return strconv.AppendQuote(b, s)
}

// encode writes JSON as it reads, without escapes for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
