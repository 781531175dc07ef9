package sales

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/spelling"
)

// row is a row being read. Its first fault is the reason for which it is rejected;
// reading goes on, as what is read after a fault is thrown away.
type row struct {
	*importer
	fields []string
	reason string
	fault  string
	names  []name
}

// name is what the row has of an attribute whose names come from the files.
type name struct {
	of   *gevel.Attribute
	text string
}

// enter gives a sale the names of its row. It comes last, so that names of rows that are rejected
// are not held on to.
func (r *row) enter(s *gevel.Sale) {
	for _, n := range r.names {
		n.of.Set(&s.Characteristics, n.of.Enter(r.texts.of(n.text)))
	}
}

func (r *row) fail(reason, format string, args ...any) {
	if r.reason == "" {
		r.reason, r.fault = reason, fmt.Sprintf(format, args...)
	}
}

// bad rejects the row for the value of a column.
func (r *row) bad(c column, err error) { r.fail("bad_"+c.String(), "%s: %v", c, err) }

func (r *row) value(c column) string { return r.layout.fields[c].of(r.fields) }

// text returns a value as it is. It shares the memory of the row.
func (r *row) text(c column) string {
	v := r.value(c)
	if !utf8.ValidString(v) {
		r.bad(c, fmt.Errorf("%s is not UTF-8", quote(v)))
	}
	return v
}

// bounds are the first and last possible number of a column. They are wide: they keep out
// slips and fillers, not homes that can't be valued.
type bounds struct{ low, high float64 }

var (
	priceBounds = bounds{1, 1e13} // any currency; exact in a float64
	latBounds   = bounds{-90, 90}
	lonBounds   = bounds{-180, 180}
	planeBounds = bounds{-1e8, 1e8} // metres, beyond any projection of the earth
)

// check returns an error for a number outside, s as it is written.
func (b bounds) check(s string, v float64) error {
	if v < b.low || v > b.high {
		return fmt.Errorf("%s lies outside %.0f to %.0f", quote(s), b.low, b.high)
	}
	return nil
}

// number returns the value of a column, if it has one.
func (r *row) number(c column, within bounds) gevel.Opt[float64] {
	s := r.value(c)
	if s == "" {
		return gevel.Opt[float64]{}
	}
	v, err := r.notation.number(s, r.layout.fields[c].decimal)
	if err == nil {
		err = within.check(s, v)
	}
	if err != nil {
		r.bad(c, err)
		return gevel.Opt[float64]{}
	}
	return gevel.Some(v)
}

func (r *row) price() gevel.Euro {
	v := r.number(price, priceBounds)
	if !v.Known {
		r.bad(price, errEmpty)
	}
	return gevel.Euro(math.Round(v.V))
}

// firstDay is the first day of which a sale can be evidence of anything.
var firstDay = gevel.NewDate(1900, 1, 1)

// day returns the value of a column, or otherwise when it is empty.
func (r *row) day(c column, otherwise gevel.Date) gevel.Date {
	s := r.value(c)
	if s == "" {
		return otherwise
	}
	d, err := r.notation.day(s)
	switch {
	case err != nil:
		r.bad(c, err)
	case d < firstDay:
		r.bad(c, fmt.Errorf("%s lies before %s", d, firstDay))
	case r.AsOf != gevel.NoDate && d > r.AsOf:
		r.fail("future_date", "%s: %s lies after %s", c, d, r.AsOf)
	}
	return d
}

func (r *row) days() (sold, known gevel.Date) {
	sold = r.day(saleDate, gevel.NoDate)
	if sold == gevel.NoDate {
		r.bad(saleDate, errEmpty)
	}
	known = r.day(knownDate, sold)
	if known < sold {
		r.bad(knownDate, fmt.Errorf("%s lies before the sale of %s", known, sold))
	}
	return sold, known
}

// characteristics reads the attributes that the row has, for a home that was sold on a day.
func (r *row) characteristics(sold gevel.Date) (c gevel.Characteristics) {
	for i := range r.layout.attributes {
		f := &r.layout.attributes[i]
		s := f.of(r.fields)
		if s == "" {
			continue
		}
		a := &r.table[f.at]
		v, err := r.attribute(a, s, f.decimal, sold)
		if err != nil {
			r.fail("bad_"+a.Column, "%s: %v", a.Column, err)
			continue
		}
		a.Set(&c, v)
	}
	return c
}

// attribute reads what a home has of an attribute, as Attribute.Get returns it.
func (r *row) attribute(a *gevel.Attribute, s string, decimal spelling.Sign, sold gevel.Date) (float64, error) {
	switch {
	case a.IsOpen():
		if !utf8.ValidString(s) {
			return math.NaN(), fmt.Errorf("%s is not UTF-8", quote(s))
		}
		r.names = append(r.names, name{a, s})
		return math.NaN(), nil
	case a.IsNamed():
		return named(a, s)
	case a.Kind == gevel.YesNo:
		yes, err := answer(s)
		if yes {
			return 1, err
		}
		return 0, err
	}
	v, err := r.notation.number(s, decimal)
	if err != nil || a.IsFiller(v) {
		return math.NaN(), err
	}
	within := bounds{a.Readable[0], a.Readable[1]}
	if a.Kind == gevel.Year {
		least, most := a.Bounds(sold.Year())
		within = bounds{float64(least), float64(most)}
	}
	if err := within.check(s, v); err != nil || a.Kind == gevel.Number {
		return v, err
	}
	return math.Round(v), nil
}
