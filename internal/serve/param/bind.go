package param

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Binding: a query becomes parameters by a table, and parameters an input by the setters of its rows.

// A Row is a parameter of an input, and where in the input its value goes.
type Row[In any] struct {
	Param
	Set func(*In, Value) error
}

// TableOf returns the parameter table of an input's rows.
func TableOf[In any](rows []Row[In]) []Param {
	table := make([]Param, len(rows))
	for i, r := range rows {
		table[i] = r.Param
	}
	return table
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
	names := make([]string, len(faults))
	for i, fault := range faults {
		names[i] = fault.Reason
	}
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: fmt.Sprintf("%d parameters are at fault: %s", len(faults), strings.Join(names, ", ")),
		Details: faults,
	}
}
