// Package param reads the parameters of requests: by tables, whose rows say how each is called, read, bounded, echoed
// and described.
package param

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// A Param is one row of the parameter table of an endpoint. Whatever the interface does with a parameter, it does
// by its row: the binder reads requests by it, the List of faults speaks of it, the echo of an answer and the
// OpenAPI description are written from it; and the row around it, of an input, says where its value goes.
type Param struct {
	Name     string
	Kind     Kind
	Required bool
	// Min and max bound an integer, or how many ids a list holds. A maximum of 0 is one that depends on the
	// request; see bounds. They bound a decimal too, unless both are 0.
	Min, Max int
	// Bounds returns the Bounds of an integer or a day that move with the clock,
	// the edition and the valuation date; nil when min and max say it all.
	Bounds  func(Limits) (lowest, highest int)
	Longest int            // bytes of a text; 0 is any
	Pattern *regexp.Regexp // of a text, or as described of each id; nil is any
	Form    string         // what a text of the pattern is called: postal code of the form 1234AB
	Enum    *Enumeration   // the exact values of a text; nil is any
	AnyCase bool           // a value of Enum may be in capitals or not
	// KeepPlus takes an unescaped + in the query for a plus instead of a space.
	KeepPlus bool
	// Attribute is the characteristic that the parameter is; nil for all others.
	Attribute *gevel.Attribute
	Fallback  func(Limits) Value // when the caller gives none; nil is null
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

// Kind is how a parameter is described, and but for characteristics how it is read. Decimal and Boolean are read as
// characteristics are: they have an Attribute.
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

// ValuationDate is the name of the valuation date in every table that has one.
const ValuationDate = "valuationDate"

// Limits are what bounds and fallbacks depend on, apart from the table.
type Limits struct {
	Today  gevel.Date // in the Netherlands
	Oldest gevel.Date // the first day that the edition can value at
	Valued gevel.Date // the valuation date of the request
}

// Value is a parameter as understood.
type Value struct {
	Given   bool    // by the caller
	Known   bool    // Given, or a fallback
	Spelled string  // a text, as the caller spelled it, or as Enum does
	Number  int     // an integer, or a day as a gevel.Date
	Has     float64 // a characteristic, as gevel.Attribute.Get returns it
	List    []string
}

// listIndex is what clients write behind the name of a list.
var listIndex = regexp.MustCompile(`^\[[0-9]*\]$`)

// answersTo reports whether a name in a query means the parameter.
func (p Param) answersTo(name string) bool {
	index, ok := strings.CutPrefix(name, p.Name)
	return ok && (index == "" || p.Kind == IDList && listIndex.MatchString(index))
}

var (
	errMissing = fmt.Errorf("is required")
	errEmpty   = fmt.Errorf("holds an empty id")
)

// take reads the parameter from a query or a row. The error continues a sentence that begins with the parameter's name.
func (p Param) take(pairs Pairs, n notation, l Limits) (Value, error) {
	if p.Kind == IDList {
		return p.takeList(pairs)
	}
	given := pairs.Values[p.Name]
	if len(given) > 1 {
		return Value{}, fmt.Errorf("is given %d times", len(given))
	}
	if len(given) == 1 {
		v, err := p.read(given[0], n, l)
		if err != nil || v.Given {
			return v, err
		}
	}
	switch {
	case p.Required:
		return Value{}, errMissing
	case p.Fallback != nil:
		return p.Fallback(l), nil
	}
	return Value{}, nil
}

// read reads a cell. Where nothing is written but white space, or a word for unknown, nothing is given.
func (p Param) read(c Cell, n notation, l Limits) (v Value, err error) {
	plain := c.Text
	if !p.isFree() {
		plain = strings.TrimSpace(plain)
	}
	switch {
	case plain == "":
		return Value{}, nil
	case p.Attribute != nil:
		v.Has, err = n.characteristic(p.Attribute, c, l.Valued.Year())
	case p.Kind == Integer:
		v.Number, err = p.readInteger(plain, l)
	case p.Kind == Day:
		v.Number, err = p.readDay(plain, n, l)
	default:
		if n, unwhole := spelling.QueryWhole(plain); unwhole == nil && p.Enum != nil {
			plain = strconv.Itoa(n) // 640.0 is 640
		}
		if p.AnyCase {
			plain = p.Enum.spelled(plain)
		}
		v.Spelled, err = plain, p.checkText(plain)
	}
	if err != nil || math.IsNaN(v.Has) {
		return Value{}, err
	}
	v.Given, v.Known = true, true
	return v, nil
}

// isFree reports whether the parameter is a text that may hold anything, so that white space is part of it.
func (p Param) isFree() bool { return p.Kind == Text && p.Pattern == nil && p.Enum == nil }

func (p Param) checkText(s string) error {
	switch {
	case p.Enum != nil && !slices.Contains(p.Enum.Values, s):
		refusal := cmp.Or(p.Enum.Refusal, "is none of "+gevel.Shortlist(p.Enum.Values))
		return fmt.Errorf("%s %s", Quote(s), refusal)
	case p.Longest > 0 && len(s) > p.Longest:
		return fmt.Errorf("is longer than %d bytes", p.Longest)
	case p.Pattern != nil && !p.Pattern.MatchString(s):
		return fmt.Errorf("%s is no %s", Quote(s), p.Form)
	}
	return nil
}

func (p Param) readInteger(s string, l Limits) (int, error) {
	n, err := spelling.QueryWhole(s)
	if err != nil {
		return 0, err
	}
	lowest, highest := p.Min, p.Max
	if p.Bounds != nil {
		lowest, highest = p.Bounds(l)
	}
	if n < lowest || n > highest {
		return 0, fmt.Errorf("%s is not from %d to %d", Quote(s), lowest, highest)
	}
	return n, nil
}

// Bounded reports whether a decimal has bounds.
func (p Param) Bounded() bool { return p.Min != 0 || p.Max != 0 }

func (p Param) readDay(s string, n notation, l Limits) (int, error) {
	d, err := n.day(s)
	if err != nil {
		return 0, err
	}
	if lowest, highest := p.Bounds(l); int(d) < lowest || int(d) > highest {
		return 0, fmt.Errorf("%s is not from %v to %v", Quote(s), gevel.Date(lowest), gevel.Date(highest))
	}
	return int(d), nil
}

func (p Param) takeList(pairs Pairs) (Value, error) {
	var given []string
	for _, name := range pairs.Names {
		if p.answersTo(name) {
			for _, c := range pairs.Values[name] {
				given = append(given, c.Text)
			}
		}
	}
	written := strings.Join(given, ",")
	if strings.TrimSpace(written) == "" {
		return Value{}, errMissing
	}
	texts := strings.Split(written, ",")
	if len(texts) < p.Min || len(texts) > p.Max {
		return Value{}, fmt.Errorf("holds %d ids, and not from %d to %d", len(texts), p.Min, p.Max)
	}
	ids := make([]string, len(texts))
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			return Value{}, errEmpty
		}
		id, err := gevel.ParseBAGID(text)
		if err != nil && len(text) > longestQuoted {
			return Value{}, fmt.Errorf("holds %s, which is no BAG id", Quote(text))
		}
		if err != nil {
			return Value{}, fmt.Errorf("holds %w", err)
		}
		ids[i] = string(id)
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
