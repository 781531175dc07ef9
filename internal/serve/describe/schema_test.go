package describe

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/gevel/gevel"
)

type inner struct {
	Price gevel.Euro `json:"price" doc:"whole euros"`
}

type answerJSON struct {
	inner
	Day    gevel.Date  `json:"day"`
	Month  gevel.Month `json:"month"`
	Maybe  *int        `json:"maybe" min:"1" max:"5"`
	Part   *inner      `json:"part" doc:"null where there is none"`
	Ends   [2]float64  `json:"ends"`
	Names  []string    `json:"names" min:"3"`
	Absent string      `json:"absent,omitempty"`
}

func TestASchemaIsReadOffTheFieldsOfAnAnswer(t *testing.T) {
	typ := reflect.TypeFor[answerJSON]()
	if got := ComponentName(typ); got != "Answer" {
		t.Errorf("the component is called %q", got)
	}
	text, err := json.Marshal(Object(fieldsOf(typ)...))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"type":"object","required":["price","day","month","maybe","part","ends","names"],"properties":{` +
		`"price":{"type":"integer","description":"whole euros"},` +
		`"day":{"type":"string","format":"date"},` +
		`"month":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}$"},` +
		`"maybe":{"type":"integer","nullable":true,"minimum":1,"maximum":5},` +
		`"part":{"description":"null where there is none","anyOf":[{"$ref":"#/components/schemas/Inner"},{"type":"string","nullable":true,"enum":[null]}],"x-go-type":"*Inner"},` +
		`"ends":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number"}},` +
		`"names":{"type":"array","minItems":3,"items":{"type":"string"}},` +
		`"absent":{"type":"string"}},"additionalProperties":false}`
	if string(text) != want {
		t.Errorf("the schema is\n%s\nwant\n%s", text, want)
	}
}

func TestComponentsAreThoseOfNestedAndEmbeddedFields(t *testing.T) {
	all := map[reflect.Type]bool{}
	addComponents(all, reflect.TypeFor[[]map[string]answerJSON]())
	if !all[reflect.TypeFor[answerJSON]()] || !all[reflect.TypeFor[inner]()] || len(all) != 2 {
		t.Errorf("the components are %v", all)
	}
}
