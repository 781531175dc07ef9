package spelling

import (
	"strings"
	"unicode"
)

// Costs says whose are the costs of a sale that its price speaks of.
type Costs uint8

// The costs, as Dutch prices have them behind the number. Nearly all prices speak of none, and are k.k.
const (
	Unsaid      Costs = iota
	OfTheBuyer        // k.k., kosten koper
	OfTheSeller       // v.o.n., vrij op naam: the price holds the transfer tax or value added tax
)

// costWords are the words for costs, without full stops and spaces.
var costWords = []struct {
	word  string
	costs Costs
}{{"kk", OfTheBuyer}, {"kostenkoper", OfTheBuyer}, {"von", OfTheSeller}, {"vrijopnaam", OfTheSeller}}

// CostsOf returns whose costs a price speaks of.
func CostsOf(s string) Costs {
	_, costs := withoutCosts(s)
	return costs
}

// withoutCosts returns a price without the words for costs behind it.
func withoutCosts(s string) (string, Costs) {
	if s == "" || digits(s[len(s)-1:]) {
		return s, Unsaid
	}
	end := strings.LastIndexFunc(s, unicode.IsDigit) + 1
	word := strings.ToLower(strings.NewReplacer(".", "", " ", "", "\u00a0", "", "\u202f", "", ",", "", "-", "").Replace(s[end:]))
	for _, known := range costWords {
		if word != "" && strings.TrimPrefix(strings.TrimPrefix(word, "euro"), "€") == known.word {
			at := strings.IndexAny(strings.ToLower(s[end:]), known.word[:1])
			return strings.TrimSpace(s[:end+at]), known.costs
		}
	}
	return s, Unsaid
}

// currencies stand before or behind an amount.
var currencies = []string{"€", "euro", "eur"}

// scales stand behind an amount that counts them, as exponents: 250K, 1,2 mln.
var scales = []struct{ word, exponent string }{{"k", "e3"}, {"mln", "e6"}, {"miljoen", "e6"}}

// plainNumber returns the text of a number without its currency, the costs it speaks of, and spaces between its
// thousands; the decimal sign where a dash for no cents shows it: 250.000,-; and the exponent of what the number counts.
// Brackets are a minus of bookkeepers.
func plainNumber(s string) (plain string, shown Sign, exponent string) {
	if strings.Trim(s, "0123456789.,+") == "" { // as nearly all are
		return s, NoSign, ""
	}
	s, _ = withoutCosts(strings.TrimSpace(s))
	s = withoutCurrency(s)
	if inner, is := strings.CutPrefix(s, "("); is && strings.HasSuffix(inner, ")") {
		s = "-" + withoutCurrency(inner[:len(inner)-1])
	}
	for _, known := range scales {
		if number, is := cutUnit(s, known.word); is {
			s, exponent = number, known.exponent
		}
	}
	if dashless := strings.TrimRight(s, "-=–—"); len(dashless) < len(s) && dashless != "" {
		switch sign := Sign(dashless[len(dashless)-1:]); sign {
		case Comma, Point:
			s, shown = dashless[:len(dashless)-1], sign
		}
	}
	return joinGroups(s), shown, exponent
}

func withoutCurrency(s string) string {
	for _, currency := range currencies {
		if len(s) > len(currency) && strings.EqualFold(s[:len(currency)], currency) {
			return strings.TrimSpace(s[len(currency):])
		}
		if at := len(s) - len(currency); at > 0 && strings.EqualFold(s[at:], currency) {
			return strings.TrimSpace(s[:at])
		}
	}
	return s
}

// joinGroups joins the thousands of a number that spaces part.
func joinGroups(s string) string {
	spaced := strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || c == '\'' || c == '’' {
			return ' '
		}
		return c
	}, s)
	whole, fraction := spaced, ""
	if at := strings.IndexAny(spaced, ".,"); at >= 0 {
		whole, fraction = spaced[:at], spaced[at:]
	}
	if !strings.Contains(whole, " ") || !grouped(whole, " ") {
		return s
	}
	return strings.ReplaceAll(whole, " ", "") + fraction
}
