package flatfile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// header is the first row of a file while gevel's columns are sought in it.
type header struct {
	*layout
	table  *gevel.Attributes // gets the attributes that the file brings
	extras gevel.Attributes  // what some of them are
	names  []string          // of the file's columns, "" for one without
	places map[string]int    // of a plain name, 1 is the first
	used   map[string]bool   // plain names of the file that are one of gevel's columns, or more
	taken  map[string]bool   // gevel's names that are found
}

// newLayout finds gevel's columns in the names of a header: those that the mapping names, those that
// the preset does, those with gevel's own names, and those with Dutch ones, in this order.
func newLayout(names []string, src Source, schema *Schema, table *gevel.Attributes) (*layout, error) {
	h := header{
		layout: &layout{schema: schema, fields: make([]Field, len(schema.Names))},
		table:  table, extras: src.Extras,
		places: map[string]int{}, used: map[string]bool{}, taken: map[string]bool{},
	}
	if err := h.read(names); err != nil {
		return nil, err
	}
	if err := h.takeMapped(src.Mapping.Columns); err != nil {
		return nil, err
	}
	h.takePreset(src.Preset.Columns)
	for _, name := range h.names {
		if key := plainName(name); key != "" && !h.used[key] && !h.taken[key] {
			h.put(key, key)
		}
	}
	if err := h.takeDutch(); err != nil {
		return nil, err
	}
	h.takeAlso()
	h.list(src.Preset.Columns)
	for name, values := range src.Mapping.Over(src.Preset).Values {
		h.setValues(name, values, *table)
	}
	slices.SortFunc(h.attributes, func(a, b attributeField) int { return cmp.Compare(a.at, b.at) })
	return h.layout, nil
}

// read notes where each column stands. One without a name is none: it comes from a delimiter at the
// end of the line.
func (h *header) read(names []string) error {
	for i, name := range names {
		name = strings.Clone(strings.TrimSpace(name))
		h.names = append(h.names, name)
		key := plainName(name)
		switch {
		case key == "":
			continue
		case strings.ContainsFunc(name, unicode.IsControl):
			return Faulty("the header has column %q: a name has no control characters", name)
		case h.places[key] != 0 && h.means(key):
			return Faulty("the header has column %q twice", name)
		case h.places[key] != 0:
			continue
		}
		h.places[key] = i + 1
	}
	return nil
}

// means reports whether a name is of a column of gevel's.
func (h *header) means(key string) bool {
	column := cmp.Or(spelling.ColumnOf(key), key)
	_, extra := gevel.ExtraColumn(key)
	return extra || h.schema.column(column) >= 0 || h.table.Column(column) >= 0
}

func plainName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// put notes that a column of the file is gevel's of a name, and reports whether gevel knows it.
func (h *header) put(name, key string) bool {
	place := h.places[key]
	if c := h.schema.column(name); c >= 0 {
		h.fields[c].place = place
	} else {
		at := h.table.Column(name)
		if at < 0 {
			extra, ok := gevel.ExtraColumn(name)
			if !ok {
				return false
			}
			if k := h.extras.Column(name); k >= 0 {
				extra = h.extras[k]
			}
			at, *h.table = len(*h.table), h.table.With(extra)
		}
		h.attributes = append(h.attributes, attributeField{Field: Field{place: place}, at: at})
	}
	h.used[key], h.taken[name] = true, true
	return true
}

func (h *header) takeMapped(mapped map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(mapped)) {
		key := plainName(mapped[name])
		if h.places[key] == 0 {
			named := slices.DeleteFunc(slices.Clone(h.names), func(name string) bool { return name == "" })
			return fmt.Errorf("mapping: there is no column %q for %s; the file has %s",
				mapped[name], name, gevel.Printable(strings.Join(named, ", ")))
		}
		h.put(name, key)
	}
	return nil
}

func (h *header) takePreset(preset map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(preset)) {
		key := plainName(preset[name])
		if h.places[key] != 0 && !h.taken[name] && h.put(name, key) && key != name {
			h.recognise(spelling.Recognised{Name: h.names[h.places[key]-1], Column: name})
		}
	}
}

func (h *header) takeDutch() error {
	found, err := spelling.Recognise(h.names, func(column string, field int) bool {
		known := h.schema.column(column) >= 0 || h.table.Column(column) >= 0
		return known && !h.taken[column] && !h.used[plainName(h.names[field])]
	})
	if err != nil {
		return Faulty("%s, or name the right one in the mapping of a build file", gevel.Printable(err.Error()))
	}
	for _, r := range found {
		h.put(r.Column, plainName(r.Name))
		h.recognise(r)
	}
	return nil
}

// takeAlso takes columns under the names that they have in files of this kind alone.
func (h *header) takeAlso() {
	for c, others := range h.schema.Also {
		for _, other := range others {
			at := slices.IndexFunc(h.names, func(name string) bool { return spelling.SameColumn(name, other) })
			if column := h.schema.Names[c]; at >= 0 && !h.taken[column] && !h.used[plainName(h.names[at])] {
				h.put(column, plainName(h.names[at]))
				h.recognise(spelling.Recognised{Name: h.names[at], Column: column})
			}
		}
	}
}

func (h *header) recognise(r spelling.Recognised) {
	h.Recognised = append(h.Recognised, gevel.Printable(r.String()))
}

// list notes the columns of the file that are not used, and the columns of the preset that it lacks.
func (h *header) list(preset map[string]string) {
	for _, name := range h.names {
		if key := plainName(name); key != "" && !h.used[key] {
			h.Ignored = append(h.Ignored, gevel.Printable(name))
		}
	}
	for name, lacking := range preset {
		if !h.taken[name] && !slices.Contains(h.Absent, lacking) {
			h.Absent = append(h.Absent, lacking)
		}
	}
	slices.Sort(h.Absent)
}

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
