// Package words holds the Dutch and English texts of values and explanations: names of characteristics, steps and
// approaches, reasons for larger or smaller errors, promises of classes; numbers and days in the reader's spelling.
package words

import (
	"fmt"

	"github.com/gevel/gevel"
)

// Language is the reader's language.
type Language string

// The languages.
const (
	English Language = "en"
	Dutch   Language = "nl"
)

// Languages returns the codes of all languages, the default first.
func Languages() []string { return []string{string(English), string(Dutch)} }

// Parse reads the code of a language. Error: gevel.Invalid.
func Parse(code string) (Language, error) {
	switch l := Language(code); l {
	case English, Dutch:
		return l, nil
	}
	return "", &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf("%q is no language", code), Hint: "give en or nl",
	}
}

// A phrase is a text in each language. Verbs in a phrase come in the same order.
type phrase struct{ en, nl string }

// in returns the phrase in a language: English if the language is none of the two.
func (p phrase) in(l Language) string {
	if l == Dutch {
		return p.nl
	}
	return p.en
}

// fill returns the phrase with its places filled.
func (p phrase) fill(l Language, args ...any) string { return fmt.Sprintf(p.in(l), args...) }

// Worksheet holds the texts of an appraiser's worksheet in a report.
type Worksheet struct {
	Title, Note, Value, Interval, Indication, Weight, Model string
	Verdict, Picked, Rejected, Sale, Reason                 string
	Corrections, Source, Cautious                           string
}

// Worksheet returns the texts in a language.
func (l Language) Worksheet() Worksheet {
	if l == Dutch {
		return dutchWorksheet
	}
	return englishWorksheet
}

var englishWorksheet = Worksheet{
	Title:    "Worksheet",
	Note:     "The issuer of this report judged these comparables. Their indication is weighed with the model's value.",
	Value:    "Value by the worksheet",
	Interval: "80 % interval", Indication: "The sales that count say", Weight: "Their weight", Model: "Value by the model",
	Verdict: "Verdict", Picked: "picked", Rejected: "rejected", Sale: "Home sold", Reason: "Reason",
	Corrections: "Corrected characteristics", Source: "Source",
	Cautious: "The edition has no measurement of chosen sales: weight and interval are chosen with caution.",
}

var dutchWorksheet = Worksheet{
	Title: "Werkblad",
	Note: "De opsteller van dit rapport heeft deze vergelijkbare verkopen beoordeeld. Wat zij aangeven is gewogen " +
		"met de waarde volgens het model.",
	Value:    "Waarde volgens het werkblad",
	Interval: "Bandbreedte (80 %)", Indication: "De meegetelde verkopen wijzen op", Weight: "Gewicht daarvan",
	Model:   "Waarde volgens het model",
	Verdict: "Oordeel", Picked: "gekozen", Rejected: "verworpen", Sale: "Verkochte woning", Reason: "Reden",
	Corrections: "Gecorrigeerde kenmerken", Source: "Bron",
	Cautious: "De editie bevat geen meting van gekozen verkopen: gewicht en bandbreedte zijn voorzichtig gekozen.",
}
