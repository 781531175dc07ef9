package flatfile

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// isSurveyed reports whether all rows are looked at before one is read.
func (r *Reader) isSurveyed() bool {
	unsure := func(c int) bool { return r.Has(c) && !r.isSure(r.layout.fields[c]) }
	return r.again != nil && (len(r.doubtful()) > 0 || slices.ContainsFunc(r.schema.ids(), unsure) ||
		r.Notation.date == "" && slices.ContainsFunc(r.schema.Days, unsure))
}

// doubtful returns the columns of numbers that may have either decimal sign.
func (r *Reader) doubtful() []Testimony {
	if r.Notation.decimal != spelling.NoSign {
		return nil
	}
	return slices.DeleteFunc(r.layout.numbers(r.Table), func(t Testimony) bool { return r.isSure(*t.field) })
}

// survey finds the decimal sign of each column of numbers, and the order of day and month, before any of them is read.
// Afterwards the file is at its first row again.
//
// An error is a number or a day that can be read both ways where the others do not all show one
// sign or order. It is an error of the file and not of the row: else rows that become
// known later could change how, and whether, earlier ones are read.
func (r *Reader) survey(ctx context.Context) error {
	columns, ids := r.doubtful(), make([]spelling.RoundedIDs, len(r.schema.Names))
	r.odd, r.doubts = map[string]bool{}, map[string]string{}
	var days calendar
	hear := func(row table.Row) error {
		if r.Notation.date == "" {
			for _, c := range r.schema.Days {
				written := r.layout.fields[c].Of(row.Fields)
				days.hear(row.Line, r.schema.Names[c], written)
				if _, err := spelling.Day(written, spelling.DayFirst); written != "" && err != nil {
					r.odd[r.schema.Names[c]] = true
				}
			}
		}
		for i := range columns {
			written := columns[i].field.Of(row.Fields)
			if a := columns[i].attribute; a != nil {
				written = spelling.WithoutUnit(a, written)
			}
			columns[i].Hear(row.Line, written)
			if !isNumberOr(written) {
				r.odd[columns[i].name] = true
			}
		}
		for _, c := range r.schema.ids() {
			ids[c].Hear(r.layout.fields[c].Of(row.Fields))
		}
		return nil
	}
	if !slices.ContainsFunc(r.schema.ids(), func(c int) bool { return r.isSure(r.layout.fields[c]) }) {
		r.table.OnlyTexts()
	}
	if err := r.eachRow(ctx, hear, func(table.Row) error { return nil }); err != nil { // what is malformed is counted later
		return err
	}
	for _, c := range r.schema.ids() {
		if err := ids[c].Verdict(r.schema.Names[c]); err != nil {
			return err
		}
	}
	for _, c := range columns {
		var why string
		if c.field.decimal, why = c.verdict(); why == "" {
			continue
		}
		if r.doubts[c.name] = why; !r.schema.ByRow {
			return fmt.Errorf("line %d: %s: %w, or give the decimal sign in the mapping of a build file",
				c.twofold.line, c.name, r.Doubt(c.name, c.twofold.text))
		}
	}
	var err error
	if r.Notation.order, err = days.verdict(); err != nil && !r.schema.ByRow {
		return err
	}
	if err != nil {
		r.doubts[days.column] = err.Error()
	}
	return r.rewind()
}

// rewind goes back to the first row. If it can't, the table is closed.
func (r *Reader) rewind() error {
	r.surveyed, _ = r.table.Progress()
	if err := r.table.Close(); err != nil {
		return err
	}
	first, err := r.again()
	if err == nil {
		r.table = first
	}
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
func (l *layout) numbers(table gevel.Attributes) []Testimony {
	var list []Testimony
	for c := range l.fields {
		if m, ok := l.schema.Meanings[c]; ok && l.has(c) {
			list = append(list, Testimony{name: l.schema.Names[c], meaning: m, field: &l.fields[c]})
		}
	}
	for i := range l.attributes {
		f := &l.attributes[i]
		if a := &table[f.at]; isNumber(a) {
			list = append(list, Testimony{
				name: a.Column, meaning: AnyOf(Bounds{a.Readable[0], a.Readable[1]}), field: &f.Field,
				attribute: a,
			})
		}
	}
	return list
}

// isNumberOr reports whether a text is a number by either sign, or nothing.
func isNumberOr(s string) bool {
	_, point := spelling.Number(s, spelling.Point)
	_, comma := spelling.Number(s, spelling.Comma)
	return s == "" || point || comma
}

// Holds says what a column holds in all its rows.
type Holds int

// What a column holds.
const (
	Texts Holds = iota
	Numbers
	Days
)

// Holds returns what each value of a column of gevel's is, once the rows were looked at.
func (r *Reader) Holds(column string) Holds {
	_, at, ok := r.layout.find(column, r.Table)
	c := r.schema.column(column)
	switch {
	case !ok || r.odd == nil || r.odd[column] || r.doubts[column] != "":
	case c >= 0 && slices.Contains(r.schema.Days, c):
		return Days
	case c >= 0 && r.schema.Meanings[c] != (Meaning{}), at >= 0 && isNumber(&r.Table[at]):
		return Numbers
	}
	return Texts
}

func isNumber(a *gevel.Attribute) bool { return !a.IsNamed() && a.Kind != gevel.YesNo }

// Testimony is the evidence for a column's decimal sign: the first number that can be read
// both ways, and the first that shows each sign.
type Testimony struct {
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

// NewTestimony returns the evidence of a column that is read in one pass, by the sign that each number shows.
func NewTestimony(name string, within Bounds) Testimony {
	return Testimony{name: name, meaning: AnyOf(within)}
}

// Merge takes over what later rows show.
func (t *Testimony) Merge(later *Testimony) {
	for of, w := range map[*witness]witness{&t.twofold: later.twofold, &t.point: later.point, &t.comma: later.comma} {
		if of.line == 0 {
			*of = w
		}
	}
}

// Misread returns the fault of a number that can be read both ways, where another of its column shows the other sign.
func Misread(columns ...Testimony) error {
	for _, t := range columns {
		shown, _ := spelling.SignOf(t.twofold.text)
		other := t.of(shown.Other())
		if _, sure := spelling.SignOf(other.text); t.twofold.line > 0 && other.line > 0 && sure {
			return fmt.Errorf("line %d: %s: %w", t.twofold.line, t.name,
				doubtful(t.twofold.text, fmt.Sprintf("line %d has %s", other.line, spelling.Quote(other.text))))
		}
	}
	return nil
}

// Hear notes which sign a number shows; one that is out of bounds shows none.
func (t *Testimony) Hear(line int, text string) {
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
func (t *Testimony) of(decimal spelling.Sign) *witness {
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

// verdict returns the column's decimal sign; spelling.NoSign when no number needs it, or with why it is not known.
func (t *Testimony) verdict() (sign spelling.Sign, why string) {
	switch {
	case t.twofold.line == 0:
		return spelling.NoSign, ""
	case t.point.line > 0 && t.comma.line > 0:
		return spelling.NoSign, fmt.Sprintf(
			"the column has both decimal signs, . in line %d (%s) and , in line %d (%s)", t.point.line,
			spelling.Quote(t.point.text), t.comma.line, spelling.Quote(t.comma.text))
	case t.point.line > 0:
		return spelling.Point, ""
	case t.comma.line > 0:
		return spelling.Comma, ""
	}
	return spelling.NoSign, "no other number of the column shows which"
}

// Doubt returns the fault of a number of a column that can be read both ways, where the column does not show which is
// meant; nil for any other.
func (r *Reader) Doubt(column, text string) error {
	why := r.doubts[column]
	if _, sure := spelling.SignOf(text); sure || why == "" {
		return nil
	}
	return doubtful(text, why)
}

func doubtful(text, why string) error {
	return fmt.Errorf("%s may be %s, and %s; write the column without grouped thousands and with other than three decimals",
		spelling.Quote(text), spelling.Readings(text), why)
}
