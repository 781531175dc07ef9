package batch

import (
	"fmt"
	"maps"

	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// The OpenAPI description of batches, which are no part of /v1 and are described apart.

const overview = `
Values many homes in one request. The body is one home a row: an object of JSON a line, or CSV with a header. A row has the
parameters of /v1/homevalue under their names, and may have an id, which comes back with its answer. A home may also be
named by its id in the BAG register, in bagId instead of an address: it is that home, whatever else bears its address. A row is
read as that of a file: 265A-1 in houseNumber, 31-1-2023, ja, 104,0, nan for nothing. Answers come in the order of the rows, while the body is still coming in, so a caller must read while it sends.
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

// Describe returns the description of batches, as JSON. A whole answer of a row is the answer of the endpoint full.
func Describe(table []param.Param, full frame.Endpoint) ([]byte, error) {
	d := describe.New("gevel batches", overview, endpoints.Version)
	d.Servers, d.Paths[Path] = []describe.ServerObject{{URL: "/"}}, describe.PathItem{Post: describePost()}
	d.Paths[PortfolioPath] = describe.PathItem{Post: describePortfolio()}
	d.Components.Schemas = describe.Schemas([]frame.Endpoint{full})
	maps.Copy(d.Components.Schemas, rowSchemas(table, full))
	return d.Text()
}

func describePost() *describe.Operation {
	rows := func(s *describe.Schema) map[string]describe.MediaTypeObject {
		return map[string]describe.MediaTypeObject{ndjsonType: {Schema: s}, csvType: {Schema: describe.StringSchema}}
	}
	answers := &describe.Schema{AnyOf: []*describe.Schema{describe.Ref(answerName), describe.Ref(fullName), describe.Ref(endName)}}
	o := &describe.Operation{
		OperationID: "postBatchValues", Summary: "The values of many homes",
		Description: "Each row is answered as /v1/homevalue would, in the order of the rows.",
		Tags:        []string{"valuation"}, Responses: responses(),
	}
	for _, p := range param.TableOf(requestTable()) {
		o.Parameters = append(o.Parameters, describe.Parameter(p, nil))
	}
	ok := describe.Response("The answers, one a row. The schema is of one line.", answers)
	ok.Content = rows(answers)
	o.Responses["200"] = ok
	o.RequestBody = &describe.BodyObject{
		Description: "One home a row, in lines of at most 64 KB; Content-Encoding gzip is read too. The schema is of one line. " +
			"Columns of CSV bear the names of its fields, or the names in files of gevel value.",
		Required: true, Content: rows(describe.Ref(rowName)),
	}
	return o
}

func describePortfolio() *describe.Operation {
	o := &describe.Operation{
		OperationID: "postPortfolio", Summary: "The totals of homes that secure loans",
		Description: fmt.Sprintf("What gevel portfolio --json writes of a file, in the envelope of /v1: loans to value, the cap of article "+
			"229(1)(e) CRR, and the distribution of the book, whose homes err together. At most %d rows, each a request to the key's quota "+
			"and rate; no value of a home is answered.", mostLoans),
		Tags: []string{"valuation"}, Responses: responses(),
	}
	for _, p := range param.TableOf(termsTable()) {
		o.Parameters = append(o.Parameters, describe.Parameter(p, nil))
	}
	text, totals := describe.StringSchema, &describe.Schema{Type: "object"}
	o.Responses["200"] = describe.Response("The totals.", describe.Object(
		describe.Property{Name: "id", Schema: text},
		describe.Property{Name: "params", Schema: &describe.Schema{Type: "object"}},
		describe.Property{Name: "data", Schema: totals.Described("the totals: homes, exposure, values, now, capped, shock, groups, book, bookShocked and others")},
		describe.Property{Name: "status", Schema: text},
	))
	o.RequestBody = &describe.BodyObject{
		Description: "A row per home and loan, with columns as of gevel portfolio: the home, loan_amount, and optionally origination_date, " +
			"origination_value, last_value and last_date. Content-Encoding gzip is read too.",
		Required: true, Content: map[string]describe.MediaTypeObject{csvType: {Schema: text}},
	}
	return o
}

func responses() map[string]describe.ResponseObject {
	read := describe.Ref(describe.FailureName)
	return map[string]describe.ResponseObject{
		"400": describe.Response("A parameter of the query or a column of the CSV is missing or unknown, or the body is malformed before its first answer.", read),
		"401": describe.Shared("Unauthorized"),
		"403": describe.Shared("Forbidden"),
		"405": describe.Response("Another method than POST (method_not_allowed).", read).With("Allow", "The method to use.", describe.StringSchema),
		"413": describe.Response("The body is longer than the service takes (too_large).", read),
		"415": describe.Response("The body is of another type or encoding (unsupported_media_type).", read),
		"500": describe.Response("Our fault (internal); the id finds it in the log.", read),
		"503": describe.Response("Too many batches are in work, or the service is not ready (unavailable).", read).
			With("Retry-After", "Seconds to wait.", &describe.Schema{Type: "integer"}),
	}
}

// rowSchemas are the schemas of rows and of their answers.
func rowSchemas(table []param.Param, full frame.Endpoint) map[string]*describe.Schema {
	integer := &describe.Schema{Type: "integer"}
	line := describe.Property{Name: "line", Schema: &describe.Schema{Type: "integer", Description: "the row's line in the body"}}
	id := describe.Property{Name: idName, Schema: &describe.Schema{Type: "string", Description: "the caller's, given back as it is"}, Optional: true}
	home := describe.Property{Name: homeName, Schema: (&describe.Schema{Type: "string", Description: "BAG id of the home or of its address, instead of an address"}).OrNull(), Optional: true}
	row, answer := describe.Properties{id, home}, describe.Properties{line, id}
	for _, p := range table {
		row = append(row, describe.Property{Name: p.Name, Schema: describe.ParamSchema(p).OrNull(), Optional: true})
		answer = append(answer, describe.Property{Name: p.Name, Schema: describe.ParamSchema(p), Optional: true})
	}
	for _, f := range valueFields {
		answer = append(answer, describe.Property{Name: f.name, Schema: f.schema, Optional: true})
	}
	reason := describe.Property{Name: "reason", Schema: &describe.Schema{Type: "string", Description: "why there is no value; stable"}}
	message := describe.Property{Name: "message", Schema: &describe.Schema{Type: "string", Description: "for people; may change"}}
	answer = append(answer, optional(reason), optional(message),
		describe.Property{Name: "errors", Schema: &describe.Schema{Type: "array", Items: describe.Ref("ErrorDetail")}, Optional: true})
	whole := func(s *describe.Schema) *describe.Schema {
		return describe.Object(append(describe.Properties{line}, s.Properties...)...)
	}
	return map[string]*describe.Schema{
		rowName:    describe.Object(row...),
		answerName: describe.Object(answer...),
		fullName: {AnyOf: []*describe.Schema{
			whole(describe.SuccessSchema(full)), whole(describe.FailureSchema(describe.UnreadSchema(table))),
		}},
		endName: describe.Object(describe.Property{Name: "rows", Schema: integer.Described("rows that were answered before")}, reason, message),
	}
}

func optional(p describe.Property) describe.Property {
	p.Optional = true
	return p
}
