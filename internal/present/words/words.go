// Package words holds the Dutch and English texts of values and explanations: names of characteristics, steps and
// approaches, reasons for larger or smaller errors, promises of classes; numbers and days in the reader's spelling.
package words

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

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

// sentences are the phrases that are more than some words, by what they say, from a file that translators read.
var sentences = sync.OnceValue(func() (by map[string]map[Language]string) { return mustRead(sentenceText, by) })

//go:embed sentences.yaml
var sentenceText []byte

// say returns a sentence of the file.
func say(key string) phrase {
	p, ok := sentences()[key]
	if !ok {
		panic("words: no sentence " + key)
	}
	return phrase{p[English], p[Dutch]}
}

// names are words for what the program knows by names of its own, by group, from a file that translators read.
var names = sync.OnceValue(func() (by map[string]map[string]map[Language]string) { return mustRead(nameText, by) })

//go:embed names.yaml
var nameText []byte

// nameOf returns the words for a name of a group. They are empty for one that the file does not have.
func nameOf(group, name string) phrase {
	p := names()[group][name]
	return phrase{p[English], p[Dutch]}
}

// mustRead reads a file of texts into a map of its form.
func mustRead[M any](text []byte, into M) M {
	asJSON, err := yaml.YAMLToJSON(text)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(asJSON))
		d.DisallowUnknownFields()
		err = d.Decode(&into)
	}
	if err != nil {
		panic(fmt.Sprintf("words: %v", err)) // the file is part of the program
	}
	return into
}

// in returns the phrase in a language: English if the language is none of the two.
func (p phrase) in(l Language) string {
	if l == Dutch {
		return p.nl
	}
	return p.en
}

// fill returns the phrase with its places filled.
func (p phrase) fill(l Language, args ...any) string { return fmt.Sprintf(p.in(l), args...) }

// Amounts, changes, shares, times and days as text.

// Euros writes an amount with its thousands apart: € 412,000, or € 412.000 in Dutch.
func (l Language) Euros(amount gevel.Euro) string {
	if amount < 0 {
		return "- " + l.Euros(-amount)
	}
	return "€ " + l.Whole(int64(amount))
}

// Whole writes a whole number with its thousands apart.
func (l Language) Whole(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + phrase{",", "."}.in(l) + digits[at:]
	}
	return digits
}

// Signed writes an amount with its sign: + € 4,100.
func (l Language) Signed(amount gevel.Euro) string {
	if amount < 0 {
		return "- " + l.Euros(-amount)
	}
	return "+ " + l.Euros(amount)
}

// Number writes a number with so many decimals, without thousands.
func (l Language) Number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if l == Dutch {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// Percent writes a change of a logarithm as a change of the amount: +3.1 %.
func (l Language) Percent(log float64) string { return l.Factor(math.Exp(log)) }

// Factor writes a factor as a change: +3.1 %, or 0.0 % when it rounds to none.
func (l Language) Factor(f float64) string {
	tenths := math.Round(1000 * (f - 1))
	switch {
	case tenths == 0:
		return l.Number(0, 1) + " %"
	case tenths > 0:
		return "+" + l.Number(tenths/10, 1) + " %"
	}
	return l.Number(tenths/10, 1) + " %"
}

// Share writes a probability; no probability reads as certain.
func (l Language) Share(p float64) string {
	const nearlyAll = 0.9995 // what would be rounded to 100 %
	if p >= nearlyAll {
		return phrase{"more than ", "meer dan "}.in(l) + l.Number(99.9, 1) + " %"
	}
	return l.Number(100*p, 1) + " %"
}

// Span writes a time in the unit that suits it.
func (l Language) Span(years float64) string {
	const days, months = 365.25, 12
	switch {
	case math.Round(years*days) == 1:
		return phrase{"a day", "een dag"}.in(l)
	case years*days < 60:
		return phrase{"%.0f days", "%.0f dagen"}.fill(l, years*days)
	case years < 2:
		return phrase{"%.0f months", "%.0f maanden"}.fill(l, years*months)
	}
	return l.Number(years, 1) + phrase{" years", " jaar"}.in(l)
}

// Date writes a day: 15 June 2026.
func (l Language) Date(d gevel.Date) string {
	var year, month, day int
	if n, err := fmt.Sscanf(d.String(), "%d-%d-%d", &year, &month, &day); err != nil || n != 3 || month < 1 || month > 12 {
		return d.String()
	}
	return fmt.Sprintf("%d %s %d", day, nameOf("months", strconv.Itoa(month)).in(l), year)
}
