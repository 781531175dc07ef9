package api

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"strings"

	"github.com/gevel/gevel"
)

// The OpenAPI description as a whole.

// Version is the version of the interface, of which /v1 is the major part.
const Version = "1.0.0"

const title = "gevel"

// The objects of an OpenAPI 3.0.3 description, as far as this one needs them.
type (
	description struct {
		OpenAPI    string                `json:"openapi"`
		Info       infoObject            `json:"info"`
		Servers    []serverObject        `json:"servers"`
		Tags       []tagObject           `json:"tags"`
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
	tagObject struct {
		Name        string `json:"name"`
		Description string `json:"description"`
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
HEAD is answered as GET without a body. A request may bear an X-Request-Id of 1 to 128 of A-Z a-z 0-9 . _ -;
it is the id of the answer.
`

// tags are the scopes of keys, by which the endpoints are grouped.
var tags = []tagObject{
	{string(gevel.ScopeValuation), "What a home is worth; for keys with the scope valuation."},
	{string(gevel.ScopeImages), "Pictures of a home; for keys with the scope images."},
}

// describe returns the OpenAPI description of a surface, as JSON. The example is the
// home whose address stands in it; nil is none.
func describe(of surface, example *exampleHome) ([]byte, error) {
	d := description{
		OpenAPI: "3.0.3",
		Info: infoObject{
			Title:       of.title,
			Description: strings.TrimSpace(of.overview),
			Version:     of.version,
			Contact:     map[string]string{"name": "gevel", "url": "https://github.com/gevel/gevel"},
			License:     map[string]string{"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
		},
		Servers:  []serverObject{{URL: of.base}},
		Tags:     of.tags,
		Security: []map[string][]string{{bearerScheme: {}}},
		Paths:    map[string]pathItem{},
		Components: componentsObject{
			Schemas:   schemas(of.endpoints),
			Responses: sharedResponses,
			SecuritySchemes: map[string]map[string]string{bearerScheme: {
				"type": "http", "scheme": "bearer",
				"description": "An API key: gvl_ and 32 characters.",
			}},
		},
	}
	for _, e := range of.endpoints {
		d.Paths[e.path] = pathItem{Get: e.operation(example)}
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
func schemas(endpoints []endpoint) map[string]*schema {
	all := map[string]*schema{failureName: failureSchema(echoSchema(nil))}
	for _, e := range enumerations {
		all[e.name] = e.schema()
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

// openAPI answers with one of the descriptions of the edition in use.
func (s *Service) openAPI(description func(*Live) (packed, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := description(s.current.Get())
		if err != nil {
			s.fail(w.(*exchange), err)
			return
		}
		text.serve(w, r, "application/json")
	})
}

// exampleHome is the home that the description asks about.
type exampleHome struct {
	address  gevel.Address
	dwelling gevel.Dwelling
}

// exampleTries bounds how many dwellings are looked at for an example: in a register that
// has sales at all, one home in a few can be valued.
const exampleTries = 10_000

// example returns the first dwelling of the edition that postal code and house number alone
// name and that can be valued as it is, nil when there is none among the first.
func (l *Live) example() *exampleHome {
	tries := 0
	for dwelling := range l.Edition.Dwellings {
		if tries++; tries > exampleTries {
			break
		}
		address, ok := l.Edition.MainAddress(dwelling.ID)
		if ok && address.Extension() == "" && l.valuesByNumber(address) {
			return &exampleHome{address, dwelling}
		}
	}
	return nil
}

// valuesByNumber reports whether a home can be valued that is asked for by postal code and
// house number, on the first day that knows all sales: on later days it can be as well.
func (l *Live) valuesByNumber(a gevel.Address) bool {
	q := gevel.AddressQuery{PostalCode: a.PostalCode, HouseNumber: a.HouseNumber}
	found, err := l.Edition.Find(q)
	if err != nil || found.ObjectID != a.ObjectID {
		return false
	}
	return l.Valuer.Available(gevel.Inquiry{AddressQuery: q, Date: l.newestSale() + 1}) == nil
}

// endOfTime lies after every day on which a sale is known.
const endOfTime = gevel.Date(math.MaxInt32)
