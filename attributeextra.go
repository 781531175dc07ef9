package gevel

import (
	"cmp"
	"slices"
	"strings"
)

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
