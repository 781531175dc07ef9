// Package worksheet values a home by an appraiser's judgement: which sales count, why, what is known better than the
// register knows it, and what the appraiser takes the home to be worth.
package worksheet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Schema names the form of a judgement. One without a name is read too: before it had one, a judgement had comparables
// and corrections alone.
const Schema = "gevel-judgement/2"

// Judgement is what an appraiser decided. It is also the document, as JSON, in which it is sent, logged and kept.
type Judgement struct {
	Schema  string      `json:"schema,omitempty" doc:"gevel-judgement/2, the form of this document"`
	Edition string      `json:"edition,omitempty" doc:"id of the edition that answered it last"`
	Request *Request    `json:"request,omitempty" doc:"the home and the day that it is about; the query may say it instead"`
	Author  string      `json:"author,omitempty" doc:"who judged: one line of at most 300 letters"`
	Day     *gevel.Date `json:"day,omitempty" doc:"when; the day of the request where none is given"`
	// Comparables are the sales that were picked or rejected. Where any is picked the picked ones count alone, and
	// otherwise all that were not rejected.
	Comparables []Verdict    `json:"comparables" doc:"the sales that were picked or rejected; where any is picked the picked ones count alone, otherwise all comparables but the rejected"`
	Corrections []Correction `json:"corrections" doc:"what is known better than the register knows it"`
	Value       *Stated      `json:"value,omitempty" doc:"the value that the appraiser states"`
	Found       *Found       `json:"found,omitempty" doc:"what the answer before this one found, as it was answered: a later answer says what has changed since"`
}

// Request is a home and a day.
type Request struct {
	gevel.AddressQuery
	ValuationDate *gevel.Date    `json:"valuationDate,omitempty"`
	Given         map[string]any `json:"given,omitempty" doc:"what the query gave of the home, by column"`
}

// Verdict is the decision about one sale.
type Verdict struct {
	Sale   string `json:"sale" doc:"id of a sale of the edition, as an answer gives it, or the name of one's own"`
	Pick   bool   `json:"pick" doc:"true picks the sale, false rejects it"`
	Reason string `json:"reason" doc:"why, in the words of who decided: one line of at most 300 letters"`
	// The rest is of a sale that is picked.
	Own         *OwnSale     `json:"own,omitempty" doc:"a sale that the edition does not have"`
	Corrections []Correction `json:"corrections,omitempty" doc:"what is known better of the home sold: its adjustment is computed with it"`
	Adjustment  *Adjustment  `json:"adjustment,omitempty" doc:"set by hand, in place of the computed one"`
}

// OwnSale is a sale that an appraiser knows of.
type OwnSale struct {
	gevel.AddressQuery
	Lon    float64        `json:"lon,omitempty" doc:"degrees east, WGS84: with lat in place of an address of the register"`
	Lat    float64        `json:"lat,omitempty" doc:"degrees north, WGS84"`
	Price  gevel.Euro     `json:"price" doc:"whole euros"`
	Date   gevel.Date     `json:"date" doc:"of the sale, before the valuation date"`
	Given  map[string]any `json:"characteristics,omitempty" doc:"of the home sold, by name, over what the register says of the address. What is not known counts as the home's own"`
	Source string         `json:"source" doc:"how it is known: one line of at most 300 letters"`
}

// Adjustment is what a price is adjusted by for all that differs, set by hand: log or euros.
type Adjustment struct {
	Log    *float64    `json:"log,omitempty" doc:"of the factor on the indexed price, -1 to 1"`
	Euros  *gevel.Euro `json:"euros,omitempty" doc:"added to the indexed price"`
	Reason string      `json:"reason" doc:"one line of at most 300 letters"`
}

// Correction is a characteristic as it is known better, with its source.
type Correction struct {
	Characteristic string `json:"characteristic" doc:"name of a characteristic of the edition, as a parameter, an answer or a column has it: useSurface, num_maintenance"`
	// Value is a number, a text or a boolean of JSON.
	Value  any    `json:"value" doc:"as the parameter takes it: a number, a text, true or false"`
	Source string `json:"source" doc:"how it is known: one line of at most 300 letters"`
}

// Stated is a value that an appraiser states.
type Stated struct {
	Euros  gevel.Euro `json:"euros" doc:"whole euros"`
	Reason string     `json:"reason" doc:"one line of at most 300 letters"`
}

// Found is what an edition found for a judgement.
type Found struct {
	Edition string     `json:"edition"`
	Value   gevel.Euro `json:"value"`
	Model   gevel.Euro `json:"model"`
	Listed  []string   `json:"listed" doc:"which of the sales that it names were comparables of the home"`
	// Characteristics are what the edition knows of the home.
	Characteristics map[string]any `json:"characteristics" doc:"what was known of the home, by column"`
}

const (
	// MostLetters is the length of a reason and of a source, at most.
	MostLetters = 300
	// MostBytes is the length of a judgement as JSON, at most.
	MostBytes = 64 << 10
	// mostEntries bounds the verdicts, and the corrections.
	mostEntries = 100
	// Most is how many sales may be picked.
	Most = 24
	// leastEuros and mostEuros bound what a home sold for, or is said to be worth.
	leastEuros, mostEuros = 1000, 1_000_000_000
)

// Parse reads a judgement. Error: gevel.Invalid that names each entry at fault, as comparables[2].reason.
func Parse(text []byte) (Judgement, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	j := Judgement{}
	if err := dec.Decode(&j); err != nil {
		return Judgement{}, unread("is no judgement, such as " + example + ": " + strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); err != io.EOF {
		return Judgement{}, unread("holds more than one judgement")
	}
	return j, invalid(append(unpicked(text), j.faults()...))
}

// example is a judgement as JSON, for who wrote none.
const example = `{"comparables": [{"sale": "1", "pick": true, "reason": "..."}], "corrections": [{"characteristic": "useSurface", "value": 93, "source": "..."}]}`

func unread(why string) error { return invalid(faults{{Reason: "body", Message: "the body " + why}}) }

// unpicked returns the verdicts that don't say which they are: without it one would count as a rejection.
func unpicked(text []byte) (found faults) {
	var said struct {
		Comparables []struct {
			Pick *bool `json:"pick"`
		} `json:"comparables"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return nil // it was read already
	}
	for i, v := range said.Comparables {
		if v.Pick == nil {
			at := fmt.Sprintf("comparables[%d].pick", i)
			found.add(at, "is missing: true picks the sale, false rejects it")
		}
	}
	return found
}

// faults are what is wrong with a judgement, and where.
type faults []gevel.Detail

func (f *faults) add(at, format string, args ...any) {
	*f = append(*f, gevel.Detail{Reason: at, Message: at + " " + fmt.Sprintf(format, args...)})
}

// line notes why a text is no line that a reader can take for a reason.
func (f *faults) line(at, text string) {
	if why := lineFault(text); why != "" {
		f.add(at, "%s", why)
	}
}

// faults returns what is wrong with a judgement by itself.
func (j *Judgement) faults() (f faults) {
	if j.Schema != "" && j.Schema != Schema {
		f.add("schema", "is %.40q, and this program reads %s", j.Schema, Schema)
	}
	if j.Author != "" {
		f.line("author", j.Author)
	}
	if n := len(j.Comparables); n > mostEntries {
		f.add("comparables", "has %d entries, and may have %d", n, mostEntries)
	}
	if len(f) > 0 {
		return f
	}
	judged, picked := map[string]bool{}, 0
	for i := range j.Comparables {
		v, at := &j.Comparables[i], fmt.Sprintf("comparables[%d]", i)
		if v.Sale == "" || judged[v.Sale] {
			f.add(at+".sale", "is empty, or judged twice")
		}
		judged[v.Sale] = true
		if v.Pick {
			picked++
		}
		f.line(at+".reason", v.Reason)
		v.faults(&f, at)
	}
	if picked > Most {
		f.add("comparables", "picks %d sales, and may pick %d", picked, Most)
	}
	f.corrections("corrections", j.Corrections)
	if v := j.Value; v != nil {
		f.euros("value.euros", v.Euros)
		f.line("value.reason", v.Reason)
	}
	return f
}

// faults notes what is wrong with a sale of one's own, with corrections and with an adjustment.
func (v *Verdict) faults(f *faults, at string) {
	f.corrections(at+".corrections", v.Corrections)
	if own := v.Own; own != nil {
		f.euros(at+".own.price", own.Price)
		f.line(at+".own.source", own.Source)
		if (own.AddressQuery != gevel.AddressQuery{}) == (own.Lon != 0 || own.Lat != 0) {
			f.add(at+".own", "needs an address (postalCode and houseNumber, or bagId) or a position (lon and lat), and not both")
		}
		if len(v.Corrections) > 0 {
			f.add(at+".corrections", "belongs to other sales: give the characteristics of your own sale in own.characteristics")
		}
	}
	if a := v.Adjustment; a != nil {
		f.line(at+".adjustment.reason", a.Reason)
		if (a.Log == nil) == (a.Euros == nil) {
			f.add(at+".adjustment", "needs either log or euros")
		}
		if a.Log != nil && math.Abs(*a.Log) > 1 {
			f.add(at+".adjustment.log", "is %v, and may be -1 to 1", *a.Log)
		}
	}
}

func (f *faults) euros(at string, euros gevel.Euro) {
	if euros < leastEuros || euros > mostEuros {
		f.add(at, "is %d, and may be %d to %d", euros, leastEuros, mostEuros)
	}
}

func (f *faults) corrections(at string, list []Correction) {
	if n := len(list); n > mostEntries {
		f.add(at, "has %d entries, and may have %d", n, mostEntries)
		return
	}
	corrected := map[string]bool{}
	for i, c := range list {
		at := fmt.Sprintf("%s[%d]", at, i)
		if c.Characteristic == "" || corrected[c.Characteristic] {
			f.add(at+".characteristic", "is empty, or corrected twice")
		}
		corrected[c.Characteristic] = true
		switch c.Value.(type) {
		case float64, string, bool:
		default:
			f.add(at+".value", "is no number, text or truth")
		}
		f.line(at+".source", c.Source)
	}
}

// Corrected returns what corrections say, of a home in a year. Error: gevel.Invalid that names each at fault.
func Corrected(table gevel.Attributes, list []Correction, year int) (gevel.Characteristics, error) {
	var f faults
	c := f.read(table, "corrections", list, year)
	return c, invalid(f)
}

// read returns what corrections at a place of a judgement say.
func (f *faults) read(table gevel.Attributes, at string, list []Correction, year int) (c gevel.Characteristics) {
	for i, of := range list {
		if name, why := set(table, &c, of.Characteristic, of.Value, year); why != "" {
			f.add(fmt.Sprintf("%s[%d].%s", at, i, name), "%s", why)
		}
	}
	return c
}

// Give reads what a document gives of a home, by name, in a year. Error: gevel.Invalid that names each at fault.
func Give(table gevel.Attributes, at string, given map[string]any, year int) (c gevel.Characteristics, err error) {
	var f faults
	c = f.given(table, at, given, year)
	return c, invalid(f)
}

func (f *faults) given(table gevel.Attributes, at string, given map[string]any, year int) (c gevel.Characteristics) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, why := set(table, &c, name, given[name], year); why != "" {
			f.add(at+"."+gevel.Printable(name), "%s", why)
		}
	}
	return c
}

// set sets a characteristic to a value of JSON. It returns what is wrong, if anything is: the name or the value.
func set(table gevel.Attributes, c *gevel.Characteristics, name string, value any, year int) (part, why string) {
	a := table.Called(name)
	if a == nil {
		return "characteristic", fmt.Sprintf("%.60q is no characteristic of the edition", name)
	}
	v, err := spelling.Characteristic(a, textOf(value), year)
	switch {
	case err != nil:
		return "value", err.Error()
	case math.IsNaN(v):
		return "value", "says that it is not known: leave it out"
	}
	a.Set(c, v)
	return "", ""
}

// lineFault returns why a text is no line that a reader can take for a reason, "" if it is one.
func lineFault(text string) string {
	switch n := utf8.RuneCountInString(text); {
	case strings.TrimSpace(text) == "":
		return "is missing"
	case n > MostLetters:
		return fmt.Sprintf("has %d letters, and may have %d", n, MostLetters)
	case gevel.Printable(text) != text:
		return "holds hidden characters, or more than one line"
	}
	return ""
}

func invalid(faults faults) error {
	switch len(faults) {
	case 0:
		return nil
	case 1:
		return &gevel.Error{Code: gevel.Invalid, Message: faults[0].Message, Details: faults}
	}
	return &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf("%d entries of the judgement are at fault", len(faults)),
		Details: faults,
	}
}

// textOf returns a value of JSON as text, "" where there is none.
func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return spelling.Settled(strconv.FormatFloat(v, 'f', -1, 64), spelling.Point)
	}
	return fmt.Sprint(value)
}
