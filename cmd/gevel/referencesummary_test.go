package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/reports"
)

// TestReferenceOfTheSummary writes each key of the JSON of gevel build, by the tags of its struct.
func TestReferenceOfTheSummary(t *testing.T) {
	page := newReference("Summary of a build", "Every key of what `gevel build --json` prints. Keys may be added; none goes or changes its meaning.")
	page.table([]string{"key", "type", "what"}, jsonKeys(t, "", reflect.TypeFor[reports.BuildJSON]()))
	page.line("\n## Metrics\n\nWhat `gevel build --metrics` writes, all gauges. After a failed build the first four are there alone.")
	var rows [][]string
	for _, g := range buildGauges {
		rows = append(rows, []string{code(g.name), code(g.label), g.help})
	}
	page.table([]string{"metric", "label", "says"}, rows)
	page.keepFresh(t, "summary.md")
}

// jsonKeys returns a row per key of a struct, and of those below it.
func jsonKeys(t *testing.T, prefix string, of reflect.Type) (rows [][]string) {
	t.Helper()
	for field := range of.Fields() {
		below, mark := field.Type, ""
		if below.Kind() == reflect.Slice || below.Kind() == reflect.Pointer {
			if below.Kind() == reflect.Slice {
				mark = "[]"
			}
			below = below.Elem()
		}
		key, doc := field.Tag.Get("json"), field.Tag.Get("doc")
		switch {
		case field.Anonymous:
			rows = append(rows, jsonKeys(t, prefix, below)...)
			continue
		case !field.IsExported() || key == "-":
			continue
		case key == "" || strings.Contains(key, ",") || doc == "":
			t.Errorf("%s.%s needs a key that is always there, and a doc", of, field.Name)
		}
		kind, _, _ := kindOfKey(field.Type)
		rows = append(rows, []string{code(prefix + key), kind, withCode(doc)})
		if below.Kind() == reflect.Struct {
			rows = append(rows, jsonKeys(t, prefix+key+mark+".", below)...)
		}
	}
	return rows
}
