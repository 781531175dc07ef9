package api

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The OpenAPI description as a whole.

// The objects of an OpenAPI 3.0.3 description, as far as this one needs them.
type (
	description struct {
		OpenAPI    string                `json:"openapi"`
		Info       infoObject            `json:"info"`
		Servers    []serverObject        `json:"servers"`
		Tags       []Tag                 `json:"tags,omitempty"`
		Security   []map[string][]string `json:"security"`
		Paths      map[string]pathItem   `json:"paths"`
		Components componentsObject      `json:"components"`
	}
	infoObject struct {
		Title       string            `json:"title"`
		Description string            `json:"description"`
		Version     string            `json:"version"`
		Contact     map[string]string `json:"contact"`
		License     map[string]string `json:"license"`
	}
	serverObject struct {
		URL string `json:"url"`
	}
	pathItem struct {
		Get  *operation `json:"get,omitempty"`
		Post *operation `json:"post,omitempty"`
	}
	operation struct {
		OperationID string                    `json:"operationId"`
		Summary     string                    `json:"summary"`
		Description string                    `json:"description"`
		Tags        []string                  `json:"tags"`
		Parameters  []parameterObject         `json:"parameters"`
		Responses   map[string]responseObject `json:"responses"`
		RequestBody *bodyObject               `json:"requestBody,omitempty"`
	}
	bodyObject struct {
		Description string                     `json:"description"`
		Required    bool                       `json:"required"`
		Content     map[string]mediaTypeObject `json:"content"`
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

// describe returns the OpenAPI description of a surface, as JSON. The example is the
// home whose address stands in it; nil is none.
func describe(of surface, example *exampleHome) ([]byte, error) {
	d := newDescription(of.title, of.overview, of.version)
	d.Servers, d.Tags, d.Components.Schemas = []serverObject{{URL: of.base}}, of.tags, schemas(of.endpoints)
	for _, e := range of.endpoints {
		o := operationOf(e, example)
		d.Paths[e.path] = pathItem{Get: &o}
	}
	return d.text()
}

// newDescription returns a description without paths.
func newDescription(title, overview, version string) *description {
	return &description{
		OpenAPI: "3.0.3",
		Info: infoObject{
			Title:       title,
			Description: strings.TrimSpace(overview),
			Version:     version,
			Contact:     map[string]string{"name": "gevel", "url": "https://github.com/gevel/gevel"},
			License:     map[string]string{"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
		},
		Security: []map[string][]string{{bearerScheme: {}}},
		Paths:    map[string]pathItem{},
		Components: componentsObject{
			Responses: sharedResponses,
			SecuritySchemes: map[string]map[string]string{bearerScheme: {
				"type": "http", "scheme": "bearer",
				"description": "An API key: gvl_ and 32 characters.",
			}},
		},
	}
}

// text returns the description as JSON.
func (d *description) text() ([]byte, error) {
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
func schemas(endpoints []endpoint) map[string]*schema {
	all := map[string]*schema{failureName: failureSchema(echoSchema(nil))}
	for _, e := range enumerations {
		all[e.name] = setSchema(e)
	}
	for t := range componentsOf(endpoints) {
		all[componentName(t)] = structSchema(t)
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
