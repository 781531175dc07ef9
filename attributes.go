package gevel

import (
	"fmt"
	"math"
	"slices"
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
