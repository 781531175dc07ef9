package sales

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
)

// layout says where a file has which column.
type layout struct {
	fields     [columns]field
	attributes []attributeField // in the order of the table
	ignored    []string
	width      int // fields per row
}

// field is one column of the file; the zero field is absent.
type field struct {
	place  int               // 1 is the first field of a row, 0 none
	values map[string]string // the file's value -> gevel's
	// decimal is the sign of a column of numbers, where one of them can be read both ways.
	decimal sign
}

// attributeField is the column of an attribute.
type attributeField struct {
	field
	at int // in the table
}

// newLayout finds gevel's columns in a header, the mapped ones under the file's names. The
// table gets the attributes that the file brings.
func newLayout(header []string, m Mapping, table *gevel.Attributes) (*layout, error) {
	places, names, err := placesOf(header)
	if err != nil {
		return nil, err
	}
	l := &layout{width: len(header)}
	used := map[string]bool{}
	for _, name := range sortedNames(m.Columns) {
		key := plainName(m.Columns[name])
		if places[key] == 0 {
			return nil, fmt.Errorf("mapping: there is no column %q for %s; the file has %s",
				m.Columns[name], name, gevel.Printable(strings.Join(names, ", ")))
		}
		used[key] = true
		l.put(name, places[key], table)
	}
	for _, name := range names {
		key := plainName(name)
		if _, mapped := m.Columns[key]; !used[key] && (mapped || !l.put(key, places[key], table)) {
			l.ignored = append(l.ignored, gevel.Printable(name))
		}
	}
	for name, values := range m.Values {
		l.setValues(name, values, *table)
	}
	slices.SortFunc(l.attributes, func(a, b attributeField) int { return cmp.Compare(a.at, b.at) })
	return l, nil
}

// placesOf returns where each column stands, and the names in their order. A column
// without a name is none: it comes from a delimiter at the end of the line.
func placesOf(header []string) (places map[string]int, names []string, err error) {
	places = map[string]int{}
	for i, name := range header {
		name = strings.Clone(strings.TrimSpace(name))
		key := plainName(name)
		switch {
		case key == "":
			continue
		case strings.ContainsFunc(name, unicode.IsControl):
			return nil, nil, faulty("the header has column %q: a name has no control characters", name)
		case places[key] != 0:
			return nil, nil, fmt.Errorf("the header has column %q twice", name)
		}
		places[key] = i + 1
		names = append(names, name)
	}
	return places, names, nil
}

func plainName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

func sortedNames(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// put notes where the column of a name stands, and reports whether gevel knows it.
func (l *layout) put(name string, place int, table *gevel.Attributes) bool {
	if c, ok := columnNamed(name); ok {
		l.fields[c].place = place
		return true
	}
	at := table.Column(name)
	if at < 0 {
		extra, ok := gevel.ExtraColumn(name)
		if !ok {
			return false
		}
		at, *table = len(*table), table.With(extra)
	}
	l.attributes = append(l.attributes, attributeField{field: field{place: place}, at: at})
	return true
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
