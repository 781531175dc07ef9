package api

import (
	"bytes"
	"encoding/json"
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
	OneOf                []*schema  `json:"oneOf,omitempty"`
	Default              any        `json:"default,omitempty"`
}

// properties keep the order of the fields.
type properties []property

type property struct {
	name   string
	schema *schema
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

// encode writes JSON as it reads, without escapes for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// object returns a closed object: no field more, no field less.
func object(ps ...property) *schema {
	s := &schema{Type: "object", Properties: ps, AdditionalProperties: false}
	for _, p := range ps {
		s.Required = append(s.Required, p.name)
	}
	return s
}

func ref(component string) *schema { return &schema{Ref: "#/components/schemas/" + component} }

// components name the types that are schemas of their own.
var components = map[reflect.Type]string{
	reflect.TypeFor[present.Homevalue]():  "HomevalueResponse",
	reflect.TypeFor[present.Reference]():  "ReferenceObjectModel",
	reflect.TypeFor[homevalueValue]():     "HomevalueValueResponse",
	reflect.TypeFor[homevalueAvailable](): "HomevalueAvailableResponse",
	reflect.TypeFor[houseImages]():        "HouseImagesData",
	reflect.TypeFor[imagesAddress]():      "HouseImagesAddress",
	reflect.TypeFor[frontView]():          "FrontViewData",
	reflect.TypeFor[frontViewItem]():      "FrontViewItem",
	reflect.TypeFor[errorObject]():        "ErrorObject",
	reflect.TypeFor[errorDetail]():        "ErrorDetail",
	reflect.TypeFor[forbidden]():          "Forbidden",
}

// schemaOf reads the schema of an answer's type off its fields.
func schemaOf(t reflect.Type) *schema {
	if t.Kind() == reflect.Pointer {
		s := schemaOf(t.Elem())
		s.Nullable = true
		if s.Enum != nil {
			s.Enum = append(s.Enum, nil)
		}
		return s
	}
	if name, ok := components[t]; ok {
		return ref(name)
	}
	switch t {
	case reflect.TypeFor[gevel.Date]():
		return &schema{Type: "string", Format: "date"}
	case reflect.TypeFor[present.HouseType]():
		return &schema{Type: "string", Enum: anys(gevel.BuildTypeNames())}
	case reflect.TypeFor[present.EnergyLabel]():
		return &schema{Type: "string", Enum: anys(gevel.EnergyLabelNames())}
	case reflect.TypeFor[imageURL]():
		return &schema{Type: "string", Format: "uri"}
	}
	switch t.Kind() {
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.Slice:
		return &schema{Type: "array", Items: schemaOf(t.Elem())}
	default:
		return &schema{Type: "integer"}
	}
}

// structSchema returns the schema of a component.
func structSchema(t reflect.Type) *schema {
	ps := make(properties, t.NumField())
	for i := range ps {
		field := t.Field(i)
		s := schemaOf(field.Type)
		s.Description = field.Tag.Get("doc")
		lowest, highest := tagInt(field.Tag, "min"), tagInt(field.Tag, "max")
		if s.Type == "array" {
			s.MinItems, s.MaxItems = lowest, highest
		} else {
			s.Minimum, s.Maximum = lowest, highest
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		ps[i] = property{name, s}
	}
	return object(ps...)
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
