package batch

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// The answers of a batch as text: lines of JSON, short or whole, and CSV.

// answeredRow is a row and its answer.
type answeredRow struct {
	bodyRow
	id        string // the caller's, "" is none
	request   string // the id of the row as a request of its own
	bound     param.Bound
	asked     endpoints.HomeInput
	valuation gevel.Valuation // its value alone, unless the whole is asked
	madeBy    string          // the program
	fault     *gevel.Error    // why there is no valuation, nil when there is
}

// unread says what the row was valued without, though it has something there.
func (a *answeredRow) unread() string { return joined(a.bound.Unread) }

// encoder writes answers.
type encoder interface {
	contentType() string
	head() []byte
	// row appends the answer of a row.
	row(b []byte, a *answeredRow) []byte
	// end returns the last row of a batch that ended early, after some rows.
	end(rows int, e *gevel.Error) []byte
}

// A field is a field of a short answer that a row with a value has.
type field struct {
	name   string
	schema *describe.Schema
	text   func(*answeredRow) string // as a cell holds it
}

// valueFields are the fields of a row with a value in a short answer, in order.
var valueFields = []field{
	{"weightedValue", wholeEuros, func(a *answeredRow) string { return euros(a.valuation.Weighted) }},
	{"valueLow", wholeEuros, func(a *answeredRow) string { return euros(a.valuation.Interval.Low) }},
	{"valueHigh", wholeEuros, func(a *answeredRow) string { return euros(a.valuation.Interval.High) }},
	{"confidenceClass", &describe.Schema{Type: "integer"}, func(a *answeredRow) string { return strconv.Itoa(int(a.valuation.Class)) }},
	{"accuracy", &describe.Schema{Type: "number"}, func(a *answeredRow) string { return decimal(a.valuation.Accuracy, 10) }},
	{"forecastStandardDeviation", &describe.Schema{Type: "number"}, func(a *answeredRow) string { return decimal(a.valuation.FSD, 1e4) }},
	{"status", statusSchema, func(a *answeredRow) string { return a.valuation.Status.String() }},
	{"predictedValue", wholeEuros, func(a *answeredRow) string { return euros(a.valuation.Predicted) }},
	{"valueDate", &describe.Schema{Type: "string", Format: "date"}, func(a *answeredRow) string { return a.valuation.Date.String() }},
	{"bagId", describe.StringSchema, func(a *answeredRow) string { return string(a.valuation.Dwelling.ID) }},
	{"edition", describe.StringSchema, func(a *answeredRow) string { return a.valuation.Edition }},
	{"modelVersion", describe.StringSchema, func(a *answeredRow) string { return a.valuation.Model }},
	{"madeBy", describe.StringSchema, func(a *answeredRow) string { return a.madeBy }},
}

// statusSchema is of a field that JSON leaves out for a home in use.
var statusSchema = &describe.Schema{
	Type:        "string",
	Description: "formed, out_of_use or rebuilding, only of a home that is not in use",
}

var wholeEuros = &describe.Schema{Type: "integer", Description: "whole euros"}

func euros(v gevel.Euro) string { return strconv.FormatInt(int64(v), 10) }

// decimal returns a number in so many parts of one.
func decimal(v, parts float64) string {
	return strconv.FormatFloat(math.Round(v*parts)/parts, 'f', -1, 64)
}

// appendJSON appends the field of a valued row as JSON.
func (f *field) appendJSON(b []byte, a *answeredRow) []byte {
	b = appendName(b, f.name)
	if f.schema.Type == "string" {
		return param.AppendText(b, f.text(a))
	}
	return append(b, f.text(a)...)
}

// valueEncoder is a short answer as a line of JSON.
type valueEncoder struct{}

func (valueEncoder) contentType() string { return ndjsonType }
func (valueEncoder) head() []byte        { return nil }

func (valueEncoder) row(b []byte, a *answeredRow) []byte {
	b = strconv.AppendInt(append(b, `{"line":`...), int64(a.line), 10)
	if a.id != "" {
		b = param.AppendText(append(b, `,"id":`...), a.id)
	}
	for i, p := range a.bound.Table {
		if v := a.bound.Values[i]; v.Given {
			b = p.AppendJSON(appendName(b, p.Name), v)
		}
	}
	if a.fault != nil {
		return append(appendFault(b, a.fault), "}\n"...)
	}
	for i := range valueFields {
		if valueFields[i].schema == statusSchema && a.valuation.Status == gevel.InUse {
			continue
		}
		b = valueFields[i].appendJSON(b, a)
	}
	if unread := a.unread(); unread != "" {
		b = param.AppendText(appendName(b, "message"), unread)
	}
	return append(b, "}\n"...)
}

func appendName(b []byte, name string) []byte {
	return append(strconv.AppendQuote(append(b, ','), name), ':')
}

func appendFault(b []byte, e *gevel.Error) []byte {
	b = param.AppendText(appendName(b, "reason"), string(e.Code))
	b = param.AppendText(appendName(b, "message"), frame.PublicMessage(e))
	if len(e.Details) > 0 {
		if list, err := param.EncodeJSON(frame.ErrorDetails(e)); err == nil { // of texts there is none
			b = append(appendName(b, "errors"), bytes.TrimSpace(list)...)
		}
	}
	return b
}

func (valueEncoder) end(rows int, e *gevel.Error) []byte {
	b := strconv.AppendInt([]byte(`{"rows":`), int64(rows), 10)
	b = param.AppendText(appendName(b, "reason"), string(e.Code))
	b = param.AppendText(appendName(b, "message"), endMessage(rows, e))
	return append(b, "}\n"...)
}

func endMessage(rows int, e *gevel.Error) string {
	return fmt.Sprintf("the batch ends here, with %d of its rows answered: %s", rows, frame.PublicMessage(e))
}

// fullEncoder is the whole answer of /v1/homevalue as a line of JSON, with the line of the row.
type fullEncoder struct{ valueEncoder }

// fullSuccess and fullFailure are envelopes with the line of their row.
type (
	fullSuccess struct {
		Line int `json:"line"`
		frame.Success
	}
	fullFailure struct {
		Line int `json:"line"`
		frame.Failure
	}
)

func (fullEncoder) row(b []byte, a *answeredRow) []byte {
	id := a.id
	if id == "" {
		id = a.request
	}
	var whole any
	if a.fault == nil {
		whole = fullSuccess{a.line, frame.Success{
			ID: id, Params: a.bound, Data: present.NewHomevalue(a.valuation, a.asked.Overrides),
			Meta: present.Meta(a.valuation), Status: frame.StatusSuccess,
		}}
		if unread := a.unread(); unread != "" {
			whole.(fullSuccess).Meta["message"] = unread
		}
	} else {
		whole = fullFailure{a.line, frame.NewFailure(id, a.bound, a.fault)}
	}
	text, err := param.EncodeJSON(whole)
	if err != nil { // a fault of ours, and never seen
		return valueEncoder{}.row(b, &answeredRow{bodyRow: a.bodyRow, id: a.id, fault: &gevel.Error{Code: gevel.Internal}})
	}
	return append(b, text...)
}
