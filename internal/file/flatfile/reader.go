package flatfile

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Source is a file and how it spells things.
type Source struct {
	Path    string
	Mapping Mapping
	// Preset is how files of its kind do, where the mapping says nothing. A file may have some of its columns only.
	Preset Mapping
	// Extras say what columns are that the file may bring and the table of characteristics does not
	// have. A column that is not among them is a number or a category, as its name has it.
	Extras gevel.Attributes
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
	// Rename, unless nil, gives columns the names by which they are sought.
	Rename func(names []string) []string
	// Once says that the file can be read once: its numbers then mean what each shows by itself.
	Once bool
}

// Reader is the reading of one file.
type Reader struct {
	Name     string           // of the file, in messages
	Table    gevel.Attributes // with those that the file brings
	Notation Notation
	Texts    Interner
	Rows     int // that were used or rejected, without the header
	Rejects  gevel.Rejects
	Faults   gevel.Rejects // with which rows are kept
	// Excused is how many of the rejected rows say nothing of the mapping: another file has them already, or
	// their price is of several homes.
	Excused int

	schema   *Schema
	mapping  Mapping // over its preset
	progress func(done, total int64)
	table    *table.Table
	again    func() (*table.Table, error) // nil for a file that is read once
	layout   *layout
	begun    bool
	surveyed int64             // bytes that were read before the reading of the rows
	odd      map[string]bool   // columns of numbers or days with what is none
	doubts   map[string]string // why, of columns whose numbers or days can be read both ways, where that costs rows alone
}

// Open opens a file and finds in its header what the rows hold. attributes gets those that it
// brings. Errors: it can't be read, is no table, or the mapping does not fit it.
func Open(ctx context.Context, src Source, schema *Schema, attributes *gevel.Attributes) (*Reader, error) {
	again := func(o table.Options) (*table.Table, error) { return table.Open(ctx, src.Path, nil, o) }
	return New(ctx, again, src, schema, attributes)
}

// New is Open for a file that open opens, each time that it is called.
func New(
	ctx context.Context, open func(table.Options) (*table.Table, error), src Source, schema *Schema,
	attributes *gevel.Attributes,
) (r *Reader, err error) {
	r = &Reader{
		Name: filepath.Base(src.Path), Texts: Interner{}, schema: schema, mapping: src.Mapping.Over(src.Preset),
		progress: src.Progress, Rejects: gevel.NewRejects(ctx), Faults: gevel.NewRejects(ctx),
	}
	r.Notation = r.mapping.notation()
	var o table.Options
	if len(schema.Needs) > 0 {
		o.IsHeader = func(names []string) bool { return schema.isHeader(names, src, *attributes) }
	}
	if r.mapping.Delimiter != "" {
		o.Comma = rune(r.mapping.Delimiter[0])
	}
	var names []string
	o.Wants = func(name string) bool { return schema.wants(name, names, src, *attributes) }
	r.again = func() (*table.Table, error) { return open(o) }
	if r.table, err = r.again(); err != nil {
		return nil, err
	}
	if start, missed := r.table.Missed(); missed {
		if err := filekind.NoTable(start); err != nil {
			return nil, errors.Join(err, r.table.Close())
		}
	}
	if src.Once {
		r.again = nil
	}
	names = r.table.Names()
	if src.Rename != nil {
		names = src.Rename(names)
	}
	if r.layout, err = newLayout(names, src, schema, attributes); err != nil {
		return nil, errors.Join(err, r.table.Close())
	}
	if r.table.IsTyped() { // numbers and days are as types have them, whatever the mapping says
		r.mapping.Decimal, r.Notation.decimal, r.Notation.iso = "", spelling.NoSign, true
	}
	for _, what := range r.table.PassedOver {
		r.layout.Ignored = append(r.layout.Ignored, gevel.Printable(what))
	}
	r.Table = *attributes
	for _, n := range r.layout.numbers(r.Table) {
		if r.isSure(*n.field) {
			n.field.decimal = spelling.Point
		}
	}
	return r, nil
}

// isSure reports whether the cells of a field are written by their type.
func (r *Reader) isSure(f Field) bool { return f.place > 0 && r.table.IsSure(f.place-1) }

// isHeader reports whether names are of a file of the schema, by what it needs, or have a fault of such a header.
func (s *Schema) isHeader(names []string, src Source, attributes gevel.Attributes) bool {
	attributes = slices.Clone(attributes)
	l, err := newLayout(names, src, s, &attributes)
	lacks := func(c int) bool { return !l.has(c) }
	if gevel.CodeOf(err) == gevel.Invalid {
		return true // two of its names are of one column, which the caller says
	}
	return err == nil && slices.ContainsFunc(s.Needs, func(all []int) bool { return !slices.ContainsFunc(all, lacks) })
}

// wants reports whether a column would be read, beside others.
func (s *Schema) wants(name string, others []string, src Source, attributes gevel.Attributes) bool {
	attributes = slices.Clone(attributes)
	l, err := newLayout(append(slices.Clone(others), name), src, s, &attributes)
	return err != nil || !slices.Contains(l.Ignored, gevel.Printable(strings.TrimSpace(name)))
}

// Close closes the file.
func (r *Reader) Close() error { return r.table.Close() }

// Header returns the names of the file's columns, unchanged.
func (r *Reader) Header() []string { return r.table.Names() }

// Columns returns the used, unused and absent columns of the file.
func (r *Reader) Columns() Columns { return r.layout.Columns }

// PassedOver returns what is not read of the file: sheets of a workbook, columns of Parquet.
func (r *Reader) PassedOver() []string { return r.table.PassedOver }

// Has reports whether the file has a column of the schema.
func (r *Reader) Has(column int) bool { return r.layout.has(column) }

// Attributes returns the places in the table of the attributes that the file has, ascending.
func (r *Reader) Attributes() []int {
	places := make([]int, len(r.layout.attributes))
	for i, f := range r.layout.attributes {
		places[i] = f.at
	}
	return places
}

// Find returns the field of a column or an attribute by gevel's name, and the attribute's place in the
// table, -1 when it is none.
func (r *Reader) Find(name string) (f Field, at int, ok bool) { return r.layout.find(name, r.Table) }

// NeededForHomes returns the columns of the schema without which no home is named.
func (r *Reader) NeededForHomes() []int {
	switch {
	case r.Has(DwellingID):
		return nil
	case !r.Has(PostalCode) && !r.Has(HouseNumber):
		return []int{DwellingID}
	}
	return []int{PostalCode, HouseNumber}
}

// Require returns an error that names the needed columns that the file lacks.
func (r *Reader) Require(needed ...int) error {
	var lacking []string
	for _, c := range needed {
		if !r.Has(c) {
			lacking = append(lacking, r.schema.Names[c])
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	return Faulty("there is no column %s; the file has %s "+
		"(rename columns in its header, or name them in the mapping of a build file)", strings.Join(lacking, ", none "),
		gevel.Printable(strings.Join(slices.Concat(r.table.Names(), r.table.PassedOver), ", ")))
}

// Each calls use with each row of the file, and rejects malformed ones. Errors: the file is damaged or has a number
// that could be read in two ways, which name the line; an error of use.
func (r *Reader) Each(ctx context.Context, use func(row Row) error) error {
	if err := r.Begin(ctx); err != nil {
		return err
	}
	return r.eachRow(ctx, func(row table.Row) error { return use(Row{Reader: r, Row: row}) }, r.malformed)
}

// Begin looks at all rows before the first is read.
func (r *Reader) Begin(ctx context.Context) error {
	if r.begun || !r.isSurveyed() {
		return nil
	}
	r.begun = true
	return r.survey(ctx)
}

// Next returns the next row, also one that is malformed. Errors: io.EOF, or as Each has them.
func (r *Reader) Next(ctx context.Context) (table.Row, error) {
	if err := r.Begin(ctx); err != nil {
		return table.Row{}, err
	}
	return r.table.Next()
}

// Start returns the beginning of the text, what separates its columns, and what it was before it was read.
func (r *Reader) Start() (start string, comma rune, origin textfile.Origin) {
	start, _ = r.table.Missed()
	return start, r.table.Comma(), r.table.Origin()
}

// Done returns how many bytes of the file are read, as a share of all passes over it.
func (r *Reader) Done() int64 {
	done, _ := r.table.Progress()
	return (r.surveyed + done) / r.passes()
}

// Column returns gevel's name of the i-th column of the file, "" for one that it has no use for.
func (r *Reader) Column(i int) string {
	for c, f := range r.layout.fields {
		if f.place == i+1 {
			return r.schema.Names[c]
		}
	}
	for _, f := range r.layout.attributes {
		if f.place == i+1 {
			return r.Table[f.at].Column
		}
	}
	return ""
}

// NameOf returns what the file calls a column of gevel's, its own name where the file has none.
func (r *Reader) NameOf(column string) string {
	if f, _, ok := r.layout.find(column, r.Table); ok {
		return strings.TrimSpace(r.table.Names()[f.place-1])
	}
	return column
}

// Doubted returns the columns with numbers or days that can be read both ways.
func (r *Reader) Doubted() []string { return slices.Sorted(maps.Keys(r.doubts)) }

// Settled returns what a row has in a column of gevel's, with numbers and days in one spelling where the column shows
// what they mean.
func (r *Reader) Settled(column string, row []string) string {
	f, at, _ := r.layout.find(column, r.Table)
	s := f.Of(row)
	c := r.schema.column(column)
	switch {
	case s == "":
	case c >= 0 && slices.Contains(r.schema.Days, c):
		if day, err := r.Notation.Day(s); err == nil {
			return day.String()
		}
	case at >= 0 && isNumber(&r.Table[at]):
		return spelling.Settled(spelling.WithoutUnit(&r.Table[at], s), f.decimal)
	case c >= 0:
		if _, is := r.schema.Meanings[c]; is {
			return spelling.Settled(s, f.decimal)
		}
	}
	return s
}

func (r *Reader) malformed(row table.Row) error {
	r.Reject(row.Line, ReasonMalformedRow, row.Fault)
	return nil
}

// Reject counts a row, which is not used.
func (r *Reader) Reject(line int, reason, what string) {
	r.Rows++
	r.Rejects.Addf(reason, "%s line %d: %s", r.Name, line, what)
}

// Reject counts the row as rejected for its reason.
func (r *Row) Reject() { r.Reader.Reject(r.Line, r.Reason, r.fault) }

var errEmpty = errors.New("is empty")

// Lack rejects the row because a column is empty.
func (r *Row) Lack(column int) { r.Bad(column, errEmpty) }

// Interner keeps one copy of each text, and none of the rows it was read from.
type Interner map[string]string

// Of returns the copy of a text.
func (in Interner) Of(s string) string {
	if kept, ok := in[s]; ok {
		return kept
	}
	s = strings.Clone(s)
	in[s] = s
	return s
}
