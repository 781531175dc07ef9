package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source"
)

// The settings of sources in a build file, a section for each.

// Sources are the settings of the sources of a table, by section.
type Sources map[string]source.Settings

// SettingsOf returns the settings of a type. If there are none, they are as in a build file without the section.
func SettingsOf[T any](of Sources) *T {
	for _, settings := range of {
		if typed, ok := any(settings).(*T); ok {
			return typed
		}
	}
	return new(T)
}

// Path returns the settings of a source that are one file.
func (s Sources) Path(of source.Row) *source.Path {
	if path, ok := s[of.Section()].(*source.Path); ok {
		return path
	}
	return new(source.Path)
}

// Clone returns a copy whose sections can be replaced.
func (s Sources) Clone() Sources {
	s = maps.Clone(s)
	for section, settings := range s {
		of := reflect.New(reflect.TypeOf(settings).Elem())
		of.Elem().Set(reflect.ValueOf(settings).Elem())
		s[section], _ = of.Interface().(source.Settings)
	}
	return s
}

// settings returns the settings of a build file without sources.
func (t Table) settings() Sources {
	all := Sources{}
	for _, s := range t.Rows() {
		if section := s.Section(); all[section] == nil {
			all[section] = s.Settings()
		}
	}
	return all
}

// sections returns the rows that have a section first.
func (t Table) sections() (rows []*Entry) {
	seen, all := map[string]bool{}, t.Rows()
	for i := range all {
		if section := all[i].Section(); !seen[section] {
			seen[section], rows = true, append(rows, &all[i])
		}
	}
	return rows
}

// Fields returns a pointer to a struct with a field for each section of the table, with yaml and doc tags: what lies
// below sources in a build file.
func (t Table) Fields() any {
	var fields []reflect.StructField
	for i, s := range t.sections() {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Section%d", i), Type: reflect.TypeOf(s.Settings()).Elem(),
			Tag: reflect.StructTag(fmt.Sprintf("yaml:%q doc:%q", s.Section(), s.Doc)),
		})
	}
	all := reflect.New(reflect.StructOf(fields))
	for i, s := range t.sections() {
		all.Elem().Field(i).Set(reflect.ValueOf(s.Settings()).Elem())
	}
	return all.Interface()
}

// tableKey is under what a context carries the table of a build file.
type tableKey struct{}

// UnmarshalYAML reads the sections of the context's table.
func (s *Sources) UnmarshalYAML(ctx context.Context, unmarshal func(any) error) error {
	t, _ := ctx.Value(tableKey{}).(Table)
	read := t.Fields()
	if err := unmarshal(read); err != nil {
		return err
	}
	*s = Sources{}
	for i, row := range t.sections() {
		(*s)[row.Section()], _ = reflect.ValueOf(read).Elem().Field(i).Addr().Interface().(source.Settings)
	}
	return nil
}

// files returns where the paths of a source's files lie, "" for one that is not given.
func (s *Entry) files(c *Config) []*string {
	if settings := c.Sources[s.Section()]; settings != nil {
		return settings.Files(s.Name)
	}
	return nil
}

// given returns the paths of the source's files that the build file gives.
func (s *Entry) given(c *Config) []*string {
	return slices.DeleteFunc(s.files(c), func(path *string) bool { return *path == "" })
}

// deciding returns what decides, beside the files, what a source says of homes; nil is nothing but the files.
func (s *Entry) deciding(c *Config) any {
	if s.decides != nil {
		return s.decides(c)
	}
	if _, isFile := c.Sources[s.Section()].(*source.Path); isFile {
		return nil
	}
	return c.Sources[s.Section()]
}

// checkSections finds the first setting of a source that can't be.
func (f *file) checkSections(c *Config) error {
	for _, s := range c.Table.sections() {
		key := "sources." + s.Section()
		if f.node(key) == nil && !s.Required {
			continue
		}
		if path, isPath := c.Sources[s.Section()].(*source.Path); isPath && *path == "" && s.Required {
			return f.fault(key, errors.New("is missing"))
		}
		err := c.Sources[s.Section()].Check()
		if err == nil && s.check != nil {
			err = s.check(c)
		}
		if fault := (*source.Fault)(nil); errors.As(err, &fault) {
			line := key + fault.Key
			if fault.Line != "" {
				line = key + fault.Line
			}
			return f.at(line, fmt.Errorf("%s%s: %w", key, fault.Key, fault.Err))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkDays makes sure that no day of a source lies ahead.
func (s Sources) checkDays(today gevel.Date) error {
	for _, section := range slices.Sorted(maps.Keys(s)) {
		for _, given := range s[section].Days() {
			if given.Day > today {
				return gevel.Refusal("", "%s %s lies after today, %s", given.What, given.Day, today)
			}
		}
	}
	return nil
}
