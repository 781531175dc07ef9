// The home that the arguments of gevel value name, and its characteristics as flags: one for each standard
// characteristic, and one for the edition's own.

package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/search"
)

// mostNamed limits the homes that an error lists.
const mostNamed = 8

// homeOf returns the query for the home that a text names. Errors: gevel.AddressNotFound; gevel.AmbiguousAddress with
// what to type for each home that may be meant.
func homeOf(text string, e *edition.Edition) (gevel.AddressQuery, error) {
	home, err := spelling.ReadHome(text)
	if err == nil || spelling.IsNumber(text) { // a number may be a broken id
		if err != nil {
			return gevel.AddressQuery{}, err
		}
		return home.Query(e)
	}
	found := search.New(e.AddressRows()).Find(text, mostNamed)
	switch {
	case found.Meant:
		return found.Addresses[0].Query(), nil
	case len(found.Addresses) == 0:
		return gevel.AddressQuery{}, gevel.Failure(gevel.AddressNotFound,
			"give street and house number, or a postal code such as 1234AB 12 A-2, or a BAG id", "there is no address %s", spelling.Quote(text))
	}
	return gevel.AddressQuery{}, severalHomes(text, found)
}

// severalHomes returns the error that lists what was found for a text.
func severalHomes(text string, found search.Result) error {
	message := fmt.Sprintf("%s may be one of several homes", spelling.Quote(text))
	if found.Guessed {
		message = fmt.Sprintf("no address is written %s", spelling.Quote(text))
	}
	var b strings.Builder
	b.WriteString("type one of these, or more of the address:")
	for _, a := range found.Addresses {
		typed := strings.TrimSpace(fmt.Sprintf("%s %d %s", a.PostalCode, a.HouseNumber, a.Extension()))
		fmt.Fprintf(&b, "\n  gevel value %-16s  %s, %s", typed, a.Street, a.City)
	}
	if found.More {
		b.WriteString("\n  and more")
	}
	return gevel.Failure(gevel.AmbiguousAddress, b.String(), "%s", message)
}

// overrideFlags are the characteristics given as flags.
type overrideFlags struct {
	Standard kong.Plugins      `embed:""` // pointer to a struct with a field per standard attribute
	With     map[string]string `placeholder:"COLUMN=VALUE" help:"A characteristic of the edition's own, such as num_storey=3."`
}

// newOverrideFlags makes a flag of each standard attribute.
func newOverrideFlags() overrideFlags {
	var fields []reflect.StructField
	for _, a := range gevel.Standard() {
		field := reflect.StructField{
			Name: strings.ToUpper(a.Name[:1]) + a.Name[1:], Type: reflect.TypeFor[*string](),
			Tag: tag("name", flagName(a.Column)[2:], "help", a.Doc+".", "placeholder", placeholder(&a)),
		}
		if a.Kind == gevel.YesNo {
			field.Type, field.Tag = reflect.TypeFor[*bool](), tag("name", flagName(a.Column)[2:], "help", a.Doc+".", "negatable", "")
		}
		fields = append(fields, field)
	}
	return overrideFlags{Standard: kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}}
}

func tag(pairs ...string) reflect.StructTag {
	var text []string
	for i := 0; i < len(pairs); i += 2 {
		text = append(text, pairs[i]+":"+strconv.Quote(pairs[i+1]))
	}
	return reflect.StructTag(strings.Join(text, " "))
}

func placeholder(a *gevel.Attribute) string {
	switch {
	case a.IsNamed():
		return "NAME"
	case a.Kind == gevel.Year:
		return "YEAR"
	case a.Unit != "":
		return strings.ToUpper(a.Unit)
	}
	return "N"
}

// text returns the value given for a column, "" for none.
func (f *overrideFlags) text(column string) string {
	text, _ := f.given(column)
	return text
}

// given returns the value given for a column, and whether there is one.
func (f *overrideFlags) given(column string) (text string, ok bool) {
	k := gevel.Standard().Column(column)
	if k < 0 {
		text, ok = f.With[column]
		return text, ok
	}
	switch value := reflect.ValueOf(f.Standard[0]).Elem().Field(k).Interface().(type) {
	case *string:
		if value != nil {
			return *value, true
		}
	case *bool:
		if value != nil {
			return strconv.FormatBool(*value), true
		}
	}
	return "", false
}

// columns returns the columns with a given value, the standard ones first.
func (f *overrideFlags) columns() []string {
	var columns []string
	for _, a := range gevel.Standard() {
		if _, ok := f.given(a.Column); ok {
			columns = append(columns, a.Column)
		}
	}
	return append(columns, slices.Sorted(maps.Keys(f.With))...)
}

// check finds the faults that need no edition, for a valuation in a year.
func (f *overrideFlags) check(year int) []gevel.Detail {
	_, faults, unread := spelling.Characteristics(gevel.Standard(), f.text, year)
	faults = append(faults, unread...)
	add := func(column, message string) {
		faults = append(faults, gevel.Detail{Reason: column, Message: message})
	}
	for _, column := range f.columns() {
		_, with := f.With[column]
		switch text, given := f.given(column); {
		case with && gevel.Standard().Column(column) >= 0:
			add(column, "is a flag by itself, without --with")
		case given && strings.TrimSpace(text) == "":
			add(column, "is empty; leave it out to take what is recorded")
		}
	}
	return faults
}

// read reads the values given for the attributes of a table, for a valuation in a year.
func (f *overrideFlags) read(table gevel.Attributes, year int) (gevel.Characteristics, []gevel.Detail) {
	c, faults, unread := spelling.Characteristics(table, f.text, year)
	faults = append(faults, unread...)
	for _, column := range f.columns() {
		if table.Column(column) < 0 {
			faults = append(faults, gevel.Detail{Reason: column, Message: noSuchColumn(table)})
		}
	}
	return c, faults
}

// noSuchColumn lists the edition's own columns.
func noSuchColumn(table gevel.Attributes) string {
	var columns []string
	for _, a := range table {
		if a.IsExtra() {
			columns = append(columns, a.Column)
		}
	}
	if columns == nil {
		return "the edition's sales bring no characteristics"
	}
	return "the edition's sales have no such column; there are " + gevel.Shortlist(columns)
}

// first returns the first flag given.
func (f *overrideFlags) first() (flag string, given bool) {
	columns := f.columns()
	if len(columns) == 0 {
		return "", false
	}
	return flagName(columns[0]), true
}

func flagName(column string) string {
	if gevel.Standard().Column(column) < 0 {
		return "--with " + column
	}
	return "--" + strings.ReplaceAll(column, "_", "-")
}

// flagOf returns the flag for a parameter of the service, "" when there is none.
func flagOf(parameter string) string {
	if column := gevel.Standard().OfParameter(parameter); column != "" {
		return flagName(column)
	}
	return ""
}
