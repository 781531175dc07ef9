package batch

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// csvRows are rows of CSV, whose columns bear the names of parameters.
type csvRows struct {
	columnNames
	*table.Table
	names []string     // of the columns: parameters, or idName
	form  csvfile.Form // of the answer, once the first row is read
	begun bool
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
			g.Add(c.names[i], param.Cell{Text: cell})
		}
	}
	g.takeID()
	g.takeHome()
	g.home.Whole = slices.Contains(c.names, "houseLetter") || slices.Contains(c.names, "houseNumberExt")
	return g
}

// columnNames finds the parameter that a column of CSV stands for.
type columnNames struct {
	table      []param.Param
	attributes gevel.Attributes
}

// parameterOf returns the parameter of a column, which may bear its name in gevel's files too.
func (f columnNames) parameterOf(column string) (string, bool) {
	lower := strings.ToLower(column)
	switch {
	case lower == idName:
		return idName, true
	case isHome(column):
		return homeName, true
	}
	lower = cmp.Or(spelling.ColumnOf(column), lower)
	name := namingColumns[lower]
	if k := f.attributes.Column(lower); k >= 0 {
		name = f.attributes[k].Parameter
	}
	i := slices.IndexFunc(f.table, func(p param.Param) bool { return p.Name == name || strings.EqualFold(p.Name, column) })
	if i < 0 {
		return "", false
	}
	return f.table[i].Name, true
}
