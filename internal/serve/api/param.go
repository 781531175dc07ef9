package api

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// A param is one row of the parameter table of an endpoint. Whatever the interface
// does with a parameter, it does by its row: the binder reads requests by it, the
// list of faults speaks of it, the echo of an answer and the OpenAPI description are
// written from it; and the row around it, of an input, says where its value goes.
type param struct {
	name     string
	kind     kind
	required bool
	// min and max bound an integer, or how many ids a list holds. A maximum of 0
	// is one that depends on the request; see bounds. They bound a decimal too, unless both
	// are 0.
	min, max int
	// bounds returns the bounds of an integer or a day that move with the clock,
	// the edition and the valuation date; nil when min and max say it all.
	bounds func(limits) (lowest, highest int)
	// moves changes the limits of the parameters without it, which are read later;
	// nil for all but the valuation date.
	moves   func(*limits, value)
	longest int            // bytes of a text; 0 is any
	pattern *regexp.Regexp // of a text, or of each id; nil is any
	enum    *enumeration   // the exact values of a text; nil is any
	// keepPlus takes an unescaped + in the query for a plus instead of a space.
	keepPlus bool
	fallback func(limits) value // when the caller gives none; nil is null
	// fleeting is of what only some editions have: it is echoed only when given.
	fleeting bool
	// inPath is of a segment of the path instead of the query.
	inPath bool
	doc    string
	// example is the value that the description shows for a home where the parameter
	// is required. A documentation page fills its form with it.
	example func(exampleHome) any
}

// exampleHome is the home that examples in a description are of.
type exampleHome struct {
	address  gevel.Address
	dwelling gevel.Dwelling
}

// kind is how the text of a parameter is read.
type kind uint8

const (
	text kind = iota
	integer
	decimal
	boolean
	day
	idList
)

// limits are what bounds and fallbacks depend on, apart from the table.
type limits struct {
	today  gevel.Date // in the Netherlands
	oldest gevel.Date // the first day that the edition can value at
	valued gevel.Date // the valuation date of the request
}

// value is a parameter as understood.
type value struct {
	given   bool   // by the caller
	known   bool   // given, or a fallback
	spelled string // a text, as the caller spelled it
	number  int    // an integer, or a day as a gevel.Date
	decimal float64
	flag    bool
	list    []string
}

// answersTo reports whether a name in a query is that of the parameter.
func (p param) answersTo(name string) bool {
	return name == p.name || p.kind == idList && name == p.name+"[]"
}

var (
	errMissing = fmt.Errorf("is required")
	errEmpty   = fmt.Errorf("is empty")
)

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
	case decimal:
		return p.readDecimal(s)
	case boolean:
		return p.readBoolean(s)
	case day:
		return p.readDay(s, l)
	default:
		return p.readText(s)
	}
}

func (p param) readText(s string) (value, error) {
	if p.enum != nil && !slices.Contains(p.enum.values, s) {
		return value{}, fmt.Errorf("%s is none of %s", quote(s), gevel.Shortlist(p.enum.values))
	}
	if p.longest > 0 && len(s) > p.longest {
		return value{}, fmt.Errorf("is longer than %d bytes", p.longest)
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

var decimalPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// readDecimal reads a number as JSON writes it, without an exponent.
func (p param) readDecimal(s string) (value, error) {
	lowest, highest := float64(p.min), float64(p.max)
	if !p.bounded() {
		lowest, highest = -gevel.ExtraBound, gevel.ExtraBound
	}
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case !decimalPattern.MatchString(s):
		return value{}, fmt.Errorf("%s is no number", quote(s))
	case err != nil || v < lowest || v > highest:
		return value{}, fmt.Errorf("%s is not from %.0f to %.0f", quote(s), lowest, highest)
	}
	return value{decimal: v}, nil
}

func (p param) bounded() bool { return p.min != 0 || p.max != 0 }

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

// longestQuoted is how many bytes of what a caller sent an error repeats.
const longestQuoted = 64

func quote(s string) string {
	if len(s) > longestQuoted {
		s = s[:longestQuoted] + "..."
	}
	return fmt.Sprintf("%q", s)
}
