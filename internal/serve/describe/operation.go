package describe

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// What the description says of one endpoint: its parameters, from their table, and its answers by status.

// operationOf describes an endpoint, with the parameters of an example home.
func operationOf(e frame.Endpoint, example *param.ExampleHome) Operation {
	o := Operation{
		OperationID: e.OperationID,
		Summary:     e.Summary,
		Description: e.Doc,
		Tags:        []string{string(e.Measure.Key.Scope())},
		Responses:   responsesOf(e),
	}
	for _, p := range e.Params {
		o.Parameters = append(o.Parameters, Parameter(p, example))
	}
	if e.Ranged {
		o.Parameters = append(o.Parameters, rangeParameter())
	}
	if e.Body != nil {
		o.RequestBody = &BodyObject{Description: e.Body.Doc, Required: true, Content: map[string]MediaTypeObject{
			"application/json": {schemaOf(reflect.TypeOf(e.Body.Type))},
		}}
	}
	return o
}

// rangeParameter describes the header that names a range of bytes.
func rangeParameter() parameterObject {
	return parameterObject{
		Name: frame.RangeReason, In: "header", Required: true, Example: "bytes=0-16383",
		Description: fmt.Sprintf("One range of at most %d bytes.", frame.LongestRange),
		Schema:      &Schema{Type: "string", Pattern: frame.OneRange.String()},
	}
}

// ParamSchema returns the schema of a parameter, in a request and, but for defaults, in the echo of an answer.
func ParamSchema(p param.Param) *Schema {
	if p.Enum != nil {
		return useOf(p.Enum)
	}
	s := &Schema{Type: "string"}
	switch p.Kind {
	case param.Integer:
		s.Type, s.Minimum = "integer", &p.Min
		if p.Max > 0 {
			s.Maximum = &p.Max
		}
	case param.Decimal:
		s.Type = "number"
		if p.Bounded() {
			s.Minimum, s.Maximum = &p.Min, &p.Max
		}
	case param.Boolean:
		s.Type = "boolean"
	case param.Day:
		s.Format = "date"
	case param.IDList:
		id := &Schema{Type: "string", Pattern: p.Pattern.String()}
		s = &Schema{Type: "array", MinItems: &p.Min, MaxItems: &p.Max, Items: id}
	default:
		if p.Pattern != nil {
			s.Pattern = p.Pattern.String()
		}
	}
	return s
}

// Parameter returns the parameter object of the description. Only a required parameter
// has an example: a form that is filled with the examples then asks of the home itself.
func Parameter(p param.Param, example *param.ExampleHome) parameterObject {
	o := parameterObject{
		Name: p.Name, In: "query", Required: p.Required,
		Description: p.Doc, Schema: ParamSchema(p),
	}
	if p.InPath {
		o.In = "path"
	}
	if p.Required && example != nil && p.Example != nil {
		o.Example = p.Example(*example)
	}
	if p.Kind == param.Boolean && p.Fallback != nil {
		o.Schema.Default = false
	}
	if p.Kind == param.IDList {
		o.Style, o.Explode = "form", true
	}
	return o
}

// echoSchema returns the schema of the echo of a table in an answer.
func echoSchema(table []param.Param) *Schema {
	return echo(table, func(p param.Param) bool { return !p.Required && p.Fallback == nil })
}

// UnreadSchema returns the schema of the echo in a failure: any parameter may be
// null, because it was not given or not understood.
func UnreadSchema(table []param.Param) *Schema {
	return echo(table, func(param.Param) bool { return true })
}

func echo(table []param.Param, nullable func(param.Param) bool) *Schema {
	ps := make(Properties, len(table))
	for i, p := range table {
		s := ParamSchema(p)
		if nullable(p) {
			s = s.OrNull()
		}
		ps[i] = Property{Name: p.Name, Schema: s, Optional: p.Fleeting}
	}
	return Object(ps...)
}

// FailureName is the schema of a failure before the parameters are read; behind the name of an input, of one after.
const FailureName = "Failure"

// StringSchema is of any text.
var StringSchema = &Schema{Type: "string"}

// sharedResponses are the failures that every endpoint has alike.
var sharedResponses = map[string]ResponseObject{
	"Unauthorized": Response("No key, or one that is unknown, expired or revoked (unauthorized).", Ref(FailureName)).
		With("WWW-Authenticate", "The scheme to use.", StringSchema),
	"Forbidden": Response("The key's scope does not cover this endpoint, or its monthly quota is used up.",
		schemaOf(reflect.TypeFor[frame.Forbidden]())),
	"MethodNotAllowed": Response("Another method than GET and HEAD (method_not_allowed).", Ref(FailureName)).
		With("Allow", "The methods to use.", StringSchema),
	"RateLimited": Response("More requests per second than the key may make, or another server holds "+
		"the last of its quota for a moment (rate_limited).", Ref(FailureName)).
		With("Retry-After", "Seconds to wait.", &Schema{Type: "integer"}),
}

// Shared refers to one of sharedResponses.
func Shared(name string) ResponseObject { return ResponseObject{Ref: "#/components/responses/" + name} }

// responsesOf returns all answers of an endpoint by status.
func responsesOf(e frame.Endpoint) map[string]ResponseObject {
	read := Ref(e.Input + FailureName)
	// A fault of ours may come before the parameters are read, or after.
	either := &Schema{AnyOf: []*Schema{Ref(FailureName), read}}
	all := map[string]ResponseObject{
		"200": successOf(e),
		"400": Response("A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for "+
			"each, with its name for a reason.", read),
		"401": Shared("Unauthorized"),
		"403": Shared("Forbidden"),
		"404": Response(cmp.Or(e.NotFoundDoc, frame.NotFoundOf(gevel.NotFound)), read),
		"405": Shared("MethodNotAllowed"),
		"429": Shared("RateLimited"),
		"500": Response("Our fault (internal); the id finds it in the log.", either),
		"503": Response("Shedding load, or not ready (unavailable).", either).
			With("Retry-After", "Seconds to wait.", &Schema{Type: "integer"}),
	}
	if e.MayBeEmpty {
		all["204"] = ResponseObject{Description: "There is nothing to answer with.", Headers: requestIDDescribed}
	}
	if e.Body != nil {
		all["405"] = Response("Another method than POST (method_not_allowed).", Ref(FailureName)).With("Allow",
			"The method to use.", StringSchema)
		all["413"] = Response("The body is longer than the service takes (too_large).", Ref(FailureName))
	}
	if e.Ranged {
		describeRanges(e, all)
	}
	if e.Lasting() {
		all["200"] = all["200"].With("ETag", "A weak tag of all of the answer but its id: of edition, program and "+
			"parameters as understood, the valuation date among them.", StringSchema).
			With("Cache-Control", "Always "+frame.UnchangedAfterAsking+".", StringSchema)
		all["304"] = ResponseObject{
			Description: "The answer whose ETag the request has in If-None-Match still holds. It counts as a request.",
			Headers: map[string]headerObject{
				frame.RequestIDHeader: {"The id of the answer.", StringSchema}, "ETag": {"The tag.", StringSchema},
			},
		}
	}
	return all
}

// describeRanges describes the answers of an endpoint that answers ranges of bytes.
func describeRanges(e frame.Endpoint, all map[string]ResponseObject) {
	read := Ref(e.Input + FailureName)
	delete(all, "200")
	all["206"] = successOf(e).
		With("Content-Range", "Which bytes of how many these are.", StringSchema).
		With("ETag", "A strong tag of the file.", StringSchema).
		With("Cache-Control", "Always "+frame.UnchangedAfterAsking+".", StringSchema)
	all["304"] = ResponseObject{
		Description: "The file is the one whose ETag the request has in If-None-Match.",
		Headers:     requestIDDescribed,
	}
	all["412"] = Response("The file is not the one whose ETag the request has in If-Match or If-Range "+
		"(precondition_failed).", read)
	all["416"] = Response("The file has no such range (range_not_satisfiable).", read).
		With("Content-Range", "How many bytes it has.", StringSchema)
}

// successOf describes the answer.
func successOf(e frame.Endpoint) ResponseObject {
	if e.Media == "" {
		return Response("The answer.", SuccessSchema(e))
	}
	r := Response("The answer.", nil)
	body := &Schema{Type: "string", Format: "binary"}
	if strings.HasSuffix(e.Media, "json") {
		body = &Schema{Type: "object"}
	}
	r.Content = map[string]MediaTypeObject{e.Media: {body}}
	return r
}

// SuccessSchema describes the envelope of an answer.
func SuccessSchema(e frame.Endpoint) *Schema {
	none := 0
	return Object(
		Property{Name: "id", Schema: &Schema{Type: "string", Nullable: true, Description: "id of the request"}},
		Property{Name: "params", Schema: Ref(e.Input)},
		Property{Name: "data", Schema: schemaOf(reflect.TypeOf(e.Data))},
		Property{Name: "error", Schema: &Schema{Type: "object", MaxProperties: &none, AdditionalProperties: StringSchema}},
		Property{Name: "meta", Schema: metaSchema(cmp.Or(e.MetaDoc, "Always null."))},
		Property{Name: "status", Schema: useOf(succeeded)},
	)
}

func metaSchema(doc string) *Schema {
	return &Schema{Type: "object", Nullable: true, Description: doc, AdditionalProperties: StringSchema}
}

// FailureSchema describes the envelope of an error.
func FailureSchema(echo *Schema) *Schema {
	return Object(
		Property{Name: "id", Schema: &Schema{Type: "string", Nullable: true, Description: "id of the request"}},
		Property{Name: "params", Schema: echo},
		Property{Name: "error", Schema: schemaOf(reflect.TypeFor[frame.ErrorObject]())},
		Property{Name: "meta", Schema: metaSchema("")},
		Property{Name: "status", Schema: useOf(failed)},
	)
}

var requestIDDescribed = map[string]headerObject{frame.RequestIDHeader: {"The id of the answer.", StringSchema}}

// Response describes an answer with a body.
func Response(doc string, body *Schema) ResponseObject {
	return ResponseObject{
		Description: doc,
		Headers:     maps.Clone(requestIDDescribed),
		Content:     map[string]MediaTypeObject{"application/json": {body}},
	}
}

// With returns the response with one more header.
func (r ResponseObject) With(name, doc string, s *Schema) ResponseObject {
	r.Headers = maps.Clone(r.Headers)
	r.Headers[name] = headerObject{doc, s}
	return r
}
