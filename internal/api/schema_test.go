package api

import (
	"reflect"
	"testing"
)

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
