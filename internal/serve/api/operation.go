package api

import (
	"fmt"
	"maps"
	"reflect"
)

// What the description says of one endpoint: its parameters, from their table, and its
// answers by status.

// operationOf describes an endpoint, with the parameters of an example home.
func operationOf(e endpoint, example *exampleHome) operation {
	o := operation{
		OperationID: e.operationID,
		Summary:     e.summary,
		Description: e.doc,
		Tags:        []string{string(e.scope)},
		Responses:   responsesOf(e),
	}
	for _, p := range e.params {
		o.Parameters = append(o.Parameters, describeParam(p, example))
	}
	if e.ranged {
		o.Parameters = append(o.Parameters, rangeParameter())
	}
	return o
}

// rangeParameter describes the header that names a range of bytes.
func rangeParameter() parameterObject {
	return parameterObject{
		Name: rangeReason, In: "header", Required: true, Example: "bytes=0-16383",
		Description: fmt.Sprintf("One range of at most %d bytes.", longestRange),
		Schema:      &schema{Type: "string", Pattern: oneRange.String()},
	}
}

// paramSchema returns the schema of a parameter, in a request and, but for defaults,
// in the echo of an answer.
func paramSchema(p param) *schema {
	if p.enum != nil {
		return useOf(p.enum)
	}
	s := &schema{Type: "string"}
	switch p.kind {
	case integer:
		s.Type, s.Minimum = "integer", &p.min
		if p.max > 0 {
			s.Maximum = &p.max
		}
	case decimal:
		s.Type = "number"
		if p.bounded() {
			s.Minimum, s.Maximum = &p.min, &p.max
		}
	case boolean:
		s.Type = "boolean"
	case day:
		s.Format = "date"
	case idList:
		id := &schema{Type: "string", Pattern: p.pattern.String()}
		s = &schema{Type: "array", MinItems: &p.min, MaxItems: &p.max, Items: id}
	default:
		if p.pattern != nil {
			s.Pattern = p.pattern.String()
		}
	}
	return s
}

// describeParam returns the parameter object of the description. Only a required parameter
// has an example: a form that is filled with the examples then asks of the home itself.
func describeParam(p param, example *exampleHome) parameterObject {
	o := parameterObject{
		Name: p.name, In: "query", Required: p.required,
		Description: p.doc, Schema: paramSchema(p),
	}
	if p.inPath {
		o.In = "path"
	}
	if p.required && example != nil && p.example != nil {
		o.Example = p.example(*example)
	}
	if p.kind == boolean && p.fallback != nil {
		o.Schema.Default = false
	}
	if p.kind == idList {
		o.Style, o.Explode = "form", true
	}
	return o
}

// echoSchema returns the schema of the echo of a table in an answer.
func echoSchema(table []param) *schema {
	return echo(table, func(p param) bool { return !p.required && p.fallback == nil })
}

// unreadSchema returns the schema of the echo in a failure: any parameter may be
// null, because it was not given or not understood.
func unreadSchema(table []param) *schema {
	return echo(table, func(param) bool { return true })
}

func echo(table []param, nullable func(param) bool) *schema {
	ps := make(properties, len(table))
	for i, p := range table {
		s := paramSchema(p)
		if nullable(p) {
			s = s.orNull()
		}
		ps[i] = property{name: p.name, schema: s, optional: p.fleeting}
	}
	return object(ps...)
}

// failureName is the schema of a failure before the parameters are read; behind
// the name of an input, of one after.
const failureName = "Failure"

var stringSchema = &schema{Type: "string"}

// sharedResponses are the failures that every endpoint has alike.
var sharedResponses = map[string]responseObject{
	"Unauthorized": response("No key, or one that is unknown, expired or revoked (unauthorized).", ref(failureName)).
		with("WWW-Authenticate", "The scheme to use.", stringSchema),
	"Forbidden": response("The key's scope does not cover this endpoint, or its monthly quota is used up.",
		schemaOf(reflect.TypeFor[forbidden]())),
	"MethodNotAllowed": response("Another method than GET and HEAD (method_not_allowed).", ref(failureName)).
		with("Allow", "The methods to use.", stringSchema),
	"RateLimited": response("More requests per second than the key may make, or another server holds "+
		"the last of its quota for a moment (rate_limited).", ref(failureName)).
		with("Retry-After", "Seconds to wait.", &schema{Type: "integer"}),
}

func shared(name string) responseObject {
	return responseObject{Ref: "#/components/responses/" + name}
}

// responsesOf returns all answers of an endpoint by status.
func responsesOf(e endpoint) map[string]responseObject {
	read := ref(e.input + failureName)
	// A fault of ours may come before the parameters are read, or after.
	either := &schema{AnyOf: []*schema{ref(failureName), read}}
	all := map[string]responseObject{
		"200": successOf(e),
		"400": response("A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for "+
			"each, with its name for a reason.", read),
		"401": shared("Unauthorized"),
		"403": shared("Forbidden"),
		"404": response(e.notFoundDoc, read),
		"405": shared("MethodNotAllowed"),
		"429": shared("RateLimited"),
		"500": response("Our fault (internal); the id finds it in the log.", either),
		"503": response("Shedding load, or not ready (unavailable).", either).
			with("Retry-After", "Seconds to wait.", &schema{Type: "integer"}),
	}
	if e.mayBeEmpty {
		all["204"] = responseObject{Description: "There is nothing to answer with.", Headers: requestIDDescribed}
	}
	if e.ranged {
		describeRanges(e, all)
	}
	if e.lasting {
		all["200"] = all["200"].with("ETag", "A weak tag of all of the answer but its id: of edition, program and "+
			"parameters as understood, the valuation date among them.", stringSchema).
			with("Cache-Control", "Always "+unchangedAfterAsking+".", stringSchema)
		all["304"] = responseObject{
			Description: "The answer whose ETag the request has in If-None-Match still holds. It counts as a request.",
			Headers: map[string]headerObject{
				requestIDHeader: {"The id of the answer.", stringSchema}, "ETag": {"The tag.", stringSchema},
			},
		}
	}
	return all
}

// describeRanges describes the answers of an endpoint that answers ranges of bytes.
func describeRanges(e endpoint, all map[string]responseObject) {
	read := ref(e.input + failureName)
	delete(all, "200")
	all["206"] = successOf(e).
		with("Content-Range", "Which bytes of how many these are.", stringSchema).
		with("ETag", "A strong tag of the file.", stringSchema).
		with("Cache-Control", "Always "+unchangedAfterAsking+".", stringSchema)
	all["304"] = responseObject{Description: "The file is the one whose ETag the request has in If-None-Match.", Headers: requestIDDescribed}
	all["412"] = response("The file is not the one whose ETag the request has in If-Match or If-Range (precondition_failed).", read)
	all["416"] = response("The file has no such range (range_not_satisfiable).", read).
		with("Content-Range", "How many bytes it has.", stringSchema)
}

// successOf describes the answer.
func successOf(e endpoint) responseObject {
	if e.media == "" {
		return response("The answer.", successSchema(e))
	}
	r := response("The answer.", nil)
	r.Content = map[string]mediaTypeObject{e.media: {&schema{Type: "string", Format: "binary"}}}
	return r
}

func successSchema(e endpoint) *schema {
	none := 0
	return object(
		property{name: "id", schema: &schema{Type: "string", Nullable: true, Description: "id of the request"}},
		property{name: "params", schema: ref(e.input)},
		property{name: "data", schema: schemaOf(reflect.TypeOf(e.data))},
		property{name: "error", schema: &schema{Type: "object", MaxProperties: &none, AdditionalProperties: stringSchema}},
		property{name: "meta", schema: metaSchema(e.metaDoc)},
		property{name: "status", schema: useOf(succeeded)},
	)
}

func metaSchema(doc string) *schema {
	return &schema{Type: "object", Nullable: true, Description: doc, AdditionalProperties: stringSchema}
}

func failureSchema(echo *schema) *schema {
	return object(
		property{name: "id", schema: &schema{Type: "string", Nullable: true, Description: "id of the request"}},
		property{name: "params", schema: echo},
		property{name: "error", schema: schemaOf(reflect.TypeFor[errorObject]())},
		property{name: "meta", schema: metaSchema("")},
		property{name: "status", schema: useOf(failed)},
	)
}

var requestIDDescribed = map[string]headerObject{requestIDHeader: {"The id of the answer.", stringSchema}}

func response(doc string, body *schema) responseObject {
	return responseObject{
		Description: doc,
		Headers:     maps.Clone(requestIDDescribed),
		Content:     map[string]mediaTypeObject{"application/json": {body}},
	}
}

// with adds a header to a response under construction.
func (r responseObject) with(name, doc string, s *schema) responseObject {
	r.Headers[name] = headerObject{doc, s}
	return r
}
