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
