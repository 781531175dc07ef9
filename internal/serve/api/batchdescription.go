package api

import "maps"

// The OpenAPI description of batches, which are no part of /v1 and are described apart.

const batchOverview = `
Values many homes in one request. The body is one home a row: an object of JSON a line, or CSV with a header. A row has the
parameters of /v1/homevalue under their names, and may have an id, which comes back with its answer. Answers come in
the order of the rows, while the body is still coming in, so a caller must read while it sends.
Each row counts as a request for the key's quota and rate: it waits for the rate, and a quota that is used up ends the
batch. A batch that ends early has a last row that says why, and after how many rows; all rows are of one edition.
`

// Schemas of a batch.
const (
	batchRowName    = "BatchRow"
	batchAnswerName = "BatchAnswer"
	batchFullName   = "BatchFullAnswer"
	batchEndName    = "BatchEnd"
)

// describeBatch returns the description of batches, as JSON. A whole answer is that of an endpoint, full.
func describeBatch(table []param, full endpoint) ([]byte, error) {
	d := newDescription("gevel batches", batchOverview, Version)
	d.Servers, d.Paths[batchPath] = []serverObject{{URL: "/"}}, pathItem{Post: describeBatchPost()}
	d.Components.Schemas = schemas([]endpoint{full})
	maps.Copy(d.Components.Schemas, batchSchemas(table, full))
	return d.text()
}

func describeBatchPost() *operation {
	rows := func(s *schema) map[string]mediaTypeObject {
		return map[string]mediaTypeObject{ndjsonType: {s}, csvType: {stringSchema}}
	}
	answers := &schema{AnyOf: []*schema{ref(batchAnswerName), ref(batchFullName), ref(batchEndName)}}
	o := &operation{
		OperationID: "postBatchValues", Summary: "The values of many homes",
		Description: "Each row is answered as /v1/homevalue would, in the order of the rows.",
		Tags:        []string{"valuation"}, Responses: batchResponses(),
	}
	for _, p := range paramsOf(batchTable()) {
		o.Parameters = append(o.Parameters, describeParam(p, nil))
	}
	ok := response("The answers, one a row. The schema is of one line.", answers)
	ok.Content = rows(answers)
	o.Responses["200"] = ok
	o.RequestBody = &bodyObject{
		Description: "One home a row, in lines of at most 64 KB; Content-Encoding gzip is read too. The schema is of one line. " +
			"Columns of CSV bear the names of its fields, or those of the files of gevel value.",
		Required: true, Content: rows(ref(batchRowName)),
	}
	return o
}

func batchResponses() map[string]responseObject {
	read := ref(failureName)
	return map[string]responseObject{
		"400": response("A parameter of the query or a column of the CSV is missing or unknown, or the body is malformed before its first answer.", read),
		"401": shared("Unauthorized"),
		"403": shared("Forbidden"),
		"405": response("Another method than POST (method_not_allowed).", read).with("Allow", "The method to use.", stringSchema),
		"413": response("The body is longer than the service takes (too_large).", read),
		"415": response("The body is of another type or encoding (unsupported_media_type).", read),
		"500": response("Our fault (internal); the id finds it in the log.", read),
		"503": response("Too many batches are in work, or the service is not ready (unavailable).", read).
			with("Retry-After", "Seconds to wait.", &schema{Type: "integer"}),
	}
}

// batchSchemas are the schemas of rows and of their answers.
func batchSchemas(table []param, full endpoint) map[string]*schema {
	integer := &schema{Type: "integer"}
	line := property{name: "line", schema: &schema{Type: "integer", Description: "the row's line in the body"}}
	id := property{name: idName, schema: &schema{Type: "string", Description: "the caller's, given back as it is"}, optional: true}
	row, answer := properties{id}, properties{line, id}
	for _, p := range table {
		row = append(row, property{name: p.name, schema: paramSchema(p).orNull(), optional: !p.required})
		answer = append(answer, property{name: p.name, schema: paramSchema(p), optional: true})
	}
	for _, f := range batchFields {
		answer = append(answer, property{name: f.name, schema: f.schema, optional: true})
	}
	reason := property{name: "reason", schema: &schema{Type: "string", Description: "why there is no value; stable"}}
	message := property{name: "message", schema: &schema{Type: "string", Description: "for people; may change"}}
	answer = append(answer, optional(reason), optional(message),
		property{name: "errors", schema: &schema{Type: "array", Items: ref("ErrorDetail")}, optional: true})
	whole := func(s *schema) *schema { return object(append(properties{line}, s.Properties...)...) }
	return map[string]*schema{
		batchRowName:    object(row...),
		batchAnswerName: object(answer...),
		batchFullName: {AnyOf: []*schema{
			whole(successSchema(full)), whole(failureSchema(unreadSchema(table))),
		}},
		batchEndName: object(property{name: "rows", schema: integer.described("rows that were answered before")}, reason, message),
	}
}

func optional(p property) property {
	p.optional = true
	return p
}
