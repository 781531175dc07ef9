package api

import (
	"reflect"
	"testing"
)

// TestEveryTypeOfAnAnswerIsDescribed fails when two structs of answers would be one component,
// or a field has no name.
func TestEveryTypeOfAnAnswerIsDescribed(t *testing.T) {
	var all []endpoint
	names := map[string]reflect.Type{}
	for _, of := range new(Service).surfaces(nil) {
		all = append(all, of.endpoints...)
	}
	for typ := range componentsOf(all) {
		if other, taken := names[componentName(typ)]; taken {
			t.Errorf("%v and %v are both called %s", typ, other, componentName(typ))
		}
		names[componentName(typ)] = typ
		for i := range typ.NumField() {
			field := typ.Field(i)
			if field.Tag.Get("json") == "" && !field.Anonymous {
				t.Errorf("%v.%s has no name in JSON", typ, field.Name)
			}
		}
	}
}
