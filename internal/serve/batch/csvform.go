package batch

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// csvEncoder is a short answer as CSV: first the columns of the body, or of all parameters when the body is
// no CSV, then the columns of the answer.
type csvEncoder struct {
	source *csvRows // nil when the body is no CSV
	table  []param.Param
	raw    bool
}

func (*csvEncoder) contentType() string { return upload.CSVType + "; charset=utf-8" }

func (c *csvEncoder) head() []byte {
	var columns []string
	if c.source != nil && c.source.Table != nil {
		columns = c.source.Names()
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
func (c *csvEncoder) form() (f csvfile.Form) {
	if c.source != nil && c.source.Table != nil {
		f = c.source.form
	}
	if c.raw {
		f = f.ForPrograms()
	}
	return f
}

// added are the fields of the answer, without one that the caller has a column of.
func (c *csvEncoder) added() []field {
	if c.source == nil || c.source.Table == nil {
		return valueFields
	}
	return slices.DeleteFunc(slices.Clone(valueFields),
		func(f field) bool { return slices.Contains(c.source.Names(), f.name) })
}

// given returns the fields of the columns that are the caller's.
func (c *csvEncoder) given(a *answeredRow) []string {
	if c.source != nil {
		return a.fields
	}
	record := []string{a.id}
	for i, p := range c.table {
		field := ""
		if v := a.bound.Values[i]; v.Given {
			field = p.Text(v)
		}
		record = append(record, field)
	}
	return record
}

func (c *csvEncoder) row(b []byte, a *answeredRow) []byte {
	record, form := c.given(a), c.form()
	form.Mark = false // it stands before the header
	for _, f := range c.added() {
		field := ""
		if a.fault == nil {
			if field = f.text(&a.valuation); f.schema.Type == "number" {
				field = form.Decimals(field)
			}
		}
		record = append(record, field)
	}
	reason, message := "", a.unread()
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
	return frame.PublicMessage(e) + "; " + joined(e.Details)
}

func joined(details []gevel.Detail) string {
	list := make([]string, len(details))
	for i, d := range details {
		list[i] = d.Message
	}
	return strings.Join(list, "; ")
}

func (c *csvEncoder) end(rows int, e *gevel.Error) []byte {
	own := 1 + len(c.table)
	if c.source != nil {
		own = len(c.source.Names())
	}
	record := append(make([]string, own+len(c.added())), string(e.Code), endMessage(rows, e), "")
	form := c.form()
	form.Mark = false
	return c.append(nil, record, form)
}

func (c *csvEncoder) append(b []byte, record []string, form csvfile.Form) []byte {
	out := bytes.NewBuffer(b)
	w := csvfile.NewWriter(out, form)
	_ = w.Write(record) // to memory
	_ = w.Flush()
	return out.Bytes()
}
