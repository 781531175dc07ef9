package api

import (
	"reflect"
	"testing"

	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/features"
	"github.com/gevel/gevel/internal/serve/frame"
)

// TestEveryTypeOfAnAnswerIsDescribed fails when two structs of answers would be one component,
// or a field has no name.
func TestEveryTypeOfAnAnswerIsDescribed(t *testing.T) {
	var all []frame.Endpoint
	names := map[string]reflect.Type{}
	for _, of := range (&Service{features: features.New(features.Settings{PublishSales: true}, nil, nil, "")}).surfaces(nil) {
		all = append(all, of.Endpoints...)
	}
	for typ := range describe.ComponentsOf(all) {
		if other, taken := names[describe.ComponentName(typ)]; taken {
			t.Errorf("%v and %v are both called %s", typ, other, describe.ComponentName(typ))
		}
		names[describe.ComponentName(typ)] = typ
		for i := range typ.NumField() {
			field := typ.Field(i)
			if field.Tag.Get("json") == "" && !field.Anonymous {
				t.Errorf("%v.%s has no name in JSON", typ, field.Name)
			}
		}
	}
}
