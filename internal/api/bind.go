package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// bind reads a raw query by a parameter table. The inputs hold what was
// understood, also when there is an error. Error: gevel.Invalid with one Detail
// per parameter at fault, in the order of the table, then the unknown ones.
func bind(table []param, rawQuery string, l limits) (inputs, error) {
	in := inputs{table: table, values: make([]value, len(table))}
	query, err := parseQuery(rawQuery, func(name string) bool {
		i := slices.IndexFunc(table, func(p param) bool { return p.name == name })
		return i >= 0 && table[i].keepPlus
	})
	if err != nil {
		return in, err
	}
	faults := make([]error, len(table))
	l.valued = l.today
	// Days come first: the bounds of other parameters move with the valuation date.
	for _, days := range []bool{true, false} {
		for i, p := range table {
			if days == (p.kind == day) {
				in.values[i], faults[i] = p.take(query, l)
			}
		}
		if v := in.find("valuationDate"); days && v.known {
			l.valued = gevel.Date(v.number)
		}
	}
	return in, invalid(append(details(table, faults), query.unknown(table)...))
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

// take reads the parameter from a query. The error continues a sentence that
// begins with the parameter's name.
func (p param) take(query pairs, l limits) (value, error) {
	if p.kind == idList {
		return p.takeList(slices.Concat(query.values[p.name], query.values[p.name+"[]"]))
	}
	given := query.values[p.name]
	switch {
	case len(given) == 0 && p.required:
		return value{}, errMissing
	case len(given) == 0 && p.fallback != nil:
		return p.fallback(l), nil
	case len(given) == 0:
		return value{}, nil
	case len(given) > 1:
		return value{}, fmt.Errorf("is given %d times", len(given))
	case given[0] == "":
		return value{}, errEmpty
	}
	v, err := p.read(given[0], l)
	if err != nil {
		return value{}, err
	}
	v.given, v.known = true, true
	return v, nil
}

func (p param) read(s string, l limits) (value, error) {
	switch p.kind {
	case integer:
		return p.readInteger(s, l)
	case boolean:
		return p.readBoolean(s)
	case day:
		return p.readDay(s, l)
	default:
		return p.readText(s)
	}
}

func (p param) readText(s string) (value, error) {
	if p.enum != nil && !slices.Contains(p.enum, s) {
		return value{}, fmt.Errorf("%s is none of %s", quote(s), strings.Join(p.enum, ", "))
	}
	if p.pattern != nil && !p.pattern.MatchString(s) {
		return value{}, fmt.Errorf("%s does not match %s", quote(s), p.pattern)
	}
	return value{spelled: s}, nil
}

// readInteger reads a number as JSON writes it: no plus, no leading zero, no
// exponent.
func (p param) readInteger(s string, l limits) (value, error) {
	n, err := strconv.Atoi(s)
	if digits := strings.TrimPrefix(s, "-"); strings.Trim(digits, "0123456789") != "" || digits == "" ||
		digits[0] == '0' && s != "0" {
		return value{}, fmt.Errorf("%s is no whole number", quote(s))
	}
	lowest, highest := p.min, p.max
	if p.bounds != nil {
		lowest, highest = p.bounds(l)
	}
	if err != nil || n < lowest || n > highest {
		return value{}, fmt.Errorf("%s is not from %d to %d", quote(s), lowest, highest)
	}
	return value{number: n}, nil
}

func (p param) readBoolean(s string) (value, error) {
	if s != "true" && s != "false" {
		return value{}, fmt.Errorf("%s is neither true nor false", quote(s))
	}
	return value{flag: s == "true"}, nil
}

func (p param) readDay(s string, l limits) (value, error) {
	d, err := gevel.ParseDate(s)
	if err != nil {
		return value{}, fmt.Errorf("%s is no date of the form 2006-01-31", quote(s))
	}
	if lowest, highest := p.bounds(l); int(d) < lowest || int(d) > highest {
		return value{}, fmt.Errorf("%s is not from %v to %v", quote(s), gevel.Date(lowest), gevel.Date(highest))
	}
	return value{number: int(d)}, nil
}

func (p param) takeList(given []string) (value, error) {
	if len(given) == 0 {
		return value{}, errMissing
	}
	ids := strings.Split(strings.Join(given, ","), ",")
	if len(ids) < p.min || len(ids) > p.max {
		return value{}, fmt.Errorf("holds %d ids, and not from %d to %d", len(ids), p.min, p.max)
	}
	for _, id := range ids {
		if id == "" {
			return value{}, errEmpty
		}
		if !p.pattern.MatchString(id) {
			return value{}, fmt.Errorf("holds %s, which does not match %s", quote(id), p.pattern)
		}
	}
	return value{given: true, known: true, list: ids}, nil
}

var (
	errMissing = fmt.Errorf("is required")
	errEmpty   = fmt.Errorf("is empty")
)

// longestQuoted is how many bytes of what a caller sent an error repeats.
const longestQuoted = 64

func quote(s string) string {
	if len(s) > longestQuoted {
		s = s[:longestQuoted] + "..."
	}
	return fmt.Sprintf("%q", s)
}
