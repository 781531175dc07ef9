// Package words says in Dutch and English what values and explanations say: names of
// characteristics, steps and approaches, why an error may be larger or smaller, what a class
// promises; numbers and days as the reader writes them.
package words

import (
	"fmt"

	"github.com/gevel/gevel"
)

// Language is that of the reader.
type Language string

// The languages.
const (
	English Language = "en"
	Dutch   Language = "nl"
)

// Languages returns the codes of all, the default first.
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

// A phrase is the same in each language. One with verbs has them in the same order.
type phrase struct{ en, nl string }

// in returns the phrase in a language: English where that is none of the two.
func (p phrase) in(l Language) string {
	if l == Dutch {
		return p.nl
	}
	return p.en
}

// fill returns the phrase with what is put in its places.
func (p phrase) fill(l Language, args ...any) string { return fmt.Sprintf(p.in(l), args...) }
