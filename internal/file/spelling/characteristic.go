package spelling

import (
	"errors"
	"fmt"
	"math"

	"github.com/gevel/gevel"
)

// Characteristics reads the characteristics of a table for which text, by column, has something, of a home that is to
// be valued in a year. Each fault has the column for its reason; an unread one is an Unread.
func Characteristics(
	table gevel.Attributes, text func(column string) string, year int,
) (c gevel.Characteristics, faults, unread []gevel.Detail) {
	for i := range table {
		a := &table[i]
		given := Cell(text(a.Column))
		if given == "" {
			continue
		}
		v, err := Characteristic(a, given, year)
		switch fault := (gevel.Detail{Reason: a.Column, Message: fmt.Sprint(err)}); {
		case err == nil:
			a.Set(&c, v)
		case errors.As(err, new(Unread)):
			unread = append(unread, fault)
		default:
			faults = append(faults, fault)
		}
	}
	return c, faults, unread
}

// Unread is the error of a text in place of a number, such as ca. 120: in a file it costs the characteristic, and not
// the row.
type Unread string

func (u Unread) Error() string { return string(u) }

// Characteristic reads what a file says of a home that is to be valued in a year, as Attribute.Get
// returns it; NaN is a word for unknown. The error says what would be right.
func Characteristic(a *gevel.Attribute, s string, year int) (float64, error) {
	switch {
	case IsUnknown(s):
		return math.NaN(), nil
	case a.IsNamed():
		if v, ok := Name(a, s); ok {
			return v, nil
		}
		if a.Column == "build_type" && IsTypeless(s) {
			return math.NaN(), nil
		}
		return a.ParseName(s)
	case a.Kind == gevel.YesNo:
		yes, err := Yes(s)
		switch {
		case err != nil:
			return math.NaN(), err
		case yes:
			return 1, nil
		}
		return 0, nil
	}
	v, ok, err := numberOf(a, WithoutUnit(a, s), year)
	switch {
	case !ok && a.Kind == gevel.Number:
		err = Unread(Quote(s) + " is no number")
	case !ok:
		err = Unread(Quote(s) + " is no whole number")
	case err == nil:
		err = a.Check(v, year)
	}
	if err != nil {
		return math.NaN(), err
	}
	return v, nil
}

// numberOf reads a number by itself, since rows are valued one by one: where it can be read in two
// ways, the way in which a home can be valued with it. Surfaces and volumes are rounded. ok is false
// when it is no number, and the error is of a number that can be meant both ways.
func numberOf(a *gevel.Attribute, s string, year int) (v float64, ok bool, err error) {
	decimal, sure := SignOf(s)
	v, ok = numberAs(a, s, decimal)
	if sure || !ok {
		return v, ok, nil
	}
	other, _ := numberAs(a, s, decimal.Other())
	switch one, two := a.Allows(v, year), a.Allows(other, year); {
	case one && two:
		return v, ok, fmt.Errorf("%q may be %s; write it without grouped thousands, and with other than three decimals",
			s, Readings(s))
	case two:
		return other, true, nil
	}
	return v, ok, nil
}

func numberAs(a *gevel.Attribute, s string, decimal Sign) (v float64, ok bool) {
	v, ok = Number(s, decimal)
	if a.Kind == gevel.Area {
		v = math.Round(v)
	}
	return v, ok
}
