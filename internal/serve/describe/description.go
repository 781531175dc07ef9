// Package describe writes OpenAPI descriptions off the tables of endpoints and the types of their answers, and serves
// the page that shows them.
package describe

// The objects of an OpenAPI 3.0.3 description, as far as this one needs them.

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html"
	"net/http"
	"strings"

	"github.com/swaggest/swgui/v5/static"
	"github.com/vearutop/statigz"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

type (
	description struct {
		OpenAPI    string                `json:"openapi"`
		Info       infoObject            `json:"info"`
		Servers    []ServerObject        `json:"servers"`
		Tags       []frame.Tag           `json:"tags,omitempty"`
		Security   []map[string][]string `json:"security"`
		Paths      map[string]PathItem   `json:"paths"`
		Components componentsObject      `json:"components"`
	}
	infoObject struct {
		Title       string            `json:"title"`
		Description string            `json:"description"`
		Version     string            `json:"version"`
		Contact     map[string]string `json:"contact"`
		License     map[string]string `json:"license"`
	}
	// ServerObject is where the paths of a description lie.
	ServerObject struct {
		URL string `json:"url"`
	}
	// PathItem is what a path answers, by method.
	PathItem struct {
		Get  *Operation `json:"get,omitempty"`
		Post *Operation `json:"post,omitempty"`
	}
	// Operation is one endpoint.
	Operation struct {
		OperationID string                    `json:"operationId"`
		Summary     string                    `json:"summary"`
		Description string                    `json:"description"`
		Tags        []string                  `json:"tags"`
		Parameters  []parameterObject         `json:"parameters"`
		Responses   map[string]ResponseObject `json:"responses"`
		RequestBody *BodyObject               `json:"requestBody,omitempty"`
	}
	// BodyObject is the body of a request.
	BodyObject struct {
		Description string                     `json:"description"`
		Required    bool                       `json:"required"`
		Content     map[string]MediaTypeObject `json:"content"`
	}
	parameterObject struct {
		Name        string  `json:"name"`
		In          string  `json:"in"`
		Required    bool    `json:"required,omitempty"`
		Description string  `json:"description"`
		Style       string  `json:"style,omitempty"`
		Explode     bool    `json:"explode,omitempty"`
		Schema      *Schema `json:"schema"`
		Example     any     `json:"example,omitempty"`
	}
	// ResponseObject is an answer of one status.
	ResponseObject struct {
		Ref         string                     `json:"$ref,omitempty"`
		Description string                     `json:"description,omitempty"`
		Headers     map[string]headerObject    `json:"headers,omitempty"`
		Content     map[string]MediaTypeObject `json:"content,omitempty"`
	}
	headerObject struct {
		Description string  `json:"description"`
		Schema      *Schema `json:"schema"`
	}
	// MediaTypeObject is a body of one media type.
	MediaTypeObject struct {
		Schema *Schema `json:"schema"`
	}
	componentsObject struct {
		Parameters      map[string]parameterObject   `json:"parameters,omitempty"`
		Schemas         map[string]*Schema           `json:"schemas"`
		Responses       map[string]ResponseObject    `json:"responses"`
		SecuritySchemes map[string]map[string]string `json:"securitySchemes"`
	}
)

const bearerScheme = "bearerAuth"

// Surface returns the OpenAPI description of a surface, as JSON. The example is the
// home whose address stands in it; nil is none.
func Surface(of frame.Surface, example *param.ExampleHome) ([]byte, error) {
	d := New(of.Title, of.Overview, of.Version)
	d.Servers, d.Tags, d.Components.Schemas = []ServerObject{{URL: of.Base}}, of.Tags, Schemas(of.Endpoints)
	d.Components.Parameters = map[string]parameterObject{}
	for _, p := range of.Shared {
		shared := Parameter(p, nil)
		shared.Schema.Default = p.Fallback(param.Limits{}).Number
		d.Components.Parameters[p.Name] = shared
	}
	for _, e := range of.Endpoints {
		if e.Path == "" { // no path of OpenAPI; it is at "/" too
			continue
		}
		o := operationOf(e, example)
		for status, r := range o.Responses {
			if of.Versioned && r.Ref == "" {
				o.Responses[status] = r.With(frame.VersionHeader, "The version of the interface.", StringSchema)
			}
		}
		if e.Body == nil {
			d.Paths[e.Path] = PathItem{Get: &o}
		} else {
			d.Paths[e.Path] = PathItem{Post: &o}
		}
	}
	return d.Text()
}

// New returns a description without paths.
func New(title, overview, version string) *description {
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
		Paths:    map[string]PathItem{},
		Components: componentsObject{
			Responses: sharedResponses,
			SecuritySchemes: map[string]map[string]string{bearerScheme: {
				"type": "http", "scheme": "bearer",
				"description": "An API key: gvl_ and 32 characters.",
			}},
		},
	}
}

// Text returns the description as JSON.
func (d *description) Text() ([]byte, error) {
	text, err := param.EncodeJSON(d)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, text, "", "  ")
	return b.Bytes(), err
}

// Schemas returns the components: the types of answers, and per input its echo, its echo in a failure, and the failure.
func Schemas(endpoints []frame.Endpoint) map[string]*Schema {
	all := map[string]*Schema{FailureName: FailureSchema(echoSchema(nil))}
	for _, e := range enumerations {
		all[e.Name] = &Schema{Type: "string", Description: e.Doc, Enum: anys(e.Values), EnumVarNames: e.Constants}
	}
	for t := range ComponentsOf(endpoints) {
		all[ComponentName(t)] = Object(fieldsOf(t)...)
	}
	for _, e := range endpoints {
		if all[e.Input] != nil {
			continue
		}
		all[e.Input] = echoSchema(e.Params)
		all[e.Input+FailureName] = FailureSchema(UnreadSchema(e.Params))
	}
	return all
}

// The home that a description asks about.

// exampleTries bounds how many dwellings are looked at for an example: in a register that
// has sales at all, one home in a few can be valued.
const exampleTries = 10_000

// ExampleOf returns the first dwelling of the edition that postal code and house number alone
// name and that can be valued as it is, nil when there is none among the first.
func ExampleOf(l *live.Live) *param.ExampleHome {
	tries := 0
	for dwelling := range l.Edition.Dwellings {
		if tries++; tries > exampleTries {
			break
		}
		address, ok := l.Edition.MainAddress(dwelling.ID)
		if ok && address.Extension() == "" && valuesByNumber(l, address) {
			return &param.ExampleHome{Address: address, Dwelling: dwelling}
		}
	}
	return nil
}

// valuesByNumber reports whether a home can be valued that is asked for by postal code and
// house number, on the first day that knows all sales: on later days it can be as well.
func valuesByNumber(l *live.Live, a gevel.Address) bool {
	q := gevel.AddressQuery{PostalCode: a.PostalCode, HouseNumber: a.HouseNumber}
	found, err := l.Edition.Find(q)
	if err != nil || found.ObjectID != a.ObjectID {
		return false
	}
	return l.Valuer.Available(gevel.Inquiry{AddressQuery: q, Date: l.NewestSale() + 1}) == nil
}

// The page at /docs is Swagger UI from the binary. It is a page of our own around the two embedded files, because
// that needs no inline script, which the content policy forbids, and asks nothing of any other host.

// Path is the path of the page.
const Path = "/docs"

//go:embed docs.html
var docsHTML string

//go:embed docs.js
var docsJS []byte

// docsPolicy lets the page load its own files and ask its own host. Swagger UI
// sets inline styles and draws with data URLs.
const docsPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Pages returns the page and its files by path. The page fills in the key, if one is given.
func Pages(key string) map[string]http.Handler {
	filledIn := strings.ReplaceAll(docsHTML, "{{key}}", html.EscapeString(key))
	page := withPolicy(frame.Fixed("text/html; charset=utf-8", []byte(filledIn)))
	files := http.StripPrefix(Path, statigz.FileServer(static.FS))
	return map[string]http.Handler{
		Path:                           page,
		Path + "/":                     page,
		Path + "/docs.js":              frame.Fixed("text/javascript; charset=utf-8", docsJS),
		Path + "/swagger-ui.css":       files,
		Path + "/swagger-ui-bundle.js": files,
		Path + "/favicon-32x32.png":    files,
	}
}

func withPolicy(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", docsPolicy)
		w.Header().Set("Referrer-Policy", "no-referrer")
		page.ServeHTTP(w, r)
	})
}
