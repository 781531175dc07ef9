package flatfile

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// isSurveyed reports whether all rows are looked at before one is read.
func (r *Reader) isSurveyed() bool {
	if r.file.typed != nil {
		return len(r.doubtful()) > 0 || r.mapping.Date == "" && slices.ContainsFunc(r.schema.Days, func(c int) bool {
			return r.Has(c) && !r.file.isSure(r.layout.fields[c])
		})
	}
	return r.mapping.Decimal == "" || r.mapping.Date == "" && slices.ContainsFunc(r.schema.Days, r.Has)
}

// doubtful returns the columns of numbers that may have either decimal sign.
func (r *Reader) doubtful() []testimony {
	return slices.DeleteFunc(r.layout.numbers(r.Table), func(t testimony) bool { return r.file.isSure(*t.field) })
}

// survey finds the decimal sign of each column of numbers, and the order of day and month, before any of them is read.
// Afterwards the file is at its first row again.
//
// An error is a number or a day that can be read both ways where the others do not all show one
// sign or order. It is an error of the file and not of the row: else rows that become
// known later could change how, and whether, earlier ones are read.
func (r *Reader) survey(ctx context.Context) error {
	columns := r.doubtful()
	if r.Notation.decimal != spelling.NoSign {
		columns = nil
	}
	var days calendar
	hear := func(fields []string) error {
		if r.Notation.date == "" {
			for _, c := range r.schema.Days {
				days.hear(r.Line, r.schema.Names[c], r.layout.fields[c].Of(fields))
			}
		}
		for i := range columns {
			written := columns[i].field.Of(fields)
			if a := columns[i].attribute; a != nil {
				written = spelling.WithoutUnit(a, written)
			}
			columns[i].hear(r.Line, written)
		}
		return nil
	}
	if r.file.typed != nil {
		r.file.typed.Only(r.file.typed.IsText)
	}
	err := r.eachRow(ctx, hear, func(int, int, error) {}) // what is malformed is counted later
	if err != nil {
		return err
	}
	for _, c := range columns {
		if c.field.decimal, err = c.verdict(); err != nil {
			return err
		}
	}
	if r.Notation.order, err = days.verdict(); err != nil {
		return err
	}
	return r.rewind()
}

// rewind goes back to the first row.
func (r *Reader) rewind() error {
	r.surveyed, r.Line = r.file.consumed, 0
	if err := r.file.rewind(); err != nil {
		return err
	}
	_, err := r.readHeader()
	return err
}

// Meaning is what the numbers of a column can be.
type Meaning struct {
	Possible Bounds // beyond them a number is none of the column
	Likely   Bounds // of a number that can be read both ways
}

// AnyOf is the meaning of a column whose numbers within the bounds are all as likely.
func AnyOf(b Bounds) Meaning { return Meaning{b, b} }

// numbers returns the columns of numbers that the file has.
func (l *layout) numbers(table gevel.Attributes) []testimony {
	var list []testimony
	for c := range l.fields {
		if m, ok := l.schema.Meanings[c]; ok && l.has(c) {
			list = append(list, testimony{name: l.schema.Names[c], meaning: m, field: &l.fields[c]})
		}
	}
	for i := range l.attributes {
		f := &l.attributes[i]
		if a := &table[f.at]; !a.IsNamed() && a.Kind != gevel.YesNo {
			list = append(list, testimony{
				name: a.Column, meaning: AnyOf(Bounds{a.Readable[0], a.Readable[1]}), field: &f.Field,
				attribute: a,
			})
		}
	}
	return list
}

// testimony is the evidence for a column's decimal sign: the first number that can be read
// both ways, and the first that shows each sign.
type testimony struct {
	name      string
	meaning   Meaning
	field     *Field
	attribute *gevel.Attribute // nil for a column of another kind

	twofold, point, comma witness
}

// witness is a number of the file.
type witness struct {
	line int // 0 is none
	text string
}

func (w *witness) set(line int, text string) {
	if w.line == 0 {
		*w = witness{line, strings.Clone(text)}
	}
}

// hear notes which sign a number shows; one that is out of bounds shows none.
func (t *testimony) hear(line int, text string) {
	decimal, sure := spelling.SignOf(text)
	if decimal == spelling.NoSign {
		return
	}
	if sure && t.of(decimal).line > 0 {
		return // nothing new, and spares most numbers their reading
	}
	asShown, asOther := t.meaning.Possible.have(text, decimal), false
	if !sure {
		asShown, asOther = t.meaning.Likely.have(text, decimal), t.meaning.Likely.have(text, decimal.Other())
		if asShown || asOther {
			t.twofold.set(line, text)
		}
	}
	switch {
	case asShown == asOther:
		return
	case asOther:
		decimal = decimal.Other()
	}
	t.of(decimal).set(line, text)
}

// of returns the witness of a sign.
func (t *testimony) of(decimal spelling.Sign) *witness {
	if decimal == spelling.Point {
		return &t.point
	}
	return &t.comma
}

// have reports whether a number, with a decimal sign, lies within the bounds.
func (b Bounds) have(text string, decimal spelling.Sign) bool {
	v, ok := spelling.Number(text, decimal)
	return ok && v >= b.Low && v <= b.High
}

// verdict returns the column's decimal sign; spelling.NoSign when no number needs it.
func (t *testimony) verdict() (spelling.Sign, error) {
	switch {
	case t.twofold.line == 0:
		return spelling.NoSign, nil
	case t.point.line > 0 && t.comma.line > 0:
		return spelling.NoSign, t.doubt(fmt.Sprintf(
			"the column has both decimal signs, . in line %d (%s) and , in line %d (%s)", t.point.line,
			spelling.Quote(t.point.text), t.comma.line, spelling.Quote(t.comma.text)))
	case t.point.line > 0:
		return spelling.Point, nil
	case t.comma.line > 0:
		return spelling.Comma, nil
	}
	return spelling.NoSign, t.doubt("no other number of the column shows which")
}

func (t *testimony) doubt(why string) error {
	return fmt.Errorf("line %d: %s: %s may be %s, and %s; write the column without grouped thousands "+
		"and with other than three decimals, or give the decimal sign in the mapping of a build file",
		t.twofold.line, t.name, spelling.Quote(t.twofold.text), spelling.Readings(t.twofold.text), why)
}
