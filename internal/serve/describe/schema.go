package describe

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// Schema is an OpenAPI 3.0 schema object, as far as the description needs it.
type Schema struct {
	Ref                  string     `json:"$ref,omitempty"`
	Type                 string     `json:"type,omitempty"`
	Format               string     `json:"format,omitempty"`
	Description          string     `json:"description,omitempty"`
	Nullable             bool       `json:"nullable,omitempty"`
	Enum                 []any      `json:"enum,omitempty"`
	Pattern              string     `json:"pattern,omitempty"`
	Minimum              *int       `json:"minimum,omitempty"`
	Maximum              *int       `json:"maximum,omitempty"`
	MinItems             *int       `json:"minItems,omitempty"`
	MaxItems             *int       `json:"maxItems,omitempty"`
	Items                *Schema    `json:"items,omitempty"`
	Required             []string   `json:"required,omitempty"`
	Properties           Properties `json:"properties,omitempty"`
	AdditionalProperties any        `json:"additionalProperties,omitempty"`
	MaxProperties        *int       `json:"maxProperties,omitempty"`
	AllOf                []*Schema  `json:"allOf,omitempty"`
	AnyOf                []*Schema  `json:"anyOf,omitempty"`
	Default              any        `json:"default,omitempty"`
	// EnumVarNames name the constants that generated clients have for Enum.
	EnumVarNames []string `json:"x-enum-varnames,omitempty"`
	GoType       string   `json:"x-go-type,omitempty"`
}

// Properties keep the order of the fields.
type Properties []Property

// Property is a field of an object.
type Property struct {
	Name     string
	Schema   *Schema
	Optional bool // it may be absent
}

// MarshalJSON writes the properties as one object.
func (ps Properties) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, p := range ps {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := param.EncodeJSON(p.Schema)
		if err != nil {
			return nil, err
		}
		b = append(strconv.AppendQuote(b, p.Name), ':')
		b = append(b, value...)
	}
	return append(b, '}'), nil
}

// Object returns a closed object: no field more, no field less.
func Object(ps ...Property) *Schema {
	s := &Schema{Type: "object", Properties: ps, AdditionalProperties: false}
	for _, p := range ps {
		if !p.Optional {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}

// OrNull returns the schema with null allowed too. Nothing may stand beside a reference
// in OpenAPI 3.0, and what is referred to does not allow null, so null is another choice;
// clients in Go, whose generator would make a union of it, are given the pointer it is.
func (s *Schema) OrNull() *Schema {
	if s.Ref != "" {
		return &Schema{AnyOf: []*Schema{s, null}, GoType: "*" + strings.TrimPrefix(s.Ref, schemasPath)}
	}
	s.Nullable = true
	return s
}

// null allows null alone.
var null = &Schema{Type: "string", Nullable: true, Enum: []any{nil}}

// Described returns the schema with a description.
func (s *Schema) Described(doc string) *Schema {
	if s.Ref != "" && doc != "" {
		s = &Schema{AllOf: []*Schema{s}}
	}
	s.Description = doc
	return s
}

const schemasPath = "#/components/schemas/"

// Ref refers to a component.
func Ref(component string) *Schema { return &Schema{Ref: schemasPath + component} }

// components name the structs of other packages whose names in the published interface are others than in the code.
var components = map[reflect.Type]string{
	reflect.TypeFor[present.Homevalue](): "HomevalueResponse",
	reflect.TypeFor[present.Reference](): "ReferenceObjectModel",
}

var (
	succeeded = &param.Enumeration{
		Name: "SuccessStatus", Values: []string{frame.StatusSuccess},
		Constants: []string{"StatusSuccess"},
	}
	failed = &param.Enumeration{
		Name: "FailureStatus", Values: []string{frame.StatusFailure},
		Constants: []string{"StatusFailure"},
	}
)

// enumerations are those with a name of the published interface.
var enumerations = []*param.Enumeration{param.HouseTypes, param.EnergyLabels, succeeded, failed}

// useOf returns the schema where a value of the enumeration stands.
func useOf(e *param.Enumeration) *Schema {
	switch {
	case e.Name != "":
		return Ref(e.Name)
	case e.Open:
		return &Schema{Type: "string"}
	}
	return &Schema{Type: "string", Enum: anys(e.Values)}
}

// schemaOf reads the schema of an answer's type off its fields.
func schemaOf(t reflect.Type) *Schema {
	if t.Kind() == reflect.Pointer {
		return schemaOf(t.Elem()).OrNull()
	}
	switch t {
	case reflect.TypeFor[gevel.Date]():
		return &Schema{Type: "string", Format: "date"}
	case reflect.TypeFor[present.HouseType]():
		return useOf(param.HouseTypes)
	case reflect.TypeFor[present.EnergyLabel]():
		return useOf(param.EnergyLabels)
	case reflect.TypeFor[gevel.Month]():
		return &Schema{Type: "string", Pattern: `^[0-9]{4}-[0-9]{2}$`}
	case reflect.TypeFor[frame.URL]():
		return &Schema{Type: "string", Format: "uri"}
	}
	switch t.Kind() {
	case reflect.Struct:
		return Ref(ComponentName(t))
	case reflect.Interface:
		return &Schema{}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: schemaOf(t.Elem())}
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Array:
		n := t.Len()
		return &Schema{Type: "array", Items: schemaOf(t.Elem()), MinItems: &n, MaxItems: &n}
	case reflect.Slice:
		return &Schema{Type: "array", Items: schemaOf(t.Elem())}
	default:
		return &Schema{Type: "integer"}
	}
}

// fieldsOf returns the fields of a struct and of the structs embedded in it.
func fieldsOf(t reflect.Type) (ps Properties) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous {
			ps = append(ps, fieldsOf(field.Type)...)
			continue
		}
		s := schemaOf(field.Type).Described(field.Tag.Get("doc"))
		lowest, highest := tagInt(field.Tag, "min"), tagInt(field.Tag, "max")
		switch {
		case field.Type.Kind() == reflect.Slice:
			s.MinItems, s.MaxItems = lowest, highest
		case s.Type != "array":
			s.Minimum, s.Maximum = lowest, highest
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		ps = append(ps, Property{Name: name, Schema: s, Optional: options == "omitempty"})
	}
	return ps
}

// ComponentName returns the Name of the schema that a struct is.
func ComponentName(t reflect.Type) string {
	if name, ok := components[t]; ok {
		return name
	}
	name := strings.TrimSuffix(t.Name(), "JSON")
	return strings.ToUpper(name[:1]) + name[1:]
}

// ComponentsOf returns the structs that answers and failures of endpoints are made of.
func ComponentsOf(endpoints []frame.Endpoint) map[reflect.Type]bool {
	all := map[reflect.Type]bool{}
	addComponents(all, reflect.TypeFor[frame.ErrorObject]())
	addComponents(all, reflect.TypeFor[frame.Forbidden]())
	for _, e := range endpoints {
		if e.Data != nil {
			addComponents(all, reflect.TypeOf(e.Data))
		}
		if e.Body != nil {
			addComponents(all, reflect.TypeOf(e.Body.Type))
		}
	}
	return all
}

// addComponents adds the structs that a type is made of.
func addComponents(all map[reflect.Type]bool, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		addComponents(all, t.Elem())
	case reflect.Struct:
		if all[t] {
			return
		}
		all[t] = true
		addFields(all, t)
	}
}

func addFields(all map[reflect.Type]bool, t reflect.Type) {
	for i := range t.NumField() {
		if field := t.Field(i); field.Anonymous {
			addFields(all, field.Type)
		} else {
			addComponents(all, field.Type)
		}
	}
}

func tagInt(tag reflect.StructTag, key string) *int {
	if n, err := strconv.Atoi(tag.Get(key)); err == nil {
		return &n
	}
	return nil
}

func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}
