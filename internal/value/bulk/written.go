// A file of homes that gevel wrote is read again: what it says of values is left out and made anew. Each value
// and its day stay as last_value and last_date, which gevel portfolio compares with.

package bulk

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/table"
)

// The columns in which an earlier value stays.
const (
	LastValue = "last_value"
	LastDate  = "last_date"
)

// derivedColumns are columns beside addedColumns that only hold together with their values.
var derivedColumns = []string{
	"house_type", "earlier_value", "earlier_date", "earlier_by", "change", "ltv", "ltv_at_low80",
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
