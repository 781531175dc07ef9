package sales

import (
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/spelling"
)

// layout says where a file has which column, and what its values decide.
type layout struct {
	Columns
	fields     [columns]field
	attributes []attributeField // in the order of the table
	marks      []mark
	bounds     []bound
	width      int // fields per row
}

// Columns say what became of the columns of a file.
type Columns struct {
	Recognised []string // those known under another name than gevel's, such as koopsom as price
	Absent     []string // those of the preset that the file does not have
	Ignored    []string // those that gevel has no use for
}

// field is one column of the file; the zero field is absent.
type field struct {
	place  int               // 1 is the first field of a row, 0 none
	values map[string]string // the file's value -> gevel's
	// decimal is the sign of a column of numbers, where one of them can be read both ways.
	decimal spelling.Sign
}

// attributeField is the column of an attribute.
type attributeField struct {
	field
	at int // in the table
}

func (l *layout) setValues(name string, values map[string]string, table gevel.Attributes) {
	if c, ok := columnNamed(name); ok {
		l.fields[c].values = values
	}
	for i, f := range l.attributes {
		if table[f.at].Column == name {
			l.attributes[i].values = values
		}
	}
}

func (l *layout) has(c column) bool { return l.fields[c].place > 0 }

// find returns the field of a column by gevel's name, and where its attribute is in the table, -1
// when it is none.
func (l *layout) find(name string, table gevel.Attributes) (f field, at int, ok bool) {
	if c, ok := columnNamed(name); ok {
		return l.fields[c], -1, l.has(c)
	}
	for _, f := range l.attributes {
		if table[f.at].Column == name {
			return f.field, f.at, true
		}
	}
	return field{}, -1, false
}

// require returns an error that names the needed columns that the file lacks.
func (l *layout) require(header []string, needed ...column) error {
	var lacking []string
	for _, c := range needed {
		if !l.has(c) {
			lacking = append(lacking, c.String())
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	return faulty("there is no column %s; the file has %s "+
		"(rename columns in its header, or name them in the mapping of a build file)",
		strings.Join(lacking, ", none "), gevel.Printable(strings.Join(header, ", ")))
}

// of returns the field's value in a row, as gevel spells it.
func (f field) of(row []string) string {
	if f.place == 0 {
		return ""
	}
	v := strings.TrimSpace(row[f.place-1])
	if f.values != nil {
		if mapped, ok := f.values[v]; ok {
			return mapped
		}
	}
	return v
}
