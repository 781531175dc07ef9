package api

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

var update = flag.Bool("update", false, "write the goldens anew")

func TestDescriptionIsTheGolden(t *testing.T) {
	got, err := describe()
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "openapi.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the description is not %s; the interface is public, so look twice, then run go test -update", golden)
	}
}

func loadDescription(t testing.TB) *openapi3.T {
	t.Helper()
	text, err := describe()
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDescriptionIsValidOpenAPI(t *testing.T) {
	d := loadDescription(t)
	if err := d.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		t.Errorf("the description is no OpenAPI 3.0: %v", err)
	}
	if d.OpenAPI != "3.0.3" || d.Info.Version != "1.0.0" {
		t.Errorf("OpenAPI %s, version %s; want 3.0.3 and 1.0.0", d.OpenAPI, d.Info.Version)
	}
	if got := len(d.Paths.Map()); got != len(endpoints) {
		t.Errorf("%d paths are described, want %d", got, len(endpoints))
	}
}

// TestEveryObjectIsClosed keeps the check of answers against the description
// honest: an object that admits any field would prove nothing.
func TestEveryObjectIsClosed(t *testing.T) {
	d := loadDescription(t)
	for name, s := range d.Components.Schemas {
		requireClosed(t, name, s)
	}
	for path, item := range d.Paths.Map() {
		for status, r := range item.Get.Responses.Map() {
			requireClosed(t, path+" "+status, r.Value.Content.Get("application/json").Schema)
		}
	}
}

func requireClosed(t *testing.T, where string, s *openapi3.SchemaRef) {
	t.Helper()
	if s == nil || s.Ref != "" {
		return
	}
	if s.Value.Type.Is("object") {
		more := s.Value.AdditionalProperties
		if (more.Has == nil || *more.Has) && more.Schema == nil {
			t.Errorf("%s admits fields that are not described", where)
		}
	}
	requireClosed(t, where+"[]", s.Value.Items)
	for name, p := range s.Value.Properties {
		requireClosed(t, where+"."+name, p)
	}
}

// TestEveryTypeOfAnAnswerIsDescribed fails when a struct without a component of
// its own would be described as an integer.
func TestEveryTypeOfAnAnswerIsDescribed(t *testing.T) {
	for typ := range components {
		for i := range typ.NumField() {
			field := typ.Field(i)
			inner := field.Type
			for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
				inner = inner.Elem()
			}
			if _, ok := components[inner]; inner.Kind() == reflect.Struct && !ok {
				t.Errorf("%v.%s is a struct that is no component", typ, field.Name)
			}
			if field.Tag.Get("json") == "" {
				t.Errorf("%v.%s has no name in JSON", typ, field.Name)
			}
		}
	}
}
