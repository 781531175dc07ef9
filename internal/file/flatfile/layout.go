package flatfile

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Schema says which columns a kind of file may have, apart from characteristics: those are attributes.
type Schema struct {
	// Names are gevel's names of the columns, by their numbers, in lower case, and begin with HomeColumns.
	Names []string
	// Meanings say what the columns of numbers mean.
	Meanings map[int]Meaning
	// Days are the columns of days.
	Days []int
	// IDs are further columns of ids beside DwellingID.
	IDs []int
	// Needs are the columns by which the header is known: all of one of the sets.
	Needs [][]int
	// ByRow says that numbers and days which can be read both ways cost their rows, and not the file.
	ByRow bool
	// Also are names that columns have in files of this kind alone, the likeliest first.
	Also map[int][]string
}

// HomesNeed are the columns that name a home.
func HomesNeed() [][]int { return [][]int{{DwellingID}, {PostalCode, HouseNumber}} }

// Columns that name a home, which every schema begins with.
const (
	DwellingID = iota
	PostalCode
	HouseNumber
	HouseLetter
	HouseNumberExt
)

// HomeColumns are the names of the columns that name a home.
func HomeColumns() []string {
	return []string{"dwelling_id", "postal_code", "house_number", "house_letter", "house_number_ext"}
}

// column returns the number of the column with a name, -1 when there is none.
func (s *Schema) column(name string) int { return slices.Index(s.Names, name) }

func (s *Schema) ids() []int { return append([]int{DwellingID}, s.IDs...) }

// layout says where a file has which column.
type layout struct {
	Columns
	schema     *Schema
	fields     []Field          // by the schema's number
	attributes []attributeField // in the order of the table
}

// Columns are the used, unused and absent columns of a file.
type Columns struct {
	Recognised []string // those known under another name than gevel's, such as koopsom as price
	Absent     []string // columns of the preset that the file lacks
	Ignored    []string // those that gevel has no use for
}

// Field is one column of the file; the zero Field is absent.
type Field struct {
	place  int               // 1 is the first field of a row, 0 none
	values map[string]string // the file's value -> gevel's
	// decimal is the sign of a column of numbers, where one of them can be read both ways.
	decimal spelling.Sign
}

// attributeField is the column of an attribute.
type attributeField struct {
	Field
	at int // in the table
}

func (l *layout) setValues(name string, values map[string]string, table gevel.Attributes) {
	if c := l.schema.column(name); c >= 0 {
		l.fields[c].values = values
	}
	for i, f := range l.attributes {
		if table[f.at].Column == name {
			l.attributes[i].values = values
		}
	}
}

func (l *layout) has(column int) bool { return l.fields[column].place > 0 }

// find returns the field of a column by gevel's name, and where its attribute is in the table, -1 when it is none.
func (l *layout) find(name string, table gevel.Attributes) (f Field, at int, ok bool) {
	if c := l.schema.column(name); c >= 0 {
		return l.fields[c], -1, l.has(c)
	}
	for _, f := range l.attributes {
		if table[f.at].Column == name {
			return f.Field, f.at, true
		}
	}
	return Field{}, -1, false
}

// Of returns the field's value in a row, as gevel spells it.
func (f Field) Of(row []string) string {
	if f.place == 0 {
		return ""
	}
	v := row[f.place-1]
	if f.values != nil {
		if mapped, ok := f.values[strings.TrimSpace(v)]; ok {
			return mapped
		}
	}
	return spelling.Cell(v)
}
