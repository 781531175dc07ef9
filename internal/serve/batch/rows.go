package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/bulk"
)

// The rows of a batch: lines of JSON, or rows of CSV. Either becomes values under the names of parameters, and is read as
// rows of files are.

// request are the parameters of the request as a whole.
type request struct {
	format, fields, cells string

	date gevel.Date // of rows without one of their own, gevel.NoDate is today
}

const (
	formatNDJSON = "ndjson"
	formatCSV    = "csv"
	fieldsValue  = "value"
	fieldsFull   = "full"
	cellsSafe    = "safe"
	cellsRaw     = "raw"
)

// requestTable are the rows of a request.
func requestTable() []param.Row[request] {
	return []param.Row[request]{
		{Param: param.Param{
			Name: "format", Kind: param.Text, Enum: &param.Enumeration{Values: []string{formatNDJSON, formatCSV}},
			Doc: "Format of the answer. Not given, it is the one that Accept names, otherwise the format of the body.",
		}, Set: func(in *request, v param.Value) error { in.format = v.Spelled; return nil }},
		{Param: param.Param{
			Name: "fields", Kind: param.Text, Enum: &param.Enumeration{Values: []string{fieldsValue, fieldsFull}},
			Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Spelled: fieldsValue} },
			Doc: "What a row is answered: value, with its interval and accuracy; or full, the whole answer of /v1/homevalue, " +
				"as lines of JSON only. The default is value.",
		}, Set: func(in *request, v param.Value) error { in.fields = v.Spelled; return nil }},
		{Param: param.Param{
			Name: "cells", Kind: param.Text, Enum: &param.Enumeration{Values: []string{cellsSafe, cellsRaw}},
			Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Spelled: cellsSafe} },
			Doc: "Cells of CSV: safe in a spreadsheet, in the form of the body; or raw, for programs: as they are, with decimal points. " +
				"The default is safe.",
		}, Set: func(in *request, v param.Value) error { in.cells = v.Spelled; return nil }},
		{Param: param.Param{
			Name: "valuationDate", Kind: param.Day, Bounds: endpoints.ValuationDateBounds,
			Doc: "The valuation date of rows without one of their own; the default is today in Europe/Amsterdam.",
		}, Set: func(in *request, v param.Value) error {
			in.date = gevel.NoDate
			if v.Given {
				in.date = gevel.Date(v.Number)
			}
			return nil
		}},
	}
}

// bodyRow is a row as it came in.
type bodyRow struct {
	line   int
	size   int      // bytes
	json   []byte   // of a line of JSON
	fields []string // of a row of CSV, one a column
	fault  string   // why a row of CSV can't be read
}

// source reads rows. Errors of open and next are io.EOF, and of what ends the batch.
type source interface {
	open(text io.Reader) error
	next() (bodyRow, error)
	// read reads what a row gives; it may be called beside next.
	read(bodyRow) given
}

// given is what a row gives.
type given struct {
	param.Pairs
	id     string      // of the caller, for the row; "" is none
	named  bool        // the row names its home by an id
	home   gevel.BAGID // which, "" for a malformed one
	faults []gevel.Detail
}

// longestLine bounds the memory of a row, in bytes.
const longestLine = 64 << 10

func (b *batch) newSource(format string) source {
	if format == formatCSV {
		return &csvRows{columnNames: columnNames{b.table, b.live.Edition.Sales().Attributes}}
	}
	return new(jsonRows)
}

// readError is what ended the reading of a body as the caller reads it.
func readError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("a line is longer than %d bytes", longestLine)}
	}
	return err
}

func notUTF8(line int) error {
	return &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf("line %d is not UTF-8", line), Hint: "save the file as UTF-8",
	}
}

// jsonRows are rows as JSON, one object a line.
type jsonRows struct {
	lines *bufio.Scanner
	line  int
}

func (j *jsonRows) open(text io.Reader) error {
	j.lines = textfile.Lines(text, longestLine)
	return nil
}

func (j *jsonRows) next() (bodyRow, error) {
	for j.lines.Scan() {
		j.line++
		line := j.lines.Bytes()
		if j.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case !utf8.Valid(line):
			return bodyRow{}, notUTF8(j.line)
		}
		return bodyRow{line: j.line, size: len(line), json: bytes.Clone(line)}, nil
	}
	if err := j.lines.Err(); err != nil {
		return bodyRow{}, err
	}
	return bodyRow{}, io.EOF
}

// rowReason is the reason of a fault in a row as a whole.
const rowReason = "row"

func (j *jsonRows) read(r bodyRow) given {
	g := given{Pairs: param.Pairs{Values: make(map[string][]param.Cell, 8)}}
	if err := g.readObject(withoutNaN(r.json)); err != nil {
		return given{faults: []gevel.Detail{{
			Reason: rowReason, Message: fmt.Sprintf("line %d is no JSON object on a line of its own: %v", r.line, err),
		}}}
	}
	g.takeID()
	g.takeHome()
	return g
}

// textOrNaN is a string, or what some programs write for no value though JSON has no such word.
var textOrNaN = regexp.MustCompile(`"(\\.|[^"\\])*"|NaN`)

// withoutNaN replaces NaN outside strings by null.
func withoutNaN(text []byte) []byte {
	if !bytes.Contains(text, []byte("NaN")) {
		return text
	}
	return textOrNaN.ReplaceAllFunc(text, func(token []byte) []byte {
		if token[0] == 'N' {
			return []byte("null")
		}
		return token
	})
}

// readObject reads the fields of a JSON object.
func (g *given) readObject(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil {
		return notWhole(err)
	} else if start == nil {
		return errors.New("it begins with null")
	} else if start != json.Delim('{') {
		return fmt.Errorf("it begins with %s", param.Quote(fmt.Sprint(start)))
	}
	fields := 0
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return notWhole(err)
		}
		if fields++; fields > param.MostNames {
			return fmt.Errorf("it has more than %d fields", param.MostNames)
		}
		var content json.RawMessage
		if err := d.Decode(&content); err != nil {
			return notWhole(err)
		}
		field := name.(string)
		if isHome(field) {
			field = homeName
		}
		g.take(field, content)
	}
	if _, err := d.Token(); err != nil {
		return notWhole(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}

func notWhole(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it is cut short")
	}
	return err
}

// take takes the value of a field. null is not given.
func (g *given) take(name string, content json.RawMessage) {
	switch content[0] {
	case 'n':
	case '"':
		var s string
		if err := json.Unmarshal(content, &s); err == nil && (name == idName || !spelling.IsMissing(strings.TrimSpace(s))) {
			g.Add(name, param.Cell{Text: s})
		}
	case '{', '[':
		g.faults = append(g.faults, gevel.Detail{Reason: name, Message: param.Quote(name) + " is no single value"})
	default:
		c := param.Cell{Text: string(content)}
		if v, err := strconv.ParseFloat(c.Text, 64); err == nil {
			c.Number = gevel.Some(v)
		}
		g.Add(name, c)
	}
}

// idName is a field of a row, or a column, that the caller gets back as it is.
const idName = "id"

// longestID is how many characters it has at most.
const longestID = 128

// takeID takes the caller's id out of the values.
func (g *given) takeID() {
	ids, has := g.Values[idName]
	if !has {
		return
	}
	g.remove(idName)
	id := ids[0].Text
	printable := !strings.ContainsFunc(id, func(c rune) bool { return !unicode.IsPrint(c) })
	if len(ids) > 1 || utf8.RuneCountInString(id) > longestID || !printable {
		g.faults = append(g.faults, gevel.Detail{
			Reason: idName, Message: fmt.Sprintf("id is no single text of at most %d printable characters", longestID),
		})
		return
	}
	g.id = id
}

// csvRows are rows of CSV, whose columns bear the names of parameters.
type csvRows struct {
	columnNames
	*bulk.Table
	names  []string // of the columns: parameters, or idName
	origin func() textfile.Origin
	form   csvfile.Form // of the answer, once the first row is read
	begun  bool
}

func (c *csvRows) open(body io.Reader) error {
	text, err := textfile.Decode(body)
	if err != nil {
		return err
	}
	if c.Table, err = bulk.NewTable("the body", text, longestLine); err != nil {
		return err
	}
	c.origin, c.form = text.Origin, csvfile.Of(c.Comma(), text.Origin(), nil)
	return c.readHeader()
}

// readHeader finds the parameters of the columns. Error: gevel.Invalid, with a fault for each
// column that is none, is there twice, or lacks.
func (c *csvRows) readHeader() error {
	var faults []gevel.Detail
	fault := func(name, message string) { faults = append(faults, gevel.Detail{Reason: name, Message: message}) }
	for i, column := range c.Header() {
		if !utf8.ValidString(column) {
			return notUTF8(1)
		}
		name, known := c.parameterOf(strings.TrimSpace(column))
		switch {
		case strings.TrimSpace(column) == "":
			column = fmt.Sprintf("column %d", i+1)
			fault(column, column+" has no name; is there a delimiter too many?")
		case !known:
			fault(column, strings.Replace(param.UnknownMessage(column, c.table), "parameter", "column", 1))
		case slices.Contains(c.names, name):
			fault(column, "there are two columns "+name)
		}
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
		c.begun, c.form = true, csvfile.Of(c.Comma(), c.origin(), r.Fields)
	}
	row := bodyRow{line: r.Line, fields: r.Fields, fault: r.Fault}
	for _, field := range r.Fields {
		row.size += len(field)
		if !utf8.ValidString(field) {
			return bodyRow{}, notUTF8(r.Line)
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
			g.Add(c.names[i], param.Cell{Text: cell})
		}
	}
	g.takeID()
	g.takeHome()
	return g
}
