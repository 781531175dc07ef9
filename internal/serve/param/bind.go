package param

// Binding: a query becomes parameters by a table, and parameters an input by the setters of its rows.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/num/list"
)

// A Row is a parameter of an input, and where in the input its value goes.
type Row[In any] struct {
	Param
	Set func(*In, Value) error
}

// TableOf returns the parameter table of an input's rows.
func TableOf[In any](rows []Row[In]) []Param {
	return list.Of(rows, func(r Row[In]) Param { return r.Param })
}

// Optional returns rows that may all be left out.
func Optional[In any](rows []Row[In]) []Row[In] {
	list := slices.Clone(rows)
	for i := range list {
		list[i].Required = false
	}
	return list
}

// Fill returns the input that bound parameters make. The binder has seen to it that
// each value is one of its kind, so an error is a fault of ours.
func Fill[In any](rows []Row[In], bound Bound) (in In, err error) {
	for i, r := range rows {
		if err := r.Set(&in, bound.Values[i]); err != nil {
			return in, fmt.Errorf("parameter %s: %w", r.Name, err)
		}
	}
	return in, nil
}

// Bound are the parameters of a request as understood. As JSON they are the echo:
// every parameter of the table in its order, null where nothing is known; but a fleeting one only when it is given.
type Bound struct {
	Table  []Param
	Values []Value
	Unread []gevel.Detail // of a row, which is read without them: see spelling.Unread
}

// Bind reads a raw query by a parameter table. The params hold what was understood, also when there is an error.
// Error: gevel.Invalid with one Detail per parameter at fault, in the order of the table, then the unknown ones.
func Bind(table []Param, rawQuery string, l Limits) (Bound, error) {
	return BindAt(table, nil, rawQuery, l)
}

// BindAt is bind for a table some of whose parameters are segments of the path, by name.
func BindAt(table []Param, segments map[string]string, rawQuery string, l Limits) (Bound, error) {
	bound := Bound{Table: table, Values: make([]Value, len(table))}
	query, err := parseQuery(rawQuery, func(name string) bool {
		i := slices.IndexFunc(table, func(p Param) bool { return p.Name == name })
		return i >= 0 && table[i].KeepPlus
	})
	if err != nil {
		return bound, err
	}
	unknown := query.unknown(table)
	for name, segment := range segments {
		query.Values[name] = []Cell{{Text: segment}}
	}
	bound, faults := bindValues(table, query, inQuery, l)
	return bound, Invalid(append(faults, unknown...))
}

// BindRow reads a row by a parameter table, as Bind reads a query, but takes each notation that files use.
func BindRow(table []Param, row Pairs, l Limits) (Bound, error) {
	bound, faults := bindValues(table, row, inRow, l)
	return bound, Invalid(append(faults, row.unknown(table)...))
}

// bindValues reads values by a parameter table, and returns what is wrong with them.
func bindValues(table []Param, pairs Pairs, n notation, l Limits) (Bound, []gevel.Detail) {
	bound := Bound{Table: table, Values: make([]Value, len(table))}
	faults := make([]error, len(table))
	l.Valued = valuedOn(table, pairs, n, l)
	for i, p := range table {
		bound.Values[i], faults[i] = p.take(pairs, n, l)
		if errors.As(faults[i], new(spelling.Unread)) {
			what := p.Name + " " + faults[i].Error() + ", and is not used"
			bound.Unread, faults[i] = append(bound.Unread, gevel.Detail{Reason: p.Name, Message: what}), nil
		}
	}
	return bound, details(table, faults)
}

// valuedOn returns the valuation date, today where there is no good one. It bounds other parameters, so it is read
// before them.
func valuedOn(table []Param, pairs Pairs, n notation, l Limits) gevel.Date {
	for _, p := range table {
		if p.Name != ValuationDate {
			continue
		}
		if v, err := p.take(pairs, n, l); err == nil && v.Known {
			return gevel.Date(v.Number)
		}
	}
	return l.Today
}

func details(table []Param, faults []error) []gevel.Detail {
	var list []gevel.Detail
	for i, err := range faults {
		if err != nil {
			list = append(list, gevel.Detail{Reason: table[i].Name, Message: table[i].Name + " " + err.Error()})
		}
	}
	return list
}

// Invalid returns the error that lists faults, nil when there are none.
func Invalid(faults []gevel.Detail) error {
	switch len(faults) {
	case 0:
		return nil
	case 1:
		return &gevel.Error{Code: gevel.Invalid, Message: faults[0].Message, Details: faults}
	}
	names := list.Of(faults, func(fault gevel.Detail) string { return fault.Reason })
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: fmt.Sprintf("%d parameters are at fault: %s", len(faults), strings.Join(names, ", ")),
		Details: faults,
	}
}

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
