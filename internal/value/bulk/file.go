// A file of homes: a table, and what its columns mean.

package bulk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// File is a file of homes whose header is read.
type File struct {
	*flatfile.Reader
	name    string
	header  []string       // the names of the columns, as the output has them
	at      map[string]int // where a column of a name is
	form    csvfile.Form   // of answers
	nodes   []parquet.Node // of columns whose values are stored with a type, else nil
	written written
}

// dateColumn is the day on which a home is valued.
const dateColumn = "valuation_date"

// The columns of loans, which a portfolio reads.
const (
	LoanAmount       = "loan_amount"
	OriginationDate  = "origination_date"
	OriginationValue = "origination_value"
)

// idColumns name a home by an id, the first that is given counts.
var idColumns = []string{"bag_id", "dwelling_id", "number_id"}

// columns of the schema beside those that name a home.
const (
	bagID = flatfile.HouseNumberExt + 1 + iota
	numberID
	valuationDay
	loanAmount
	originationDay
	originationValue
	lastValue
	lastDay
)

// MostEuros is more than any home or loan.
const MostEuros = 1e9

var (
	loans = flatfile.Meaning{
		Possible: flatfile.Bounds{High: MostEuros}, Likely: flatfile.Bounds{Low: 1000, High: MostEuros},
	}

	schema = flatfile.Schema{
		Names: append(flatfile.HomeColumns(), "bag_id", "number_id", dateColumn,
			LoanAmount, OriginationDate, OriginationValue, LastValue, LastDate),
		Days:     []int{valuationDay, originationDay, lastDay},
		Meanings: map[int]flatfile.Meaning{loanAmount: loans, originationValue: loans, lastValue: loans},
		Needs:    append(flatfile.HomesNeed(), []int{bagID}, []int{numberID}),
		ByRow:    true,
	}
)

// NewFile reads the header of a file of homes, in any form. Errors name all columns that it lacks. A file that can't be
// read twice is read row by row, and what a column says of its numbers is not known.
func NewFile(ctx context.Context, name string, source io.Reader) (*File, error) {
	again, twice := source.(io.Seeker)
	f := &File{name: name}
	open := func(o table.Options) (*table.Table, error) {
		if twice {
			if _, err := again.Seek(0, io.SeekStart); err != nil {
				return nil, err
			}
		}
		t, err := table.Read(ctx, name, source, o)
		if err == nil {
			f.nodes = t.KeepStored()
		}
		return t, err
	}
	attributes := gevel.Standard()
	var err error
	of := flatfile.Source{Path: name, Rename: f.rename, Once: !twice}
	f.Reader, err = flatfile.New(ctx, open, of, &schema, &attributes)
	if err != nil {
		return nil, err
	}
	start, comma, origin := f.Start()
	f.form = csvfile.Of(comma, origin, strings.FieldsFunc(start, func(c rune) bool { return c == comma || c == '\n' }))
	if f.Require(f.NeededForHomes()...) != nil && !f.Has(bagID) && !f.Has(numberID) {
		var missing []string
		for _, c := range []int{flatfile.PostalCode, flatfile.HouseNumber} {
			if !f.Has(c) {
				missing = append(missing, schema.Names[c])
			}
		}
		return nil, gevel.Refusal("it has "+gevel.Printable(strings.Join(f.header, ", ")),
			"no home is named: the file lacks %s, and bag_id", strings.Join(missing, " and "))
	}
	if err := f.checkAdded(addedColumns); err != nil {
		return nil, err
	}
	return f, f.Begin(ctx)
}

// rename gives the columns of a file that gevel wrote the names that they have in its output.
func (f *File) rename(names []string) []string {
	f.header = names
	f.findWritten()
	f.at = placesOf(f.header)
	return f.header
}

// next returns the next row, or io.EOF.
func (f *File) next(ctx context.Context) (Row, error) {
	r, err := f.Next(ctx)
	switch {
	case errors.Is(err, io.EOF):
		return Row{}, io.EOF
	case err != nil:
		return Row{}, fmt.Errorf("read %s: %w", f.name, err)
	}
	f.written.renew(&r)
	return Row{Row: r}, nil
}

// HasDates reports whether rows have valuation dates of their own.
func (f *File) HasDates() bool { return f.Has(valuationDay) }

// HasColumn reports whether the file has a column of gevel's.
func (f *File) HasColumn(name string) bool {
	_, _, has := f.Find(name)
	return has
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

// value returns what a row has in a column, "" without it: a number as the whole column has it.
func (f *File) value(r *Row, column string) string {
	if f.HasColumn(column) {
		return f.Settled(column, r.Fields)
	}
	if i, ok := f.at[column]; ok {
		return spelling.Cell(r.Fields[i])
	}
	return ""
}
