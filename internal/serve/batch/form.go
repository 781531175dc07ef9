package batch

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// The answers of a batch as text: lines of JSON, short or whole, and CSV.

// form writes answers.
type form interface {
	contentType() string
	head() []byte
	// row appends the answer of a row.
	row(b []byte, a *answeredRow) []byte
	// end returns the last row of a batch that ended early, after some rows.
	end(rows int, e *gevel.Error) []byte
}

func (b *batch) newForm(format string, asked request) form {
	switch {
	case format == formatCSV:
		c := csvForm{table: b.table, raw: asked.cells == cellsRaw}
		c.source, _ = b.source.(*csvRows)
		return &c
	case asked.fields == fieldsFull:
		return fullForm{}
	}
	return valueForm{}
}

// A field is a field of a short answer that a valuation has. append appends it as JSON.
type field struct {
	name   string
	schema *describe.Schema
	append func(b []byte, v *gevel.Valuation) []byte
}

// valueFields are the fields of a valuation in a short answer, in order.
var valueFields = []field{
	{"weightedValue", wholeEuros, euroOf(func(v *gevel.Valuation) gevel.Euro { return v.Weighted })},
	{"valueLow", wholeEuros, euroOf(func(v *gevel.Valuation) gevel.Euro { return v.Interval.Low })},
	{"valueHigh", wholeEuros, euroOf(func(v *gevel.Valuation) gevel.Euro { return v.Interval.High })},
	{"confidenceClass", &describe.Schema{Type: "integer"}, func(b []byte, v *gevel.Valuation) []byte {
		return strconv.AppendInt(b, int64(v.Class), 10)
	}},
	{"accuracy", &describe.Schema{Type: "number"}, func(b []byte, v *gevel.Valuation) []byte {
		return strconv.AppendFloat(b, math.Round(v.Accuracy*10)/10, 'f', -1, 64)
	}},
	{"forecastStandardDeviation", &describe.Schema{Type: "number"}, func(b []byte, v *gevel.Valuation) []byte {
		return strconv.AppendFloat(b, math.Round(v.FSD*1e4)/1e4, 'f', -1, 64)
	}},
	{"status", statusSchema, textOf(func(v *gevel.Valuation) string { return v.Status.String() })},
	{"predictedValue", wholeEuros, euroOf(func(v *gevel.Valuation) gevel.Euro { return v.Predicted })},
	{"valueDate", &describe.Schema{Type: "string", Format: "date"}, textOf(func(v *gevel.Valuation) string { return v.Date.String() })},
	{"bagId", describe.StringSchema, textOf(func(v *gevel.Valuation) string { return string(v.Dwelling.ID) })},
	{"edition", describe.StringSchema, textOf(func(v *gevel.Valuation) string { return v.Edition })},
	{"modelVersion", describe.StringSchema, textOf(func(v *gevel.Valuation) string { return v.Model })},
}

// statusSchema is of a field that JSON leaves out for a home in use.
var statusSchema = &describe.Schema{Type: "string", Description: "formed, out_of_use or rebuilding, only of a home that is not in use"}

var wholeEuros = &describe.Schema{Type: "integer", Description: "whole euros"}

func euroOf(of func(*gevel.Valuation) gevel.Euro) func([]byte, *gevel.Valuation) []byte {
	return func(b []byte, v *gevel.Valuation) []byte { return strconv.AppendInt(b, int64(of(v)), 10) }
}

func textOf(of func(*gevel.Valuation) string) func([]byte, *gevel.Valuation) []byte {
	return func(b []byte, v *gevel.Valuation) []byte { return param.AppendText(b, of(v)) }
}

// valueForm is a short answer as a line of JSON.
type valueForm struct{}

func (valueForm) contentType() string { return ndjsonType }
func (valueForm) head() []byte        { return nil }

func (valueForm) row(b []byte, a *answeredRow) []byte {
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
		b = valueFields[i].append(appendName(b, valueFields[i].name), &a.valuation)
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

func (valueForm) end(rows int, e *gevel.Error) []byte {
	b := strconv.AppendInt([]byte(`{"rows":`), int64(rows), 10)
	b = param.AppendText(appendName(b, "reason"), string(e.Code))
	b = param.AppendText(appendName(b, "message"), endMessage(rows, e))
	return append(b, "}\n"...)
}

func endMessage(rows int, e *gevel.Error) string {
	return fmt.Sprintf("the batch ends here, with %d of its rows answered: %s", rows, frame.PublicMessage(e))
}

// fullForm is the whole answer of /v1/homevalue as a line of JSON, with the line of the row.
type fullForm struct{ valueForm }

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

func (fullForm) row(b []byte, a *answeredRow) []byte {
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
	} else {
		whole = fullFailure{a.line, frame.Failure{
			ID: id, Params: a.bound, Status: frame.StatusFailure,
			Error: frame.ErrorObject{Code: frame.StatusOf(a.fault.Code), Message: frame.PublicMessage(a.fault), Errors: frame.ErrorDetails(a.fault)},
		}}
	}
	text, err := param.EncodeJSON(whole)
	if err != nil { // a fault of ours, and never seen
		return valueForm{}.row(b, &answeredRow{bodyRow: a.bodyRow, id: a.id, fault: &gevel.Error{Code: gevel.Internal}})
	}
	return append(b, text...)
}

// csvForm is a short answer as CSV: first the columns of the body, or of all parameters when the body is
// no CSV, then the columns of the answer.
type csvForm struct {
	source *csvRows // nil when the body is no CSV
	table  []param.Param
	raw    bool
}

func (*csvForm) contentType() string { return csvType + "; charset=utf-8" }

func (c *csvForm) head() []byte {
	var columns []string
	if c.source != nil && c.source.Table != nil {
		columns = c.source.Header()
	} else {
		columns = append(columns, idName)
		for _, p := range c.table {
			columns = append(columns, p.Name)
		}
	}
	for _, f := range c.added() {
		columns = append(columns, f.name)
	}
	return c.append(nil, append(columns, "reason", "message", "line"), c.form())
}

// form returns how the answer is written: as the body is. It is known once the first row was read.
func (c *csvForm) form() (f csvfile.Form) {
	if c.source != nil && c.source.Table != nil {
		f = c.source.form
	}
	if c.raw {
		f = f.ForPrograms()
	}
	return f
}

// added are the fields of the answer, without one that the caller has a column of.
func (c *csvForm) added() []field {
	if c.source == nil || c.source.Table == nil {
		return valueFields
	}
	return slices.DeleteFunc(slices.Clone(valueFields), func(f field) bool { return slices.Contains(c.source.Header(), f.name) })
}

// given returns the fields of the columns that are the caller's.
func (c *csvForm) given(a *answeredRow) []string {
	if c.source != nil {
		return a.fields
	}
	record := []string{a.id}
	for i, p := range c.table {
		field := ""
		switch v := a.bound.Values[i]; {
		case !v.Given:
		case p.Attribute != nil && p.Attribute.IsNamed():
			field = p.Attribute.NameOf(v.Has)
		case p.Kind == param.Text:
			field = v.Spelled
		default:
			field = strings.Trim(string(p.AppendJSON(nil, v)), `"`)
		}
		record = append(record, field)
	}
	return record
}

func (c *csvForm) row(b []byte, a *answeredRow) []byte {
	record, form := c.given(a), c.form()
	form.Mark = false // it stands before the header
	for _, f := range c.added() {
		field := ""
		if a.fault == nil {
			if field = strings.Trim(string(f.append(nil, &a.valuation)), `"`); f.schema.Type == "number" {
				field = form.Decimals(field)
			}
		}
		record = append(record, field)
	}
	reason, message := "", ""
	if a.fault != nil {
		reason, message = string(a.fault.Code), allFaults(a.fault)
	}
	return c.append(b, append(record, reason, message, strconv.Itoa(a.line)), form)
}

// allFaults is the message of an error with all faults in it, since CSV has no list of them.
func allFaults(e *gevel.Error) string {
	if len(e.Details) < 2 {
		return frame.PublicMessage(e)
	}
	list := make([]string, len(e.Details))
	for i, d := range e.Details {
		list[i] = d.Message
	}
	return frame.PublicMessage(e) + "; " + strings.Join(list, "; ")
}

func (c *csvForm) end(rows int, e *gevel.Error) []byte {
	own := 1 + len(c.table)
	if c.source != nil {
		own = len(c.source.Header())
	}
	record := append(make([]string, own+len(c.added())), string(e.Code), endMessage(rows, e), "")
	form := c.form()
	form.Mark = false
	return c.append(nil, record, form)
}

func (c *csvForm) append(b []byte, record []string, form csvfile.Form) []byte {
	out := bytes.NewBuffer(b)
	w := csvfile.NewWriter(out, form)
	_ = w.Write(record) // to memory
	_ = w.Flush()
	return out.Bytes()
}
