package batch

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// csvRows are rows of CSV, whose columns bear the names of parameters.
type csvRows struct {
	columnNames
	*table.Table
	names   []string      // of the columns: parameters, or idName
	decimal spelling.Sign // of numbers that can be read both ways
	form    csvfile.Form  // of the answer, once the first row is read
	begun   bool
}

func (c *csvRows) open(body io.Reader) error {
	text, err := textfile.Decode(body)
	if err != nil {
		return err
	}
	o := table.Options{Longest: upload.LongestLine, IsHeader: c.namesHomes}
	if c.Table, err = table.New("the body", text, o); err != nil {
		return err
	}
	c.form = csvfile.Of(c.Comma(), c.Origin(), nil)
	return c.readHeader()
}

// namesHomes reports whether the names of columns are of what names a home.
func (c *csvRows) namesHomes(columns []string) bool {
	var names []string
	for _, column := range columns {
		name, _ := c.parameterOf(strings.TrimSpace(column))
		names = append(names, name)
	}
	lacks := func(p param.Param) bool { return p.Required && !slices.Contains(names, p.Name) }
	return slices.Contains(names, homeName) || !slices.ContainsFunc(c.table, lacks)
}

// readHeader finds the parameters of the columns. Error: gevel.Invalid, with a fault for each
// column that is none, is there twice, or lacks.
func (c *csvRows) readHeader() error {
	var faults []gevel.Detail
	fault := func(name, message string) { faults = append(faults, gevel.Detail{Reason: name, Message: message}) }
	seen := map[string]bool{}
	for i, column := range c.Names() {
		if !utf8.ValidString(column) {
			return notUTF8("line 1")
		}
		name, known := c.parameterOf(strings.TrimSpace(column))
		switch {
		case strings.TrimSpace(column) == "":
			column = fmt.Sprintf("column %d", i+1)
			fault(column, column+" has no name; is there a delimiter too many?")
		case !known:
			fault(column, strings.Replace(param.UnknownMessage(column, c.table), "parameter", "column", 1))
		case slices.Contains(c.names, name) && (name != homeName || seen[column]): // ids may be of home and address
			fault(column, "there are two columns "+name)
		}
		seen[column] = true
		c.names = append(c.names, name)
	}
	for _, p := range c.table {
		if p.Required && !slices.Contains(c.names, p.Name) && !slices.Contains(c.names, homeName) {
			fault(p.Name, "there is no column "+p.Name+", nor "+homeName)
		}
	}
	return param.Invalid(faults)
}

func (c *csvRows) next() (bodyRow, error) {
	r, err := c.Next()
	if err != nil {
		return bodyRow{}, err
	}
	if !c.begun {
		c.begun, c.form = true, csvfile.Of(c.Comma(), c.Origin(), r.Fields)
	}
	row := bodyRow{line: r.Line, fields: r.Fields}
	if r.Fault != "" {
		row.fault = fmt.Sprintf("line %d: %s", r.Line, r.Fault)
	}
	for _, field := range r.Fields {
		row.size += len(field)
		if !utf8.ValidString(field) {
			return bodyRow{}, notUTF8(fmt.Sprintf("line %d", r.Line))
		}
	}
	return row, nil
}

// read reads a row. An empty field is not given.
func (c *csvRows) read(r bodyRow) given {
	g := given{Pairs: param.Pairs{Values: make(map[string][]param.Cell, len(c.names))}}
	if r.fault != "" {
		g.faults = []gevel.Detail{{Reason: rowReason, Message: r.fault}}
		return g
	}
	for i, field := range r.fields {
		cell := spelling.Cell(field)
		if c.names[i] == idName {
			cell = strings.TrimSpace(field)
		}
		if cell != "" {
			g.Add(c.names[i], param.Cell{Text: c.settled(c.names[i], cell)})
		}
	}
	g.takeID()
	g.takeHome()
	g.home.Whole = slices.Contains(c.names, "houseLetter") || slices.Contains(c.names, "houseNumberExt")
	return g
}

// settled returns a number that can be read both ways as the request says.
func (c *csvRows) settled(name, cell string) string {
	if c.decimal == spelling.NoSign || c.attributes.OfParameter(name) == "" {
		return cell
	}
	return spelling.Settled(cell, c.decimal)
}

// columnNames finds the parameter that a column of CSV, or a field of JSON, stands for.
type columnNames struct {
	table      []param.Param
	attributes gevel.Attributes
}

// parameterOf returns the parameter of a column, which may bear its name in gevel's files too.
func (f columnNames) parameterOf(column string) (string, bool) {
	for _, own := range []string{idName, homeName} {
		if strings.EqualFold(column, own) {
			return own, true
		}
	}
	i := slices.IndexFunc(f.table, func(p param.Param) bool { return strings.EqualFold(p.Name, column) })
	if i >= 0 {
		return f.table[i].Name, true
	}
	name := cmp.Or(spelling.ColumnOf(column), strings.ToLower(column))
	if k := f.attributes.Column(name); k >= 0 && f.attributes[k].Parameter != "" {
		return f.attributes[k].Parameter, true
	}
	parameter, known := namingColumns[name]
	return parameter, known
}

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
			if field = f.text(a); f.schema.Type == "number" {
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
	return strings.Join(list.Of(details, func(d gevel.Detail) string { return d.Message }), "; ")
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
