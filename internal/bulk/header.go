// The header of a file of homes: which columns mean something, and whether they
// are enough to name a home.

package bulk

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// readHeader finds the separator, a semicolon where Dutch spreadsheets wrote the
// file, and the columns.
func (f *File) readHeader() error {
	line, err := f.nextLine()
	if errors.Is(err, io.EOF) {
		return &gevel.Error{Code: gevel.Invalid, Message: "the file is empty, without a header"}
	}
	if err != nil {
		return err
	}
	f.comma = ','
	if !strings.Contains(line, ",") && strings.Contains(line, ";") {
		f.comma = ';'
	}
	if f.header, err = f.split(line); err != nil {
		return &gevel.Error{Code: gevel.Invalid, Message: "the header is no CSV", Err: err}
	}
	f.known = map[string]int{}
	for i, column := range f.header {
		name := strings.ToLower(strings.TrimSpace(column))
		if _, twice := f.known[name]; twice && f.meansSomething(name) {
			return &gevel.Error{Code: gevel.Invalid, Message: "there are two columns " + name}
		}
		f.known[name] = i
	}
	return f.checkColumns()
}

// dateColumn is the day on which a home is valued.
const dateColumn = "valuation_date"

// namingColumns say which home is meant, and on what day it is valued.
var namingColumns = []string{
	"bag_id", "dwelling_id", "postal_code", "house_number", "house_letter", "house_number_ext", dateColumn,
}

// meansSomething reports whether a column is one of gevel's: all are optional, as
// long as a home is named.
func (f *File) meansSomething(column string) bool {
	if slices.Contains(namingColumns, column) {
		return true
	}
	for _, of := range f.characteristics.Columns {
		if of == column {
			return true
		}
	}
	return false
}

func (f *File) has(column string) bool {
	_, ok := f.known[column]
	return ok
}

func (f *File) checkColumns() error {
	if f.has("bag_id") || f.has("dwelling_id") || f.has("postal_code") && f.has("house_number") {
		return f.checkAdded()
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
func (f *File) checkAdded() error {
	for _, added := range addedColumns {
		if f.has(added.name) {
			return &gevel.Error{
				Code:    gevel.Invalid,
				Message: fmt.Sprintf("the file has a column %s, which the output adds", added.name),
				Hint:    "give it another name",
			}
		}
	}
	return nil
}

// value returns what a row has in one of gevel's columns, "" without the column.
func (f *File) value(r *Row, column string) string {
	if i, ok := f.known[column]; ok {
		return strings.TrimSpace(r.fields[i])
	}
	return ""
}
