package build

import (
	"context"
	"fmt"
	"reflect"
	"strings"
)

// Keys of the build file that a table of sources adds.

// tableKey is under what a context carries the table of a build file.
type tableKey struct{}

// UnmarshalYAML reads the settings of each source: the fields of Sources, and the settings that rows of the context's table
// add.
func (s *Sources) UnmarshalYAML(ctx context.Context, unmarshal func(any) error) error {
	type own Sources // without this method
	fields := []reflect.StructField{{Name: "Own", Type: reflect.TypeFor[own](), Tag: `yaml:",inline"`}}
	t, _ := ctx.Value(tableKey{}).(Table)
	added := t.added()
	for i, row := range added {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Added%d", i), Type: reflect.TypeOf(row.New()),
			Tag: reflect.StructTag(fmt.Sprintf("yaml:%q", row.key())),
		})
	}
	read := reflect.New(reflect.StructOf(fields))
	read.Elem().Field(0).Set(reflect.ValueOf(own(*s))) // the defaults
	if err := unmarshal(read.Interface()); err != nil {
		return err
	}
	*s = Sources(read.Elem().Field(0).Interface().(own))
	for i, row := range added {
		if settings := read.Elem().Field(i + 1); !settings.IsNil() {
			if s.Added == nil {
				s.Added = map[string]any{}
			}
			s.Added[row.key()] = settings.Interface()
		}
	}
	return nil
}

// added returns the rows that bring settings of their own.
func (t Table) added() (rows []Source) {
	for _, s := range t.Rows() {
		if s.New != nil {
			rows = append(rows, s)
		}
	}
	return rows
}

// key is the key of the source below sources.
func (s *Source) key() string { return strings.TrimPrefix(s.Kind.Key, "sources.") }
