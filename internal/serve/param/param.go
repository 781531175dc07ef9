// Package param reads the parameters of requests: by tables, whose rows say how each is called, read, bounded, echoed and
// described.
package param

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// A Param is one row of the parameter table of an endpoint. Whatever the interface
// does with a parameter, it does by its row: the binder reads requests by it, the
// List of faults speaks of it, the echo of an answer and the OpenAPI description are
// written from it; and the row around it, of an input, says where its value goes.
type Param struct {
	Name     string
	Kind     Kind
	Required bool
	// Min and max bound an integer, or how many ids a list holds. A maximum of 0
	// is one that depends on the request; see bounds. They bound a decimal too, unless both
	// are 0.
	Min, Max int
	// Bounds returns the Bounds of an integer or a day that move with the clock,
	// the edition and the valuation date; nil when min and max say it all.
	Bounds func(Limits) (lowest, highest int)
	// Moves changes the limits of the parameters without it, which are read later;
	// nil for all but the valuation date.
	Moves   func(*Limits, Value)
	Longest int            // bytes of a text; 0 is any
	Pattern *regexp.Regexp // of a text, or of each id; nil is any
	Enum    *Enumeration   // the exact values of a text; nil is any
	// KeepPlus takes an unescaped + in the query for a plus instead of a space.
	KeepPlus bool
	Fallback func(Limits) Value // when the caller gives none; nil is null
	// Fleeting is of what only some editions have: it is echoed only when given.
	Fleeting bool
	// InPath is of a segment of the path instead of the query.
	InPath bool
	Doc    string
	// Example is the value that the description shows for a home where the parameter
	// is required. A documentation page fills its form with it.
	Example func(ExampleHome) any
}

// ExampleHome is the home that examples in a description are of.
type ExampleHome struct {
	Address  gevel.Address
	Dwelling gevel.Dwelling
}

// Kind is how the text of a parameter is read.
type Kind uint8

// The kinds.
const (
	Text Kind = iota
	Integer
	Decimal
	Boolean
	Day
	IDList
)

// Limits are what bounds and fallbacks depend on, apart from the table.
type Limits struct {
	Today  gevel.Date // in the Netherlands
	Oldest gevel.Date // the first day that the edition can value at
	Valued gevel.Date // the valuation date of the request
}

// Value is a parameter as understood.
type Value struct {
	Given   bool   // by the caller
	Known   bool   // Given, or a fallback
	Spelled string // a text, as the caller spelled it
	Number  int    // an integer, or a day as a gevel.Date
	Decimal float64
	Flag    bool
	List    []string
}

// answersTo reports whether a name in a query is that of the parameter.
func (p Param) answersTo(name string) bool {
	return name == p.Name || p.Kind == IDList && name == p.Name+"[]"
}

var (
	errMissing = fmt.Errorf("is required")
	errEmpty   = fmt.Errorf("is empty")
)

// take reads the parameter from a query. The error continues a sentence that
// begins with the parameter's name.
func (p Param) take(query Pairs, l Limits) (Value, error) {
	if p.Kind == IDList {
		return p.takeList(slices.Concat(query.Values[p.Name], query.Values[p.Name+"[]"]))
	}
	given := query.Values[p.Name]
	switch {
	case len(given) == 0 && p.Required:
		return Value{}, errMissing
	case len(given) == 0 && p.Fallback != nil:
		return p.Fallback(l), nil
	case len(given) == 0:
		return Value{}, nil
	case len(given) > 1:
		return Value{}, fmt.Errorf("is given %d times", len(given))
	case given[0] == "":
		return Value{}, errEmpty
	}
	v, err := p.read(given[0], l)
	if err != nil {
		return Value{}, err
	}
	v.Given, v.Known = true, true
	return v, nil
}

func (p Param) read(s string, l Limits) (Value, error) {
	switch p.Kind {
	case Integer:
		return p.readInteger(s, l)
	case Decimal:
		return p.readDecimal(s)
	case Boolean:
		return p.readBoolean(s)
	case Day:
		return p.readDay(s, l)
	default:
		return p.readText(s)
	}
}

func (p Param) readText(s string) (Value, error) {
	if p.Enum != nil && !slices.Contains(p.Enum.Values, s) {
		return Value{}, fmt.Errorf("%s is none of %s", Quote(s), gevel.Shortlist(p.Enum.Values))
	}
	if p.Longest > 0 && len(s) > p.Longest {
		return Value{}, fmt.Errorf("is longer than %d bytes", p.Longest)
	}
	if p.Pattern != nil && !p.Pattern.MatchString(s) {
		return Value{}, fmt.Errorf("%s does not match %s", Quote(s), p.Pattern)
	}
	return Value{Spelled: s}, nil
}

// readInteger reads a number as JSON writes it: no plus, no leading zero, no
// exponent.
func (p Param) readInteger(s string, l Limits) (Value, error) {
	n, err := strconv.Atoi(s)
	if digits := strings.TrimPrefix(s, "-"); strings.Trim(digits, "0123456789") != "" || digits == "" ||
		digits[0] == '0' && s != "0" {
		return Value{}, fmt.Errorf("%s is no whole number", Quote(s))
	}
	lowest, highest := p.Min, p.Max
	if p.Bounds != nil {
		lowest, highest = p.Bounds(l)
	}
	if err != nil || n < lowest || n > highest {
		return Value{}, fmt.Errorf("%s is not from %d to %d", Quote(s), lowest, highest)
	}
	return Value{Number: n}, nil
}

var decimalPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// readDecimal reads a number as JSON writes it, without an exponent.
func (p Param) readDecimal(s string) (Value, error) {
	lowest, highest := float64(p.Min), float64(p.Max)
	if !p.Bounded() {
		lowest, highest = -gevel.ExtraBound, gevel.ExtraBound
	}
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case !decimalPattern.MatchString(s):
		return Value{}, fmt.Errorf("%s is no number", Quote(s))
	case err != nil || v < lowest || v > highest:
		return Value{}, fmt.Errorf("%s is not from %.0f to %.0f", Quote(s), lowest, highest)
	}
	return Value{Decimal: v}, nil
}

// Bounded reports whether a decimal has bounds.
func (p Param) Bounded() bool { return p.Min != 0 || p.Max != 0 }

func (p Param) readBoolean(s string) (Value, error) {
	if s != "true" && s != "false" {
		return Value{}, fmt.Errorf("%s is neither true nor false", Quote(s))
	}
	return Value{Flag: s == "true"}, nil
}

func (p Param) readDay(s string, l Limits) (Value, error) {
	d, err := gevel.ParseDate(s)
	if err != nil {
		return Value{}, fmt.Errorf("%s is no date of the form 2006-01-31", Quote(s))
	}
	if lowest, highest := p.Bounds(l); int(d) < lowest || int(d) > highest {
		return Value{}, fmt.Errorf("%s is not from %v to %v", Quote(s), gevel.Date(lowest), gevel.Date(highest))
	}
	return Value{Number: int(d)}, nil
}

func (p Param) takeList(given []string) (Value, error) {
	if len(given) == 0 {
		return Value{}, errMissing
	}
	ids := strings.Split(strings.Join(given, ","), ",")
	if len(ids) < p.Min || len(ids) > p.Max {
		return Value{}, fmt.Errorf("holds %d ids, and not from %d to %d", len(ids), p.Min, p.Max)
	}
	for _, id := range ids {
		if id == "" {
			return Value{}, errEmpty
		}
		if !p.Pattern.MatchString(id) {
			return Value{}, fmt.Errorf("holds %s, which does not match %s", Quote(id), p.Pattern)
		}
	}
	return Value{Given: true, Known: true, List: ids}, nil
}

// longestQuoted is how many bytes of what a caller sent an error repeats.
const longestQuoted = 64

// Quote returns what a caller sent as an error repeats it.
func Quote(s string) string {
	if len(s) > longestQuoted {
		s = s[:longestQuoted] + "..."
	}
	return fmt.Sprintf("%q", s)
}
