package gevel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Reads a caller's text as the value of a characteristic.

// Parse reads a value that a caller gives for a valuation in a year. Spreadsheets write 105
// as 105.0 where another row of the column is empty. The error says what would be right.
func (a *Attribute) Parse(text string, year int) (float64, error) {
	switch {
	case a.IsNamed():
		v := a.Named(text)
		if math.IsNaN(v) {
			return v, fmt.Errorf("%q is no %s; there are %s", text, a.Label, Shortlist(a.Choices()))
		}
		return v, nil
	case a.Kind == YesNo:
		yes, err := strconv.ParseBool(text)
		if err != nil {
			return math.NaN(), fmt.Errorf("%q is neither true nor false", text)
		}
		return yesNo(Some(yes)), nil
	case a.Kind == Number:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(math.Abs(v) <= ExtraBound) {
			return math.NaN(), fmt.Errorf("%q is no number", text)
		}
		return v, a.check(text, v, year)
	}
	v, err := strconv.ParseFloat(strings.TrimSuffix(text, ".0"), 64)
	if err != nil || v != math.Trunc(v) {
		return math.NaN(), fmt.Errorf("%q is no whole number", text)
	}
	return v, a.check(text, v, year)
}

// check says whether a number lies within the bounds.
func (a *Attribute) check(text string, v float64, year int) error {
	if least, most := a.Bounds(year); !a.Allows(v, year) {
		return fmt.Errorf("%s is not from %d to %d", text, least, most)
	}
	return nil
}

// Choices returns the names that a value may have: the contract's in their order, or the names
// in an edition's sales, by the alphabet.
func (a *Attribute) Choices() []string {
	if a.Names == nil {
		return a.Values
	}
	return slices.Sorted(slices.Values(a.Names.list))
}

// longestShortlist is the most names in a message: it holds all house types, but few of a country's
// streets.
const longestShortlist = 20

// Shortlist writes names for a message, the first of many.
func Shortlist(names []string) string {
	more := len(names) - longestShortlist
	if more <= 0 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:longestShortlist], ", "), more)
}
