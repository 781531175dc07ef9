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

// AppendJSON writes one value. Ids, and texts but for names that a sales file brings, hold
// printable ASCII without quotes, as their patterns demand, so Go's quoting is JSON's.
func (p Param) AppendJSON(b []byte, v Value) []byte {
	if !v.Known {
		return append(b, "null"...)
	}
	switch {
	case p.Attribute != nil:
		return appendCharacteristic(b, p.Attribute, v.Has)
	case p.Kind == Integer:
		return strconv.AppendInt(b, int64(v.Number), 10)
	case p.Kind == Day:
		return strconv.AppendQuote(b, gevel.Date(v.Number).String())
	case p.Kind == IDList:
		b = append(b, '[')
		for i, id := range v.List {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, id)
		}
		return append(b, ']')
	default:
		return AppendText(b, v.Spelled)
	}
}

func appendCharacteristic(b []byte, a *gevel.Attribute, v float64) []byte {
	switch {
	case a.IsNamed():
		return AppendText(b, a.NameOf(v))
	case a.Kind == gevel.YesNo:
		return strconv.AppendBool(b, v == 1)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
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
