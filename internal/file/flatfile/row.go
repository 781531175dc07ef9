package flatfile

import (
	"context"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// Row is a row being read. Its first fault is the reason for which it is rejected;
// reading goes on, as what is read after a fault is thrown away.
type Row struct {
	*Reader
	table.Row
	Reason string // for which it is rejected, "" as long as there is none
	fault  string
	names  []namedAttribute
	notes  []note // of what it is kept with or without
}

// namedAttribute is what the row has of an attribute whose names come from the files.
type namedAttribute struct {
	of   *gevel.Attribute
	text string
}

// note is a fault with which a row is kept.
type note struct{ reason, what string }

// Note counts a fault of the row if it is kept.
func (r *Row) Note(reason, format string, args ...any) {
	r.notes = append(r.notes, note{reason, fmt.Sprintf(format, args...)})
}

// IsNoted reports whether the row has a fault with which it may be kept.
func (r *Row) IsNoted() bool { return len(r.notes) > 0 }

// FailAsNoted rejects the row for the first of these faults, if it has one.
func (r *Row) FailAsNoted() {
	if r.IsNoted() {
		r.Fail(r.notes[0].reason, "%s", r.notes[0].what)
	}
}

// Keep counts the faults with which the row is kept.
func (r *Row) Keep() {
	for _, n := range r.notes {
		r.Faults.Addf(n.reason, "%s line %d: %s", r.Name, r.Line, n.what)
	}
}

// Enter gives a home the names of its row, and keeps the row. It comes last, so that names of rows
// that are rejected are not held on to.
func (r *Row) Enter(c *gevel.Characteristics) {
	r.Keep()
	r.EnterNames(c)
}

// EnterNames gives a home the names of its row.
func (r *Row) EnterNames(c *gevel.Characteristics) {
	for _, n := range r.names {
		n.of.Set(c, n.of.Enter(r.Texts.Of(n.text)))
	}
}

// Fail rejects the row, unless it is already.
func (r *Row) Fail(reason, format string, args ...any) {
	if r.Reason == "" {
		r.Reason, r.fault = reason, fmt.Sprintf(format, args...)
	}
}

// Bad rejects the row for the value of a column.
func (r *Row) Bad(column int, err error) {
	name := r.schema.Names[column]
	r.Fail(ReasonBadColumn+name, "%s: %v", name, err)
}

// Fault notes that the row is kept without the value of a column.
func (r *Row) Fault(column int, err error) {
	name := r.schema.Names[column]
	r.Note(ReasonBadColumn+name, "%s: %v", name, err)
}

// Value returns what the row has in a column, "" for nothing.
func (r *Row) Value(column int) string { return r.layout.fields[column].Of(r.Fields) }

// Text returns a value as it is. It shares the memory of the row.
func (r *Row) Text(column int) string {
	v := r.Value(column)
	if err := checkText(v); err != nil {
		r.Bad(column, err)
	}
	return v
}

// TextOrFault is Text of a column that the row may be kept without: what is not UTF-8 is a fault, and "".
func (r *Row) TextOrFault(column int) string {
	v := r.Value(column)
	if err := checkText(v); err != nil {
		r.Fault(column, err)
		return ""
	}
	return v
}

func checkText(s string) error {
	if utf8.ValidString(s) {
		return nil
	}
	return fmt.Errorf("%s is not UTF-8", spelling.Quote(s))
}

// Bounds are the first and last possible number of a column. They are wide: they keep out
// slips and fillers, not homes that can't be valued.
type Bounds struct{ Low, High float64 }

// check returns an error for a number outside, s as it is written.
func (b Bounds) check(s string, v float64) error {
	if v < b.Low || v > b.High {
		return fmt.Errorf("%s lies outside %.0f to %.0f", spelling.Quote(s), b.Low, b.High)
	}
	return nil
}

// Number returns the value of a column, if it has one. One that can't be read rejects the row.
func (r *Row) Number(column int, within Bounds) gevel.Opt[float64] {
	v, err := r.number(column, within)
	if err != nil {
		r.Bad(column, err)
	}
	return v
}

// NumberOrFault is Number of a column that the row may be kept without: one that can't be read is a fault, and unknown.
func (r *Row) NumberOrFault(column int, within Bounds) gevel.Opt[float64] {
	v, err := r.number(column, within)
	if err != nil {
		r.Fault(column, err)
	}
	return v
}

// number reads the value of a column; it is unknown with an error.
func (r *Row) number(column int, within Bounds) (none gevel.Opt[float64], err error) {
	s := r.Value(column)
	if s == "" {
		return none, nil
	}
	v, err := r.Notation.Number(s, r.layout.fields[column].decimal)
	if err == nil {
		err = within.check(s, v)
	}
	if err != nil {
		return none, err
	}
	return gevel.Some(v), nil
}

// FirstDay is the earliest day that a file can know: an earlier one is a filler.
var FirstDay = gevel.NewDate(1900, 1, 1)

// The reasons for which any such file's rows are rejected.
const (
	ReasonMalformedRow     = "malformed_row"                // a quote left open, or more fields than columns
	ReasonFuture           = "future_date"                  // a day that is yet to come: after the day of the build or study
	ReasonUnknownDwelling  = "unknown_dwelling"             // the id is not in the register and there is no address, or there is neither
	ReasonUnknownAddress   = "unknown_address"              // no home of the register has the address
	ReasonAmbiguousAddress = string(gevel.AmbiguousAddress) // several homes could be meant
	ReasonNotResidential   = string(gevel.NotResidential)   // the address is no home's
	ReasonOtherHome        = "id_of_another_home"           // the id is of one home, and the address beside it of another
	ReasonBadColumn        = "bad_"                         // the value is none of its column, or lies outside what is possible
)

// Day returns the value of a column, or otherwise when it is empty. One after asOf rejects the row, as
// one that can't be read does; gevel.NoDate is no limit.
func (r *Row) Day(column int, otherwise, asOf gevel.Date) gevel.Date {
	s := r.Value(column)
	if s == "" {
		return otherwise
	}
	d, err := r.day(s)
	switch {
	case err != nil:
		r.Bad(column, err)
	case asOf != gevel.NoDate && d > asOf:
		r.Fail(ReasonFuture, "%s: %s lies after %s", r.schema.Names[column], d, asOf)
	}
	return d
}

// day reads a day; what was read comes with an error, too.
func (r *Row) day(s string) (gevel.Date, error) {
	d, err := r.Notation.Day(s)
	if err == nil && d < FirstDay {
		err = fmt.Errorf("%s lies before %s", d, FirstDay)
	}
	return d, err
}

// Leniency says which characteristics that can't be read reject a row. What is no home always does.
type Leniency int

// The leniencies.
const (
	// Strict rejects for each that homes are valued by, except for a house type without a known word.
	Strict Leniency = iota
	// Registered keeps the row of a home without them, since the register knows the home.
	Registered
	// Detailed keeps the row without them, and a house type of another country is no fault.
	Detailed
)

// Characteristics reads the attributes that the row has, of a home as it was on a day.
func (r *Row) Characteristics(day gevel.Date, l Leniency) (c gevel.Characteristics) {
	unread := func(a *gevel.Attribute, err error) {
		reason, what := ReasonBadColumn+a.Column, fmt.Sprintf("%s: %v", a.Column, err)
		switch isType := errors.Is(err, errNoType); {
		case errors.Is(err, errNoHome), l == Strict && !isType && !a.IsExtra():
			r.Fail(reason, "%s", what)
		case l != Detailed || !isType:
			r.Note(reason, "%s", what)
		}
	}
	r.EachAttribute(day, func(at int, v float64, name string, err error) {
		switch a := &r.Table[at]; {
		case err != nil:
			unread(a, err)
		case name != "":
			r.names = append(r.names, namedAttribute{a, name})
		default:
			a.Set(&c, v)
		}
	})
	return c
}

// EachAttribute calls use for each attribute of the table that the row has something of, as of a day:
// its place, and what Attribute.Get returns of it, NaN for unknown; of an open category the name.
func (r *Row) EachAttribute(day gevel.Date, use func(at int, v float64, name string, err error)) {
	for i := range r.layout.attributes {
		f := &r.layout.attributes[i]
		s := f.Of(r.Fields)
		if s == "" {
			continue
		}
		a := &r.Table[f.at]
		if a.IsOpen() {
			var err error
			if !utf8.ValidString(s) {
				err = fmt.Errorf("%s is not UTF-8", spelling.Quote(s))
			}
			use(f.at, math.NaN(), s, err)
			continue
		}
		v, err := r.attribute(a, s, f.decimal, day)
		use(f.at, v, "", err)
	}
}

// attribute reads what a home has of an attribute that is no open category, as Attribute.Get returns it.
func (r *Row) attribute(a *gevel.Attribute, s string, decimal spelling.Sign, day gevel.Date) (float64, error) {
	switch {
	case spelling.IsUnknown(s):
		return math.NaN(), nil
	case a.IsNamed():
		return named(a, s)
	case a.Kind == gevel.YesNo:
		yes, err := spelling.Yes(s)
		if yes {
			return 1, err
		}
		return 0, err
	}
	v, err := r.Notation.Number(spelling.WithoutUnit(a, s), decimal)
	if err != nil || a.IsFiller(v) {
		return math.NaN(), err
	}
	within := Bounds{a.Readable[0], a.Readable[1]}
	if a.Kind == gevel.Year {
		least, most := a.Bounds(day.Year())
		within = Bounds{float64(least), float64(most)}
	}
	if err := within.check(s, v); err != nil || a.Kind == gevel.Number {
		return v, err
	}
	return math.Round(v), nil
}

// rowsPerReport is the number of rows between reports of progress: some 30 times a second.
const rowsPerReport = 1 << 14

// eachRow has each row of the file used, or skipped when it is malformed.
func (r *Reader) eachRow(ctx context.Context, use, skip func(row table.Row) error) error {
	reads := 0
	err := r.table.Each(ctx, func(row table.Row) error {
		if reads++; reads%rowsPerReport == 0 {
			r.report()
		}
		if row.Fault != "" {
			return skip(row)
		}
		return use(row)
	})
	if err == nil {
		r.report()
	}
	return err
}

func (r *Reader) report() {
	if r.progress == nil {
		return
	}
	_, size := r.table.Progress()
	r.progress(r.Done(), size)
}

// passes is how many times the file is read.
func (r *Reader) passes() int64 {
	if r.isSurveyed() {
		return 2 // see survey
	}
	return 1
}
