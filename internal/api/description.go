package api

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Version is the version of the interface, of which /v1 is the major part.
const Version = "1.0.0"

// The objects of an OpenAPI 3.0.3 description, as far as this one needs them.
type (
	description struct {
		OpenAPI    string                `json:"openapi"`
		Info       infoObject            `json:"info"`
		Servers    []serverObject        `json:"servers"`
		Security   []map[string][]string `json:"security"`
		Paths      map[string]pathItem   `json:"paths"`
		Components componentsObject      `json:"components"`
	}
	infoObject struct {
		Title       string            `json:"title"`
		Description string            `json:"description"`
		Version     string            `json:"version"`
		License     map[string]string `json:"license"`
	}
	serverObject struct {
		URL string `json:"url"`
	}
	pathItem struct {
		Get operation `json:"get"`
	}
	operation struct {
		OperationID string                    `json:"operationId"`
		Summary     string                    `json:"summary"`
		Description string                    `json:"description"`
		Tags        []string                  `json:"tags"`
		Parameters  []parameterObject         `json:"parameters"`
		Responses   map[string]responseObject `json:"responses"`
	}
	parameterObject struct {
		Name        string  `json:"name"`
		In          string  `json:"in"`
		Required    bool    `json:"required,omitempty"`
		Description string  `json:"description"`
		Style       string  `json:"style,omitempty"`
		Explode     bool    `json:"explode,omitempty"`
		Schema      *schema `json:"schema"`
		Example     any     `json:"example,omitempty"`
	}
	responseObject struct {
		Ref         string                     `json:"$ref,omitempty"`
		Description string                     `json:"description,omitempty"`
		Headers     map[string]headerObject    `json:"headers,omitempty"`
		Content     map[string]mediaTypeObject `json:"content,omitempty"`
	}
	headerObject struct {
		Description string  `json:"description"`
		Schema      *schema `json:"schema"`
	}
	mediaTypeObject struct {
		Schema *schema `json:"schema"`
	}
	componentsObject struct {
		Schemas         map[string]*schema           `json:"schemas"`
		Responses       map[string]responseObject    `json:"responses"`
		SecuritySchemes map[string]map[string]string `json:"securitySchemes"`
	}
)

const bearerScheme = "bearerAuth"

const overview = `
Values homes in the Netherlands and shows them. All answers but those with status 403 are one envelope;
every documented field is always present, and null where it is not known.
HEAD is answered as GET without a body. A request may bear an X-Request-Id of 1 to 128 of A-Z a-z 0-9 . _ -; it is the id of the answer.
`

// describe returns the OpenAPI description of the endpoints, as JSON.
func describe() ([]byte, error) {
	d := description{
		OpenAPI: "3.0.3",
		Info: infoObject{
			Title:       "gevel",
			Description: strings.TrimSpace(overview),
			Version:     Version,
			License:     map[string]string{"name": "Apache-2.0"},
		},
		Servers:  []serverObject{{URL: base}},
		Security: []map[string][]string{{bearerScheme: {}}},
		Paths:    map[string]pathItem{},
		Components: componentsObject{
			Schemas:   schemas(),
			Responses: sharedResponses,
			SecuritySchemes: map[string]map[string]string{bearerScheme: {
				"type": "http", "scheme": "bearer",
				"description": "An API key: gvl_ and 32 characters.",
			}},
		},
	}
	for _, e := range endpoints {
		d.Paths[e.path] = pathItem{Get: e.operation()}
	}
	text, err := encode(d)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, text, "", "  ")
	return b.Bytes(), err
}

// schemas returns the components: the types of answers, and per input its echo,
// its echo in a failure, and the failure.
func schemas() map[string]*schema {
	all := map[string]*schema{failureName: failureSchema(echoSchema(nil))}
	for t, name := range components {
		all[name] = structSchema(t)
	}
	for _, e := range endpoints {
		if all[e.input] != nil {
			continue
		}
		all[e.input] = echoSchema(e.params)
		all[e.input+failureName] = failureSchema(unreadSchema(e.params))
	}
	return all
}

func (e endpoint) operation() operation {
	o := operation{
		OperationID: e.operationID,
		Summary:     e.summary,
		Description: e.doc,
		Tags:        []string{string(e.scope)},
		Responses:   e.responses(),
	}
	for _, p := range e.params {
		o.Parameters = append(o.Parameters, p.described())
	}
	return o
}
