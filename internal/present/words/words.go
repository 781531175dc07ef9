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
	return "", gevel.Refusal("give en or nl", "%q is no language", code)
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
