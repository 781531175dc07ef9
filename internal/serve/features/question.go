package features

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// What is asked of collections.

// Bounds on pages.
const (
	usualLimit = 100
	mostLimit  = 1000
	// farthestOffset is beyond every home there is.
	farthestOffset = 100_000_000
)

// question is what a request asks, as it is spelled.
type question struct {
	format   string // json, html, or "" for what the caller accepts
	box      string
	boxCRS   string
	crs      string
	datetime string
	day      gevel.Date // the day that index and values are of
	limit    int
	offset   int
	id       string
	filters  []property // what properties are to be equal to, as texts
}

var (
	boxPattern = regexp.MustCompile(`^-?[0-9.]+(,-?[0-9.]+){3}((,-?[0-9.]+){2})?$`)
	formats    = &param.Enumeration{Values: []string{"json", "html"}}
)

// textRow is a parameter that is a text.
func textRow(p param.Param, field func(*question) *string) param.Row[question] {
	p.Kind, p.Longest = param.Text, 200
	return param.Row[question]{Param: p, Set: func(in *question, v param.Value) error {
		*field(in) = v.Spelled
		return nil
	}}
}

// numberRow is a parameter that is a whole number. One beyond the most is taken for the most.
func numberRow(p param.Param, most int, field func(*question) *int) param.Row[question] {
	p.Kind, p.Max = param.Integer, most
	return param.Row[question]{Param: p, Set: func(in *question, v param.Value) error {
		*field(in) = min(v.Number, most)
		return nil
	}}
}

func documentTable() []param.Row[question] {
	return []param.Row[question]{textRow(param.Param{
		Name: "f", Enum: formats, Doc: "json or html; without it Accept decides.",
	}, func(in *question) *string { return &in.format })}
}

// featureTable are the rows of any feature.
func featureTable() []param.Row[question] {
	return append(
		documentTable(),
		textRow(param.Param{
			Name: "crs", Doc: "The coordinate system of the answer: " + crs84URI + " (the default) or " + rdURI + ".",
		}, func(in *question) *string { return &in.crs }),
		endpoints.DateRow("The day that index and values are of; the default is today in Europe/Amsterdam.",
			func(in *question) *gevel.Date { return &in.day }),
	)
}

func itemTable() []param.Row[question] {
	return append([]param.Row[question]{textRow(param.Param{
		Name: "id", Required: true, InPath: true, Doc: "The id of a feature.",
	}, func(in *question) *string { return &in.id })}, featureTable()...)
}

// queryables returns the parameters that are properties: characteristics and postal codes as of a home, or any text.
func queryables(names ...string) []param.Param {
	table, all := gevel.Standard(), make([]param.Param, len(names))
	for i, name := range names {
		p := param.Param{Name: name, Kind: param.Text, Longest: 200}
		at := slices.IndexFunc(table, func(a gevel.Attribute) bool { return a.Parameter == name })
		switch {
		case at >= 0:
			p = endpoints.Characteristic(&table[at])
			if p.Enum != nil { // then it is a text
				p.Attribute, p.AnyCase = nil, true
			}
		case name == endpoints.PostalCode.Name:
			p = endpoints.PostalCode
		}
		p.Required, p.Doc = false, docOf(name)
		all[i] = p
	}
	return all
}

func docOf(property string) string {
	return "Only features whose " + property + " is this, in capitals or not."
}

// filterRow is a parameter that is a property.
func filterRow(p param.Param) param.Row[question] {
	return param.Row[question]{Param: p, Set: func(in *question, v param.Value) error {
		if v.Given {
			in.filters = append(in.filters, property{p.Name, plain(p, v)})
		}
		return nil
	}}
}

// plain returns what is asked of a property, as it is spelled in a query.
func plain(p param.Param, v param.Value) string {
	switch {
	case p.Attribute != nil:
		return textOf(p.Attribute.Plain(v.Has))
	case p.Kind == param.Integer:
		return strconv.Itoa(v.Number)
	case p.Kind == param.Day:
		return gevel.Date(v.Number).String()
	}
	if code, err := gevel.ParsePostalCode(v.Spelled); p.Name == endpoints.PostalCode.Name && err == nil {
		return string(code)
	}
	return v.Spelled
}

// wants reports whether a feature's properties are as they are to be.
func (in question) wants(f feature) bool {
	for _, asked := range in.filters {
		i := slices.IndexFunc(f.properties, func(p property) bool { return p.name == asked.name })
		if i < 0 || !strings.EqualFold(textOf(f.properties[i].value), textOf(asked.value)) {
			return false
		}
	}
	return true
}

func anyNumber(least int) func(param.Limits) (int, int) {
	return func(param.Limits) (int, int) { return least, farthestOffset }
}

// limitRow is the length of a page, which QGIS looks for among the parameters that are shared.
func limitRow() param.Row[question] {
	return numberRow(param.Param{
		Name: "limit", Min: 1, Bounds: anyNumber(1),
		Fallback: func(param.Limits) param.Value { return param.Value{Known: true, Number: usualLimit} },
		Doc: "How many features a page has at most; the default is " + strconv.Itoa(usualLimit) +
			". More than the most are taken for the most.",
	}, mostLimit, func(in *question) *int { return &in.limit })
}

// itemsTable are the rows of a page of features that may be asked for by properties.
func itemsTable(properties []param.Param) []param.Row[question] {
	filters := make([]param.Row[question], len(properties))
	for i, p := range properties {
		filters[i] = filterRow(p)
	}
	return append(
		append(featureTable(), filters...),
		textRow(param.Param{
			Name: "bbox", Pattern: boxPattern, Form: "box of four numbers: west,south,east,north",
			Doc: "The features in a box: west,south,east,north, in the system of bbox-crs.",
		}, func(in *question) *string { return &in.box }),
		textRow(param.Param{
			Name: "bbox-crs", Doc: "The coordinate system of bbox; as crs.",
		}, func(in *question) *string { return &in.boxCRS }),
		textRow(param.Param{
			Name: "datetime",
			Doc: "A day, or a time between two as 2024-01-01/2024-06-30 or 2024-01-01/..; of sales. Areas and homes have no " +
				"time, so all of them are meant.",
		}, func(in *question) *string { return &in.datetime }),
		limitRow(),
		numberRow(param.Param{
			Name: "offset", Bounds: anyNumber(0), Doc: "How many features come before the page: a link to the next page has it.",
		}, farthestOffset, func(in *question) *int { return &in.offset }),
	)
}

// scope is a question as understood.
type scope struct {
	question
	in   box
	out  system
	time period
}

// understand reads what is spelled. Error: gevel.Invalid, which names the parameter.
func (in question) understand() (s scope, err error) {
	s.question = in
	if s.out, err = systemOf("crs", in.crs); err != nil {
		return s, err
	}
	within, err := systemOf("bbox-crs", in.boxCRS)
	if err != nil {
		return s, err
	}
	if s.in, err = readBox(in.box, within); err != nil {
		return s, err
	}
	s.time, err = readPeriod(in.datetime)
	return s, err
}

func fault(name, message string) error {
	return param.Invalid([]gevel.Detail{{Reason: name, Message: name + " " + message}})
}

// pager chooses the features of a page among those that match.
type pager struct {
	offset, limit int
	matched       int
	returned      int
	closed        bool // the page ended before its limit
	beyond        bool // more match than were counted
}

// take counts a feature that matches, and reports whether it is on the page.
func (p *pager) take() bool {
	p.matched++
	return !p.closed && p.matched > p.offset && p.returned < p.limit
}

// mostCounted is how many features are counted behind a page: of a country there are millions.
const mostCounted = 2000

// uncounted reports whether more match than are counted.
func (p *pager) uncounted() bool {
	p.beyond = p.beyond || p.matched >= p.offset+p.limit+mostCounted
	return p.beyond
}

// more reports whether there is another page.
func (p *pager) more() bool { return p.matched > p.offset+p.returned }

// pay counts another use of the key, for a feature that is worth one beside the first, which the request paid for. A
// page ends where the key's rate or quota is used up.
func (p *pager) pay(c frame.Call) bool {
	p.closed = p.returned > 0 && c.Admit() != nil
	return !p.closed
}

// The time that features are of.

// period is from a day to a day, both included.
type period struct{ from, to gevel.Date }

var always = period{math.MinInt32, math.MaxInt32}

// readPeriod reads a day, or two with a slash between; an open end is two full stops, or nothing.
func readPeriod(text string) (p period, err error) {
	if text == "" {
		return always, nil
	}
	from, to, isInterval := strings.Cut(text, "/")
	if !isInterval {
		to = from
	}
	p = always
	open := func(end string) bool { return isInterval && (end == "" || end == "..") }
	if !open(from) {
		if p.from, err = readDay(from); err != nil {
			return p, err
		}
	}
	if !open(to) {
		if p.to, err = readDay(to); err != nil {
			return p, err
		}
	}
	if isInterval && open(from) && open(to) || p.from > p.to {
		return p, fault("datetime", "has no end that is after its beginning")
	}
	return p, nil
}

// readDay reads a day, or the day of a moment in the Netherlands.
func readDay(text string) (gevel.Date, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return gevel.NewDate(day.Year(), day.Month(), day.Day()), nil
	}
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0, fault("datetime", "has no day such as 2024-01-31, or 2024-01-31T12:00:00Z")
	}
	return gevel.DayOf(moment), nil
}

func (p period) holds(day gevel.Date) bool { return day >= p.from && day <= p.to }
