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
		IDs:      []int{bagID, numberID},
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

// A file of homes that gevel wrote is read again: what it says of values is left out and made anew. Each value
// and its day stay as last_value and last_date, which gevel portfolio compares with.

// The columns in which an earlier value stays.
const (
	LastValue = "last_value"
	LastDate  = "last_date"
)

// derivedColumns are columns beside addedColumns that only hold together with their values.
var derivedColumns = []string{
	"house_type", "earlier_value", "earlier_date", "earlier_by", "change", "change_by_model", "ltv", "ltv_at_low80",
	"ltv_at_high80", "eaa_level", "freddie_mac_band", "average_value", "average_years", "capped_value", "capped_by",
	"ltv_capped", "shocked_value",
	"ltv_shocked", "ltv_shocked_at_low80", "report",
}

// IsDerived reports whether gevel works out a column, given in lower case, and does not read it of a file.
func IsDerived(column string) bool {
	reference, _, is := strings.Cut(column, "_")
	isReference := is && len(reference) == len("reference1") && strings.HasPrefix(reference, "reference")
	return isReference || strings.HasPrefix(column, stepPrefix) ||
		slices.ContainsFunc(addedColumns, func(c addedColumn) bool { return c.name == column }) ||
		slices.Contains(derivedColumns, column)
}

// written is how to read a file that gevel wrote; it is zero for any other file.
type written struct {
	is      bool
	out     []bool // by column: left out of the output
	renewed [][2]int
}

// plain is the name of a column as gevel knows it.
func plain(column string) string { return strings.ToLower(strings.TrimSpace(column)) }

// placesOf returns where a column of a name is.
func placesOf(header []string) map[string]int {
	at := map[string]int{}
	for i, column := range header {
		at[plain(column)] = i
	}
	return at
}

// findWritten finds the columns of earlier values.
func (f *File) findWritten() {
	at := placesOf(f.header)
	for _, column := range addedColumns { // together they mark a file as written by gevel
		if _, has := at[column.name]; !has && !column.optional {
			return
		}
	}
	f.written = written{is: true, out: make([]bool, len(f.header))}
	if day, has := at[dayColumn]; has {
		f.keepAs(LastValue, at["value"], at)
		f.keepAs(LastDate, day, at)
	}
	for i, column := range f.header {
		f.written.out[i] = IsDerived(plain(column))
	}
}

// keepAs keeps a column under another name, or in the column that bears that name.
func (f *File) keepAs(name string, column int, at map[string]int) {
	if into, has := at[name]; has {
		f.written.renewed = append(f.written.renewed, [2]int{column, into})
		return
	}
	f.header[column] = name
}

// renew puts the earlier value of a row, if it has one, where still earlier ones are.
func (w written) renew(r *table.Row) {
	for _, pair := range w.renewed {
		if r.Fault == "" && r.Fields[w.renewed[0][0]] != "" {
			r.Fields[pair[1]] = r.Fields[pair[0]]
			if r.Stored != nil {
				r.Stored[pair[1]] = r.Stored[pair[0]]
			}
		}
	}
}

// carried returns the cells that the output has of a row or of the header.
func (w written) carried(cells []string) []string { return carriedOf(w, cells) }

// giveWay makes place in the output for a column that is added. Error: the file has a column of that name that
// gevel did not write.
func (f *File) giveWay(added string) error {
	i, has := f.at[added]
	switch {
	case !has:
		return nil
	case f.written.is:
		f.written.out[i] = true
		return nil
	}
	return gevel.Refusal("give it another name", "the file has a column %s, which the output adds", added)
}
