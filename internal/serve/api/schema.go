package api

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
)

// schema is an OpenAPI 3.0 schema object, as far as the description needs it.
type schema struct {
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
	Items                *schema    `json:"items,omitempty"`
	Required             []string   `json:"required,omitempty"`
	Properties           properties `json:"properties,omitempty"`
	AdditionalProperties any        `json:"additionalProperties,omitempty"`
	MaxProperties        *int       `json:"maxProperties,omitempty"`
	AllOf                []*schema  `json:"allOf,omitempty"`
	AnyOf                []*schema  `json:"anyOf,omitempty"`
	Default              any        `json:"default,omitempty"`
	// EnumVarNames name the constants that generated clients have for Enum.
	EnumVarNames []string `json:"x-enum-varnames,omitempty"`
	GoType       string   `json:"x-go-type,omitempty"`
}

// properties keep the order of the fields.
type properties []property

type property struct {
	name     string
	schema   *schema
	optional bool // it may be absent
}

// MarshalJSON writes the properties as one object.
func (ps properties) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, p := range ps {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := encode(p.schema)
		if err != nil {
			return nil, err
		}
		b = append(strconv.AppendQuote(b, p.name), ':')
		b = append(b, value...)
	}
	return append(b, '}'), nil
}

// object returns a closed object: no field more, no field less.
func object(ps ...property) *schema {
	s := &schema{Type: "object", Properties: ps, AdditionalProperties: false}
	for _, p := range ps {
		if !p.optional {
			s.Required = append(s.Required, p.name)
		}
	}
	return s
}

// orNull returns the schema with null allowed too. Nothing may stand beside a reference
// in OpenAPI 3.0, and what is referred to does not allow null, so null is another choice;
// clients in Go, whose generator would make a union of it, are given the pointer it is.
func (s *schema) orNull() *schema {
	if s.Ref != "" {
		return &schema{AnyOf: []*schema{s, null}, GoType: "*" + strings.TrimPrefix(s.Ref, schemasPath)}
	}
	s.Nullable = true
	return s
}

// null allows null alone.
var null = &schema{Type: "string", Nullable: true, Enum: []any{nil}}

// described returns the schema with a description.
func (s *schema) described(doc string) *schema {
	if s.Ref != "" && doc != "" {
		s = &schema{AllOf: []*schema{s}}
	}
	s.Description = doc
	return s
}

const schemasPath = "#/components/schemas/"

func ref(component string) *schema { return &schema{Ref: schemasPath + component} }

// components name the structs of other packages whose names in the published interface are others than in the code.
var components = map[reflect.Type]string{
	reflect.TypeFor[present.Homevalue](): "HomevalueResponse",
	reflect.TypeFor[present.Reference](): "ReferenceObjectModel",
}

var (
	succeeded = &enumeration{name: "SuccessStatus", values: []string{statusSuccess}, constants: []string{"StatusSuccess"}}
	failed    = &enumeration{name: "FailureStatus", values: []string{statusFailure}, constants: []string{"StatusFailure"}}
)

// enumerations are those with a name of the published interface.
var enumerations = []*enumeration{HouseTypes, EnergyLabels, succeeded, failed}

// useOf returns the schema where a value of the enumeration stands.
func useOf(e *enumeration) *schema {
	switch {
	case e.name != "":
		return ref(e.name)
	case e.open:
		return &schema{Type: "string"}
	}
	return &schema{Type: "string", Enum: anys(e.values)}
}

func setSchema(e *enumeration) *schema {
	return &schema{Type: "string", Description: e.doc, Enum: anys(e.values), EnumVarNames: e.constants}
}

// schemaOf reads the schema of an answer's type off its fields.
func schemaOf(t reflect.Type) *schema {
	if t.Kind() == reflect.Pointer {
		return schemaOf(t.Elem()).orNull()
	}
	switch t {
	case reflect.TypeFor[gevel.Date]():
		return &schema{Type: "string", Format: "date"}
	case reflect.TypeFor[present.HouseType]():
		return useOf(HouseTypes)
	case reflect.TypeFor[present.EnergyLabel]():
		return useOf(EnergyLabels)
	case reflect.TypeFor[gevel.Month]():
		return &schema{Type: "string", Pattern: `^[0-9]{4}-[0-9]{2}$`}
	case reflect.TypeFor[URL]():
		return &schema{Type: "string", Format: "uri"}
	}
	switch t.Kind() {
	case reflect.Struct:
		return ref(componentName(t))
	case reflect.Interface:
		return &schema{}
	case reflect.Map:
		return &schema{Type: "object", AdditionalProperties: schemaOf(t.Elem())}
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.Array:
		n := t.Len()
		return &schema{Type: "array", Items: schemaOf(t.Elem()), MinItems: &n, MaxItems: &n}
	case reflect.Slice:
		return &schema{Type: "array", Items: schemaOf(t.Elem())}
	default:
		return &schema{Type: "integer"}
	}
}

// structSchema returns the schema of a component.
func structSchema(t reflect.Type) *schema {
	return object(fieldsOf(t)...)
}

// fieldsOf returns the fields of a struct, those of embedded ones among them.
func fieldsOf(t reflect.Type) (ps properties) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous {
			ps = append(ps, fieldsOf(field.Type)...)
			continue
		}
		s := schemaOf(field.Type).described(field.Tag.Get("doc"))
		lowest, highest := tagInt(field.Tag, "min"), tagInt(field.Tag, "max")
		switch {
		case field.Type.Kind() == reflect.Slice:
			s.MinItems, s.MaxItems = lowest, highest
		case s.Type != "array":
			s.Minimum, s.Maximum = lowest, highest
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		ps = append(ps, property{name: name, schema: s, optional: options == "omitempty"})
	}
	return ps
}

// componentName returns the name of the schema that a struct is.
func componentName(t reflect.Type) string {
	if name, ok := components[t]; ok {
		return name
	}
	name := strings.TrimSuffix(t.Name(), "JSON")
	return strings.ToUpper(name[:1]) + name[1:]
}

// componentsOf returns the structs that answers of endpoints are made of, those of failures
// among them.
func componentsOf(endpoints []endpoint) map[reflect.Type]bool {
	all := map[reflect.Type]bool{}
	addComponents(all, reflect.TypeFor[errorObject]())
	addComponents(all, reflect.TypeFor[forbidden]())
	for _, e := range endpoints {
		if e.data != nil {
			addComponents(all, reflect.TypeOf(e.data))
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
