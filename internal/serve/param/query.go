package param

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/num/list"
)

// queryReason is the reason of a fault in the query string as a whole.
const queryReason = "query"

// MostNames is how many names a query or a row has at most: many times the number of parameters.
const MostNames = 500

// Pairs are the values of a query or a row by name, and the names in the order in which they first come.
type Pairs struct {
	Names  []string
	Values map[string][]Cell
}

// parseQuery splits a raw query. The names in keepPlus take an unescaped + for a
// plus. Error: gevel.Invalid with the reason query.
func parseQuery(raw string, keepPlus func(name string) bool) (Pairs, error) {
	q := Pairs{Values: make(map[string][]Cell)}
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		if len(q.Names) == MostNames {
			return Pairs{}, unparsable(fmt.Errorf("it has more than %d names", MostNames))
		}
		name, content, err := splitPair(pair, keepPlus)
		if err != nil {
			return Pairs{}, unparsable(err)
		}
		q.Add(name, Cell{Text: content})
	}
	return q, nil
}

// Add adds a value under a name.
func (q *Pairs) Add(name string, content Cell) {
	if !slices.Contains(q.Names, name) {
		q.Names = append(q.Names, name)
	}
	q.Values[name] = append(q.Values[name], content)
}

func splitPair(pair string, keepPlus func(string) bool) (name, content string, err error) {
	if strings.Contains(pair, ";") {
		return "", "", fmt.Errorf("a semicolon separates nothing; escape it as %%3B")
	}
	name, content, _ = strings.Cut(pair, "=")
	if name, err = url.QueryUnescape(name); err != nil {
		return "", "", err
	}
	if name == "" {
		return "", "", fmt.Errorf("a value has no name")
	}
	unescape := url.QueryUnescape
	if keepPlus(name) {
		unescape = url.PathUnescape
	}
	if content, err = unescape(content); err != nil {
		return "", "", err
	}
	if !utf8.ValidString(name) || !utf8.ValidString(content) {
		return "", "", fmt.Errorf("the text is not UTF-8")
	}
	return name, content, nil
}

func unparsable(err error) error {
	return Invalid([]gevel.Detail{{
		Reason:  queryReason,
		Message: fmt.Sprintf("the query string can't be read: %v", err),
	}})
}

// unknown returns a fault for each name of the query that no row of the table
// bears. Ignoring one in silence would value another home than the caller meant.
func (q Pairs) unknown(table []Param) []gevel.Detail {
	var faults []gevel.Detail
	for _, name := range q.Names {
		if slices.ContainsFunc(table, func(p Param) bool { return p.answersTo(name) && !p.InPath }) {
			continue
		}
		faults = append(faults, gevel.Detail{Reason: name, Message: UnknownMessage(name, table)})
	}
	return faults
}

// UnknownMessage says that a table has no parameter of a name, and which is nearest.
func UnknownMessage(name string, table []Param) string {
	message := "there is no parameter " + Quote(name)
	if near, ok := nearest(name, table); ok {
		message += fmt.Sprintf("; did you mean %s?", near)
	}
	return message
}

// nearest returns the parameter whose name is closest to name, if one is close:
// at most one slip in five characters, and one more, whatever the case.
func nearest(name string, table []Param) (string, bool) {
	if len(name) > longestQuoted {
		return "", false
	}
	best, fewest := "", 2+len(name)/5
	for _, p := range table {
		if slips := editDistance(strings.ToLower(name), strings.ToLower(p.Name)); slips < fewest {
			best, fewest = p.Name, slips
		}
	}
	return best, best != ""
}

// editDistance counts the bytes to insert, delete or replace to make b of a (Levenshtein), row by row.
func editDistance(a, b string) int {
	row := list.Make(len(b)+1, func(j int) int { return j })
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// How values are written: in a query, or in a row, which is one of a file and has more ways.

// Cell is what one place of a query or a row holds: a text, and its number where JSON writes one.
type Cell struct {
	Text   string
	Number gevel.Opt[float64]
}

// notation reads cells.
type notation struct {
	day            func(string) (gevel.Date, error)
	characteristic func(a *gevel.Attribute, c Cell, year int) (float64, error)
}

var (
	inQuery = notation{spelling.QueryDay, queriedCharacteristic}
	inRow   = notation{rowDay, rowCharacteristic}
)

// queriedCharacteristic refuses a grade that ends in a space: it was a plus before someone escaped it.
func queriedCharacteristic(a *gevel.Attribute, c Cell, year int) (float64, error) {
	if a.Kind == gevel.Grade && strings.HasSuffix(c.Text, " ") {
		return math.NaN(), fmt.Errorf("%s ends in a space; send a plus as %%2B", Quote(c.Text))
	}
	return spelling.QueryCharacteristic(a, c.Text, year)
}

func rowDay(s string) (gevel.Date, error) { return spelling.Day(s, spelling.UnknownOrder) }

func rowCharacteristic(a *gevel.Attribute, c Cell, year int) (float64, error) {
	if !c.Number.Known || a.IsNamed() {
		return spelling.Characteristic(a, strings.TrimSpace(c.Text), year)
	}
	v := c.Number.V
	if a.Kind == gevel.Area {
		v = math.Round(v)
	}
	return v, a.Check(v, year)
}

// Closed sets of texts, as parameters and answers have them.

// Enumeration is a closed set of texts that is a schema of its own.
type Enumeration struct {
	Name      string
	Doc       string
	Values    []string
	Constants []string // what generated clients call the values
	Open      bool     // another edition has others, so the description takes any text
	Refusal   string   // ends the sentence about a value that is not in the set; "" lists the set
}

// spelled returns a text as the set has it, or as it is.
func (e *Enumeration) spelled(text string) string {
	if i := slices.IndexFunc(e.Values, func(value string) bool { return strings.EqualFold(value, text) }); i >= 0 {
		return e.Values[i]
	}
	return text
}

// HouseTypes and EnergyLabels are the names that a home's type and label have in parameters and in answers.
var (
	HouseTypes = &Enumeration{
		Name: "HouseType", Doc: "House type.", Values: gevel.BuildTypeNames(),
		Constants: constantsOf("", gevel.BuildTypeNames()),
	}
	EnergyLabels = &Enumeration{
		Name: "EnergyLabel", Doc: "Energy label, best first.", Values: gevel.EnergyLabelNames(),
		Constants: constantsOf("Label", gevel.EnergyLabelNames()),
	}
)

// NamesOf returns the names that a characteristic may have. Names that come from a file have no schema of their own.
func NamesOf(a *gevel.Attribute) *Enumeration {
	switch {
	case a.Name == "buildType":
		return HouseTypes
	case a.Name == "energyLabel":
		return EnergyLabels
	}
	return &Enumeration{Values: a.Choices(), Open: a.IsOpen()}
}

// inWords spells what a name can't have, as the constants of package gevel do.
var inWords = strings.NewReplacer("2-onder-1-kap", "TweeOnderEenKap",
	"+++++", "Plus5", "++++", "Plus4", "+++", "Plus3", "++", "Plus2", "+", "Plus")

// constantsOf returns values as names of constants: every word with a capital, joined.
func constantsOf(prefix string, values []string) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = prefix
		for word := range strings.FieldsSeq(inWords.Replace(v)) {
			names[i] += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return names
}
