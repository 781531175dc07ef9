package sales

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
)

// row is a row being read. Its first fault is the reason for which it is rejected;
// reading goes on, as what is read after a fault is thrown away.
type row struct {
	*importer
	fields []string
	reason string
	fault  string
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

// bounds are the first and last number that a column can mean. They are wide: they
// tell slips and fillers from homes, not homes that can be valued from others.
type bounds struct{ low, high float64 }

var (
	priceBounds  = bounds{1, 1e13} // any currency; exact in a float64
	useBounds    = bounds{1, 1e6}  // m2
	parcelBounds = bounds{0, 1e9}  // m2
	volumeBounds = bounds{1, 1e7}  // m3
	roomsBounds  = bounds{1, 1000}
	latBounds    = bounds{-90, 90}
	lonBounds    = bounds{-180, 180}
	planeBounds  = bounds{-1e8, 1e8} // metres, beyond any projection of the earth
	extraBounds  = bounds{-1e12, 1e12}
)

// check returns an error for a number outside, s as it is written.
func (b bounds) check(s string, v float64) error {
	if v < b.low || v > b.high {
		return fmt.Errorf("%s lies outside %.0f to %.0f", quote(s), b.low, b.high)
	}
	return nil
}

// isFiller reports whether a number stands for an unknown one: zeros, and the nines
// of the BAG.
func isFiller(c column, v float64) bool {
	switch c {
	case buildYear:
		return v == 0 || v == 9999
	case useSurface:
		return v == 0 || v == 9999 || v == 99_999 || v == 999_999
	case volume, rooms:
		return v == 0
	}
	return false
}

// number returns the value of a column, if it has one.
func (r *row) number(c column, within bounds) gevel.Opt[float64] {
	s := r.value(c)
	if s == "" {
		return gevel.Opt[float64]{}
	}
	v, err := r.notation.number(s, r.layout.fields[c].decimal)
	if err != nil {
		r.bad(c, err)
		return gevel.Opt[float64]{}
	}
	if isFiller(c, v) {
		return gevel.Opt[float64]{}
	}
	if err := within.check(s, v); err != nil {
		r.bad(c, err)
	}
	return gevel.Some(v)
}

// whole returns the value of a column, rounded.
func (r *row) whole(c column, within bounds) gevel.Opt[int] {
	v := r.number(c, within)
	if !v.Known || r.reason != "" {
		return gevel.Opt[int]{}
	}
	return gevel.Some(int(math.Round(v.V)))
}

func (r *row) price() gevel.Euro {
	v := r.whole(price, priceBounds)
	if !v.Known {
		r.bad(price, errEmpty)
	}
	return gevel.Euro(v.V)
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

// yes returns whether a column says yes, if it says anything.
func (r *row) yes(c column) gevel.Opt[bool] {
	s := r.value(c)
	if s == "" {
		return gevel.Opt[bool]{}
	}
	yes, err := answer(s)
	if err != nil {
		r.bad(c, err)
	}
	return gevel.Some(yes)
}

func (r *row) characteristics(sold gevel.Date) gevel.Characteristics {
	c := gevel.Characteristics{
		BuildYear: r.whole(buildYear, bounds{
			gevel.MinBuildYear, float64(sold.Year() + gevel.MaxYearsAhead),
		}),
		UseSurface:    r.whole(useSurface, useBounds),
		ParcelSurface: r.whole(parcelSurface, parcelBounds),
		Volume:        r.whole(volume, volumeBounds),
		Rooms:         r.whole(rooms, roomsBounds),
		Monument:      r.yes(monument),
	}
	var err error
	if s := r.value(buildType); s != "" {
		if c.BuildType, err = parseBuildType(s); err != nil {
			r.bad(buildType, err)
		}
	}
	if s := r.value(energyLabel); s != "" {
		if c.EnergyLabel, err = gevel.ParseEnergyLabel(strings.ToUpper(s)); err != nil {
			r.bad(energyLabel, fmt.Errorf("%s is no energy label", quote(s)))
		}
	}
	return c
}

func (r *row) extras() (num []float64, cat []string) {
	if n := len(r.layout.num); n > 0 {
		num = make([]float64, n)
	}
	if n := len(r.layout.cat); n > 0 {
		cat = make([]string, n)
	}
	for i, e := range r.layout.num {
		num[i] = math.NaN()
		if s := e.of(r.fields); s != "" {
			v, err := r.notation.number(s, e.decimal)
			if err == nil {
				err = extraBounds.check(s, v)
			}
			if err != nil {
				r.fail(e.bad, "%s: %v", e.column, err)
			}
			num[i] = v
		}
	}
	for i, e := range r.layout.cat {
		s := e.of(r.fields)
		if !utf8.ValidString(s) {
			r.fail(e.bad, "%s: %s is not UTF-8", e.column, quote(s))
		}
		cat[i] = r.texts.of(s)
	}
	return num, cat
}
