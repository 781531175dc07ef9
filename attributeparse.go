package gevel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Reads a caller's text as the value of a characteristic.

// ParseName reads a name, as it is spelled in answers. The error says which there are.
func (a *Attribute) ParseName(text string) (float64, error) {
	v := a.Named(text)
	if math.IsNaN(v) {
		return v, fmt.Errorf("%q is no %s; there are %s", text, a.Label, Shortlist(a.Choices()))
	}
	return v, nil
}

// Check says why a home can't be valued with a number in a year, nil when it can.
func (a *Attribute) Check(v float64, year int) error {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	switch least, most := a.Bounds(year); {
	case a.Kind == Number && !(math.Abs(v) <= ExtraBound):
		return fmt.Errorf("%s is too large a number", text)
	case a.Kind != Number && v != math.Trunc(v):
		return fmt.Errorf("%s is no whole number", text)
	case !a.Allows(v, year):
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
	return slices.Sorted(a.Names.All)
}

// longestShortlist is the most names in a message: it holds all house types, but few of a country's streets.
const longestShortlist = 20

// Shortlist writes names for a message, the first of many.
func Shortlist(names []string) string {
	more := len(names) - longestShortlist
	if more <= 0 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:longestShortlist], ", "), more)
}
