package gevel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The table of characteristics.

// Attributes is the table of characteristics, in the contract's order. Everything that
// lists characteristics goes over such a table, which is passed on and never global state.
type Attributes []Attribute

// Extras returns how many of the attributes live in Characteristics.Extra.
func (t Attributes) Extras() int {
	n := 0
	for i := range t {
		if t[i].IsExtra() {
			n++
		}
	}
	return n
}

// Column returns the place of the attribute with a column, -1 where there is none.
func (t Attributes) Column(name string) int {
	return slices.IndexFunc(t, func(a Attribute) bool { return a.Column == name })
}

// Called returns the attribute with a parameter, a name or a column, nil where there is none.
func (t Attributes) Called(name string) *Attribute {
	for i := range t {
		if a := &t[i]; name != "" && (a.Parameter == name || a.Name == name || a.Column == name) {
			return a
		}
	}
	return nil
}

// OfParameter returns the column of the attribute with a parameter, "" where there is none.
func (t Attributes) OfParameter(name string) string {
	for _, a := range t {
		if a.Parameter == name && name != "" {
			return a.Column
		}
	}
	return ""
}

// Over returns c with each characteristic that is unknown taken from base.
func (t Attributes) Over(c, base Characteristics) Characteristics {
	c.Extra = slices.Clone(c.Extra)
	for i := range t {
		if a := &t[i]; !a.Known(&c) {
			a.Set(&c, a.Get(&base))
		}
	}
	return c
}

// Equal reports whether two homes have the same characteristics.
func (t Attributes) Equal(a, b *Characteristics) bool {
	for k := range t {
		if v, w := t[k].Get(a), t[k].Get(b); v != w && (v == v || w == w) {
			return false
		}
	}
	return true
}

// Plain returns what is known of a home by column, in the form of Attribute.Plain.
func (t Attributes) Plain(c *Characteristics) map[string]any {
	known := map[string]any{}
	for i := range t {
		if a := &t[i]; a.Known(c) {
			known[a.Column] = a.Plain(a.Get(c))
		}
	}
	return known
}

// Describe says on one line what is known of a home.
func (t Attributes) Describe(c *Characteristics) string {
	var known []string
	for i := range t {
		a := &t[i]
		switch v := a.Get(c); {
		case math.IsNaN(v), a.Kind == YesNo && v == 0:
		case a.Phrase == "":
			known = append(known, a.Label+" "+a.Text(v))
		case a.Kind == YesNo:
			known = append(known, a.Phrase)
		default:
			known = append(known, fmt.Sprintf(a.Phrase, a.Text(v)))
		}
	}
	return strings.Join(known, ", ")
}

// The attributes that columns of sales files bring.

// Prefixes of the columns that bring an attribute of their own.
const (
	NumPrefix = "num_" // a Number
	CatPrefix = "cat_" // a Category
)

// Largest absolute value of an extra attribute: of any number, and of a whole number, which
// a column of 32-bit floats holds exactly up to here.
const (
	ExtraBound = 1e12
	WholeBound = 1 << 24
)

// ExtraColumn returns the attribute that a column of a sales file brings by its prefix.
func ExtraColumn(column string) (a Attribute, ok bool) {
	a = Attribute{Name: column, Column: column, Label: column}
	switch {
	case strings.HasPrefix(column, NumPrefix):
		a.Kind = Number
	case strings.HasPrefix(column, CatPrefix):
		a.Kind = Category
	default:
		return a, false
	}
	return a, true
}

// With returns the table with further attributes appended. One without a field of
// Characteristics gets a place in Extra; only the standard ones have a field.
func (t Attributes) With(more ...Attribute) Attributes {
	t = slices.Clone(t)
	for _, a := range more {
		if a.IsExtra() {
			a.slot = t.Extras()
			a.bound()
		}
		if a.Kind == Category && a.Values == nil {
			a.Names = NewNames()
		}
		t = append(t, a)
	}
	return t
}

// bound sets missing bounds of an extra attribute: whole numbers within what their column can hold, years as the
// build year. Other columns of a file are held to the bounds of callers, because their fillers are unknown.
func (a *Attribute) bound() {
	switch {
	case a.Kind == Year:
		year := &standard[AtBuildYear]
		a.Least, a.Readable, a.Fillers = max(a.Least, year.Least), year.Readable, year.Fillers
	case (a.Kind == Count || a.Kind == Area) && a.Least == 0 && a.Most == 0:
		a.Most = WholeBound
	}
	switch {
	case a.Readable != [2]float64{}:
	case a.Least == 0 && a.Most == 0:
		a.Readable = [2]float64{-ExtraBound, ExtraBound}
	default:
		a.Readable = [2]float64{float64(a.Least), float64(a.Most)}
	}
}

// Canonical returns the table as models and editions keep it: first the attributes with a field, in
// their order, then those from files, numbers before open categories and each by column name, so that
// the order of a file's columns changes nothing. Open categories start without names.
func (t Attributes) Canonical() Attributes {
	rank := func(a *Attribute) int {
		switch {
		case !a.IsExtra():
			return 0
		case !a.IsOpen():
			return 1
		}
		return 2
	}
	sorted := slices.Clone(t)
	slices.SortStableFunc(sorted, func(a, b Attribute) int {
		if order := cmp.Compare(rank(&a), rank(&b)); order != 0 || rank(&a) == 0 {
			return order
		}
		return cmp.Compare(a.Column, b.Column)
	})
	return Attributes{}.With(sorted...)
}

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
