package flatfile

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
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
}

// Reader is the reading of one file.
type Reader struct {
	Name     string           // of the file, in messages
	Table    gevel.Attributes // with those that the file brings
	Notation Notation
	Texts    Interner
	Line     int // where the last row that was read begins, 0 before the first one
	Rows     int // that were used or rejected, without the header
	Rejects  gevel.Rejects
	Faults   gevel.Rejects // with which rows are kept
	// Excused is how many of the rejected rows say nothing of the mapping: another file has them already, or
	// their price is of several homes.
	Excused int

	schema   *Schema
	mapping  Mapping // over its preset
	progress func(done, total int64)
	file     *file
	csv      records
	limit    *rowLimit
	header   []string
	layout   *layout
	surveyed int64 // bytes that were read before the reading of the rows
}

// Open opens a file and finds in its header what the rows hold. table gets the attributes that it
// brings. Errors: it can't be read, is no text, or the mapping does not fit it.
func Open(ctx context.Context, src Source, schema *Schema, table *gevel.Attributes) (*Reader, error) {
	f, err := open(ctx, src.Path)
	if err != nil {
		return nil, err
	}
	r := &Reader{
		Name: filepath.Base(src.Path), Texts: Interner{}, schema: schema, mapping: src.Mapping.Over(src.Preset),
		progress: src.Progress, file: f, Rejects: gevel.NewRejects(ctx), Faults: gevel.NewRejects(ctx),
	}
	r.Notation = r.mapping.notation()
	if r.header, err = r.readHeader(); err == nil {
		r.layout, err = newLayout(r.header, src, schema, table)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if f.typed != nil {
		for _, name := range f.typed.PassedOver {
			r.layout.Ignored = append(r.layout.Ignored, gevel.Printable(name))
		}
	}
	r.Table = *table
	for _, n := range r.layout.numbers(r.Table) {
		if f.isSure(*n.field) {
			n.field.decimal = spelling.Point
		}
	}
	return r, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Header returns the names of the file's columns, unchanged.
func (r *Reader) Header() []string { return r.header }

// Columns returns the used, unused and absent columns of the file.
func (r *Reader) Columns() Columns { return r.layout.Columns }

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
		"(rename columns in its header, or name them in the mapping of a build file)",
		strings.Join(lacking, ", none "), gevel.Printable(strings.Join(r.header, ", ")))
}

// Each calls use with each row of the file, and rejects malformed ones. Errors: the file is damaged or has a number
// that could be read in two ways, which name the line; an error of use.
func (r *Reader) Each(ctx context.Context, use func(row Row) error) error {
	if r.isSurveyed() {
		if err := r.survey(ctx); err != nil {
			return err
		}
	}
	return r.eachRow(ctx, func(fields []string) error { return use(Row{Reader: r, Fields: fields}) }, r.malformed)
}

// readHeader begins to read the file, up to its first row.
func (r *Reader) readHeader() ([]string, error) {
	if r.file.typed != nil {
		r.csv, r.limit = r.file.typed, &rowLimit{}
		r.takeTypes()
		return r.file.typed.Names(), nil
	}
	line, err := r.file.header()
	if err != nil {
		return nil, err
	}
	r.limit = &rowLimit{Reader: r.file, left: longestRow}
	text := csv.NewReader(r.limit)
	r.csv = text
	text.Comma = r.mapping.delimiterOf(line)
	if r.file.Origin() == textfile.Workbook {
		text.Comma = textfile.SheetDelimiter
		r.takeTypes()
	}
	text.ReuseRecord = true
	text.FieldsPerRecord = -1 // checked here, so that the row can be counted
	names, err := text.Read()
	if err == nil && len(names) == 2 && names[0] == "sep=" && names[1] == "" { // for spreadsheets alone
		names, err = text.Read()
	}
	if err != nil {
		return nil, fmt.Errorf("the header: %w", err)
	}
	return slices.Clone(names), nil // the reader uses its own again
}

// takeTypes has numbers and days read as files with types have them, whatever the mapping says.
func (r *Reader) takeTypes() {
	r.mapping.Decimal, r.Notation.decimal, r.Notation.iso = "", spelling.NoSign, true
}

// malformed counts the lines that a broken row took with it: a quote that is left open swallows the rows below it.
func (r *Reader) malformed(first, last int, what error) {
	r.Line = first
	r.Reject(first, ReasonMalformedRow, what.Error())
	for line := first + 1; line <= last; line++ {
		r.Reject(line, ReasonMalformedRow, fmt.Sprintf("swallowed by a quote left open in line %d", first))
	}
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
