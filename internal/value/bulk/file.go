// A file of homes: a table, and what its columns mean.

package bulk

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// File is a file of homes whose header is read.
type File struct {
	*Table
	read  int64          // bytes
	form  csvfile.Form   // of answers
	known map[string]int // where gevel's columns are
	// recognised are the known columns with Dutch names.
	recognised []spelling.Recognised
	written    written
}

// NewFile reads the header of a file of homes, which may be gzipped. Errors name all columns that it lacks.
func NewFile(name string, source io.Reader) (*File, error) {
	f := new(File)
	text, err := textfile.NewCounted(source, &f.read)
	if err != nil {
		return nil, err
	}
	ahead, err := text.Peek(textfile.ReadAhead) // errors behind a beginning come again
	if len(ahead) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := filekind.NoTable(string(ahead)); err != nil {
		return nil, err
	}
	if f.Table, err = NewTable(name, text, longestLine); err != nil {
		return nil, err
	}
	cells := strings.FieldsFunc(string(ahead), func(c rune) bool { return c == f.comma || c == '\n' })
	f.form = csvfile.Of(f.comma, text.Origin(), cells)
	return f, f.readHeader()
}

// next returns the next row, or io.EOF.
func (f *File) next() (Row, error) {
	r, err := f.Next()
	if err != nil {
		return Row{}, err
	}
	f.written.renew(&r)
	return Row{Record: r}, nil
}

// readHeader finds the columns.
func (f *File) readHeader() error {
	f.known = map[string]int{}
	f.findWritten()
	for i, column := range f.header {
		name := plain(column)
		if _, twice := f.known[name]; twice && meansSomething(name) {
			return &gevel.Error{Code: gevel.Invalid, Message: "there are two columns " + name}
		}
		f.known[name] = i
	}
	if err := f.recognise(); err != nil {
		return err
	}
	return f.checkColumns()
}

// recognise finds gevel's columns under Dutch names, where the file does not have them under gevel's.
func (f *File) recognise() error {
	found, err := spelling.Recognise(f.header, func(column string, field int) bool {
		return meansSomething(column) && !f.has(column) && !meansSomething(plain(f.header[field]))
	})
	if err != nil {
		return &gevel.Error{Code: gevel.Invalid, Message: err.Error(), Hint: "give one of them another name"}
	}
	for _, r := range found {
		f.known[r.Column] = r.Field
	}
	f.recognised = found
	return nil
}

func (f *File) recognisedColumns() (list []string) {
	for _, r := range f.recognised {
		list = append(list, gevel.Printable(r.String()))
	}
	return list
}

// nameOf returns what the file calls one of gevel's columns.
func (f *File) nameOf(column string) string {
	for _, r := range f.recognised {
		if r.Column == column {
			return r.Name
		}
	}
	return column
}

// dateColumn is the day on which a home is valued.
const dateColumn = "valuation_date"

// namingColumns say which home is meant, and on what day it is valued.
var namingColumns = []string{
	"bag_id", "dwelling_id", "postal_code", "house_number", "house_letter", "house_number_ext", dateColumn,
}

// meansSomething reports whether a column is one of gevel's: all are optional, as long as a home is named.
func meansSomething(column string) bool {
	_, extra := gevel.ExtraColumn(column)
	return extra || slices.Contains(namingColumns, column) || gevel.Standard().Column(column) >= 0
}

// Count returns how many columns of the file have a name, which is given in lower case.
func (f *File) Count(name string) (n int) {
	for _, column := range f.header {
		if plain(column) == name {
			n++
		}
	}
	return n
}

// HasDates reports whether rows have valuation dates of their own.
func (f *File) HasDates() bool { return f.has(dateColumn) }

func (f *File) has(column string) bool {
	_, ok := f.known[column]
	return ok
}

func (f *File) checkColumns() error {
	if f.has("bag_id") || f.has("dwelling_id") || f.has("postal_code") && f.has("house_number") {
		return f.checkAdded(addedColumns)
	}
	var missing []string
	for _, column := range []string{"postal_code", "house_number"} {
		if !f.has(column) {
			missing = append(missing, column)
		}
	}
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: "no home is named: the file lacks " + strings.Join(missing, " and ") + ", and bag_id",
		Hint:    "it has " + strings.Join(f.header, ", "),
	}
}

// checkAdded refuses a column that the output adds: there would be two of it.
func (f *File) checkAdded(columns []addedColumn) error {
	for _, added := range columns {
		if err := f.giveWay(added.name); err != nil {
			return err
		}
	}
	return nil
}

// ownNames returns the names of the columns that the output of a format carries over. Error: one has no name of its
// own, or the name of a column that the format reserves.
func (f *File) ownNames(added []addedColumn, format string, reserved ...string) ([]string, error) {
	if err := f.checkAdded(added); err != nil {
		return nil, err
	}
	header := f.written.carried(f.header)
	for i, name := range header {
		same := func(other string) bool { return strings.EqualFold(name, other) }
		if name == "" || slices.ContainsFunc(header[:i], same) || slices.ContainsFunc(reserved, same) {
			return nil, gevel.Refusal("name it, or write CSV", "column %d of %s has no name of its own (%q), which %s needs",
				i+1, f.name, name, format)
		}
	}
	return header, nil
}

// value returns what a row has in one of gevel's columns, "" without the column.
func (f *File) value(r *Row, column string) string {
	if i, ok := f.known[column]; ok {
		return spelling.Cell(r.Fields[i])
	}
	return ""
}
