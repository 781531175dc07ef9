package batch

import (
	"maps"

	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// The OpenAPI description of batches, which are no part of /v1 and are described apart.

const overview = `
Values many homes in one request. The body is one home a row: an object of JSON a line, an array of objects, or CSV with
a header. A row has the parameters of /v1/homevalue under their names, and may have an id, which comes back with its
answer. A home may also be named by its id in the BAG register, in bagId instead of an address: it is that home,
whatever else bears its address. A row is read as in a file: 265A-1 in houseNumber, 31-1-2023, ja, 104,0, nan for nothing. Answers come in the
order of the rows, while the body is still coming in, so a caller must read while it sends.
Each row counts as a request for the key's quota and rate: it waits for the rate, and a quota that is used up ends the
batch. A batch that ends early has a last row that says why, and after how many rows; all rows are of one edition.
`

// Schemas of a batch.
const (
	rowName    = "BatchRow"
	answerName = "BatchAnswer"
	fullName   = "BatchFullAnswer"
	endName    = "BatchEnd"
)

// Describe returns the description of batches, as JSON, and of other uploads by path. A whole answer of a row is the
// answer of the endpoint full.
func Describe(table []param.Param, full frame.Endpoint, others map[string]describe.PathItem) ([]byte, error) {
	d := describe.New("gevel batches", overview, endpoints.Version)
	d.Servers, d.Paths[Path] = []describe.ServerObject{{URL: "/"}}, describe.PathItem{Post: describePost()}
	maps.Copy(d.Paths, others)
	d.Components.Schemas = describe.Schemas([]frame.Endpoint{full})
	maps.Copy(d.Components.Schemas, rowSchemas(table, full))
	return d.Text()
}

func describePost() *describe.Operation {
	rows := func(s *describe.Schema) map[string]describe.MediaTypeObject {
		return map[string]describe.MediaTypeObject{ndjsonType: {Schema: s}, upload.CSVType: {Schema: describe.StringSchema}}
	}
	answers := &describe.Schema{AnyOf: []*describe.Schema{
		describe.Ref(answerName), describe.Ref(fullName),
		describe.Ref(endName),
	}}
	o := &describe.Operation{
		OperationID: "postBatchValues", Summary: "The values of many homes",
		Description: "Each row is answered as /v1/homevalue would, in the order of the rows.",
		Tags:        []string{"valuation"}, Responses: upload.Responses(),
	}
	for _, p := range param.TableOf(requestTable()) {
		o.Parameters = append(o.Parameters, describe.Parameter(p, nil))
	}
	ok := describe.Response("The answers, one a row. The schema is of one line.", answers)
	ok.Content = rows(answers)
	o.Responses["200"] = ok
	bodies := rows(describe.Ref(rowName))
	bodies[upload.JSONType] = describe.MediaTypeObject{Schema: &describe.Schema{Type: "array", Items: describe.Ref(rowName)}}
	o.RequestBody = &describe.BodyObject{
		Description: "One home a row of at most 64 KB: a line, or an element of an array. Content-Encoding gzip is read too. " +
			"The schema of lines is of one. Fields and columns bear these names, or those in files of gevel value: postcode, use_surface.",
		Required: true, Content: bodies,
	}
	return o
}

// rowSchemas are the schemas of rows and of their answers.
func rowSchemas(table []param.Param, full frame.Endpoint) map[string]*describe.Schema {
	field := func(name, kind, doc string) describe.Property {
		return describe.Property{Name: name, Schema: &describe.Schema{Type: kind, Description: doc}}
	}
	line := field("line", "integer", "the row's line in the body; in an array, its place")
	id := field(idName, "string", "the caller's, given back as it is")
	home := field(homeName, "string", "BAG id of the home or of its address, instead of an address")
	reason := field("reason", "string", "why there is no value; stable")
	message := field("message", "string", "for people, and may change: also of a text in place of a number, without which the row is valued")
	home.Schema = home.Schema.OrNull()
	row, answer := describe.Properties{optional(id), optional(home)}, describe.Properties{line, optional(id)}
	for _, p := range table {
		row = append(row, describe.Property{Name: p.Name, Schema: describe.ParamSchema(p).OrNull(), Optional: true})
		answer = append(answer, describe.Property{Name: p.Name, Schema: describe.ParamSchema(p), Optional: true})
	}
	for _, f := range valueFields {
		answer = append(answer, describe.Property{Name: f.name, Schema: f.schema, Optional: true})
	}
	faults := &describe.Schema{Type: "array", Items: describe.Ref("ErrorDetail")}
	answer = append(answer, optional(reason), optional(message), describe.Property{Name: "errors", Schema: faults, Optional: true})
	whole := func(s *describe.Schema) *describe.Schema {
		return describe.Object(append(describe.Properties{line}, s.Properties...)...)
	}
	return map[string]*describe.Schema{
		rowName:    describe.Object(row...),
		answerName: describe.Object(answer...),
		fullName: {AnyOf: []*describe.Schema{
			whole(describe.SuccessSchema(full)), whole(describe.FailureSchema(describe.UnreadSchema(table))),
		}},
		endName: describe.Object(field("rows", "integer", "rows that were answered before"), reason, message),
	}
}

func optional(p describe.Property) describe.Property {
	p.Optional = true
	return p
}
