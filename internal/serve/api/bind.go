package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Binding: a query becomes parameters by a table, and parameters an input by the
// setters of its rows.

// A row is a parameter of an input, and where in the input its value goes.
type row[In any] struct {
	param
	set func(*In, value) error
}

// paramsOf returns the parameter table of an input's rows.
func paramsOf[In any](rows []row[In]) []param {
	table := make([]param, len(rows))
	for i, r := range rows {
		table[i] = r.param
	}
	return table
}

// fill returns the input that bound parameters make. The binder has seen to it that
// each value is one of its kind, so an error is a fault of ours.
func fill[In any](rows []row[In], bound params) (in In, err error) {
	for i, r := range rows {
		if err := r.set(&in, bound.values[i]); err != nil {
			return in, fmt.Errorf("parameter %s: %w", r.name, err)
		}
	}
	return in, nil
}

// params are the parameters of a request as understood. As JSON they are the echo:
// every parameter of the table in its order, null where nothing is known; but a fleeting
// one only when it is given.
type params struct {
	table  []param
	values []value
}

// bind reads a raw query by a parameter table. The params hold what was
// understood, also when there is an error. Error: gevel.Invalid with one Detail
// per parameter at fault, in the order of the table, then the unknown ones.
func bind(table []param, rawQuery string, l limits) (params, error) {
	return bindAt(table, nil, rawQuery, l)
}

// bindAt is bind for a table some of whose parameters are segments of the path, by name.
func bindAt(table []param, segments map[string]string, rawQuery string, l limits) (params, error) {
	bound := params{table: table, values: make([]value, len(table))}
	query, err := parseQuery(rawQuery, func(name string) bool {
		i := slices.IndexFunc(table, func(p param) bool { return p.name == name })
		return i >= 0 && table[i].keepPlus
	})
	if err != nil {
		return bound, err
	}
	unknown := query.unknown(table)
	for name, segment := range segments {
		query.values[name] = []string{segment}
	}
	bound, faults := bindValues(table, query, l)
	return bound, invalid(append(faults, unknown...))
}

// bindPairs reads the values of a row by a parameter table, as bind does those of a query.
func bindPairs(table []param, row pairs, l limits) (params, error) {
	bound, faults := bindValues(table, row, l)
	return bound, invalid(append(faults, row.unknown(table)...))
}

// bindValues reads values by a parameter table, and returns what is wrong with them.
func bindValues(table []param, query pairs, l limits) (params, []gevel.Detail) {
	bound := params{table: table, values: make([]value, len(table))}
	faults := make([]error, len(table))
	l.valued = l.today
	for _, moving := range []bool{true, false} {
		for i, p := range table {
			if moving != (p.moves != nil) {
				continue
			}
			bound.values[i], faults[i] = p.take(query, l)
			if moving && bound.values[i].known {
				p.moves(&l, bound.values[i])
			}
		}
	}
	return bound, details(table, faults)
}

func details(table []param, faults []error) []gevel.Detail {
	var list []gevel.Detail
	for i, err := range faults {
		if err != nil {
			list = append(list, gevel.Detail{Reason: table[i].name, Message: table[i].name + " " + err.Error()})
		}
	}
	return list
}

// invalid returns the error that lists faults, nil when there are none.
func invalid(faults []gevel.Detail) error {
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
