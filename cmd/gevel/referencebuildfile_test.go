package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/testing/foundation"
)

// TestReferenceOfTheBuildFile writes each key, by the tags of the struct that a build file is read into.
func TestReferenceOfTheBuildFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gevel.yaml")
	if err := os.WriteFile(path, []byte("sources: {bag: bag.zip, sales: [{file: sales.csv}]}"), 0o644); err != nil {
		t.Fatal(err)
	}
	usual, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	usual.Editions = filepath.Base(usual.Editions)
	keys := &keyTable{t: t, sources: build.StandardTable(), seen: map[reflect.Type]string{}}
	keys.walk("", reflect.ValueOf(usual))
	page := newReference("Build file", "Every key of `gevel.yaml`. Paths in it are relative to it; an unknown key is an error.\n"+
		"[operations](../operations.md#build-an-edition) shows a whole file.")
	page.table([]string{"key", "type", "default", "may be", "what"}, keys.rows)
	page.keepFresh(t, "buildfile.md")
}

// keyTable gathers the keys of a struct and those below it. Keys of a struct that was there before are named once.
type keyTable struct {
	t       *testing.T
	sources build.Table
	rows    [][]string
	seen    map[reflect.Type]string
}

func (keys *keyTable) walk(prefix string, of reflect.Value) {
	for i, field := range reflect.VisibleFields(of.Type()) {
		tag, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		switch {
		case len(field.Index) > 1: // of a struct that lies inline: its own walk has it
		case options == "inline":
			keys.walk(prefix, of.FieldByIndex(field.Index))
		case tag == "" || tag == "-" && field.Tag.Get("key") == "":
			if i == 0 && tag == "" {
				keys.t.Errorf("%s.%s has no key", of.Type(), field.Name)
			}
		default:
			if tag == "-" {
				tag = field.Tag.Get("key")
			}
			keys.add(prefix+tag, field, of.FieldByIndex(field.Index))
		}
	}
}

// add writes the rows of a key and of the keys below it.
func (keys *keyTable) add(key string, field reflect.StructField, value reflect.Value) {
	doc := field.Tag.Get("doc")
	if doc == "" {
		keys.t.Errorf("%s has no doc", key)
	}
	if _, isSources := value.Interface().(build.Sources); isSources {
		value = reflect.ValueOf(keys.sources.Fields()).Elem()
		field.Type = value.Type()
	}
	kind, below, mark := kindOfKey(field.Type)
	if first, twice := keys.seen[below]; below != nil && twice {
		doc += " Keys as of `" + first + "`."
		below = nil
	}
	usual := ""
	if below == nil && value.IsValid() && !value.IsZero() && value.Kind() != reflect.Slice && value.Kind() != reflect.Map && field.Tag.Get("key") == "" {
		usual = code(fmt.Sprint(value))
	}
	keys.rows = append(keys.rows, []string{code(key), kind, usual, withCode(field.Tag.Get("bounds")), withCode(doc)})
	if below != nil {
		keys.seen[below] = key + mark
		if mark != "" {
			value = reflect.Zero(below)
		}
		keys.walk(key+mark+".", value)
	}
}

// kindOfKey says what stands behind a key, and of a section its struct and what marks an entry of it.
func kindOfKey(of reflect.Type) (kind string, below reflect.Type, mark string) {
	if _, isText := reflect.Zero(of).Interface().(fmt.Stringer); isText {
		return "day", nil, ""
	}
	switch of.Kind() {
	case reflect.Pointer:
		return kindOfKey(of.Elem())
	case reflect.String:
		return "text", nil, ""
	case reflect.Bool:
		return "true or false", nil, ""
	case reflect.Float64:
		return "number", nil, ""
	case reflect.Struct:
		return "section", of, ""
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Struct {
			return "list", of.Elem(), "[]"
		}
		return "list", nil, ""
	case reflect.Map:
		if of.Elem().Kind() == reflect.Struct {
			return "section", of.Elem(), ".*"
		}
		return "map", nil, ""
	}
	return "whole number", nil, ""
}

// TestReferenceNamesTheKeysOfANewSource adds one to the table, as an engineer would.
func TestReferenceNamesTheKeysOfANewSource(t *testing.T) {
	keys := &keyTable{t: t, sources: build.StandardTable().With(foundation.Row), seen: map[reflect.Type]string{}}
	keys.walk("", reflect.ValueOf(build.Config{}))
	got := map[string]string{}
	for _, row := range keys.rows {
		got[row[0]] = row[len(row)-1]
	}
	for key, want := range map[string]string{
		"`sources.foundation_risks`":           "Risks of foundations.",
		"`sources.foundation_risks.published`": "Day from which they count.",
		"`sources.sales[].preset`":             "Mapping and characteristics of a known delivery. Columns that the file lacks are listed in the summary.",
	} {
		if got[key] != want {
			t.Errorf("%s is described as %q", key, got[key])
		}
	}
}

// TestReferenceFindsAKeyWithoutADoc adds a key as a careless engineer would.
func TestReferenceFindsAKeyWithoutADoc(t *testing.T) {
	probe := &testing.T{}
	keys := &keyTable{t: probe, seen: map[reflect.Type]string{}}
	keys.walk("", reflect.ValueOf(struct {
		Known   string `yaml:"known" doc:"Known."`
		Unknown int    `yaml:"unknown"`
	}{}))
	if !probe.Failed() {
		t.Error("a key without a doc passes")
	}
	if got := slices.Concat(keys.rows...); !slices.Contains(got, "`unknown`") || !slices.Contains(got, "whole number") {
		t.Errorf("rows are %v", keys.rows)
	}
}
