package spelling

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
)

// Sign is a decimal sign. The other one may group thousands.
type Sign string

// The signs.
const (
	NoSign Sign = "" // not known, or none needed
	Point  Sign = "."
	Comma  Sign = ","
)

// Other returns the sign that is not s.
func (s Sign) Other() Sign {
	if s == Point {
		return Comma
	}
	return Point
}

// Number reads a finite number with a decimal sign, with or without thousands grouped, and with what prices have around
// it: € 250.000,-, EUR 250 000, 250.000 k.k., 250K; ok is false when it is none.
func Number(s string, decimal Sign) (v float64, ok bool) {
	plain, shown, exponent := plainNumber(s)
	if shown != NoSign && decimal != NoSign && shown != decimal {
		return 0, false
	}
	if decimal = cmp.Or(decimal, shown); decimal != NoSign {
		if plain, ok = asParsed(plain, decimal); !ok {
			return 0, false
		}
	}
	if strings.Trim(plain, "0123456789+-.eE") != "" { // ParseFloat reads 1_000 and 0x1p4
		return 0, false
	}
	v, err := strconv.ParseFloat(plain+exponent, 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// EitherNumber reads a number by the sign that it shows: 1.234 is a little, and 1.234,5 a thousand.
func EitherNumber(s string) (v float64, ok bool) {
	sign, _ := SignOf(s)
	return Number(s, sign)
}

// SignOf returns the decimal sign that a number shows by itself, NoSign if it has none. It is not sure of a single sign
// before exactly three digits and behind one to three that do not begin with a 0: 1.234 may be a little or a thousand.
func SignOf(s string) (decimal Sign, sure bool) {
	plain, shown, _ := plainNumber(s)
	if shown != NoSign {
		return shown, true
	}
	last := strings.LastIndexAny(plain, ".,")
	if last < 0 {
		return NoSign, true
	}
	decimal = Sign(plain[last : last+1])
	before := plain[:last]
	switch {
	case strings.Contains(before, string(decimal.Other())):
		return decimal, true // 1,234.5
	case strings.Contains(before, string(decimal)):
		return decimal.Other(), true // 1.234.567
	}
	return decimal, !grouped(plain, decimal)
}

// Readings returns the two readings of a number of whose sign SignOf is not sure: 1.234 or 1234.
func Readings(s string) string {
	shown, _ := SignOf(s)
	little, _ := Number(s, shown)
	many, _ := Number(s, shown.Other())
	return fmt.Sprintf("%.3f or %.0f", little, many)
}

// grouped reports whether separators stand before each group of three digits, and nowhere else, as only thousands do.
func grouped(whole string, separator Sign) bool {
	group, rest, more := strings.Cut(strings.TrimLeft(whole, "+-"), string(separator))
	if len(group) < 1 || len(group) > 3 || group[0] == '0' || !digits(group) {
		return false
	}
	for more {
		if group, rest, more = strings.Cut(rest, string(separator)); len(group) != 3 || !digits(group) {
			return false
		}
	}
	return true
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// asParsed writes a number without grouped thousands and with a decimal point; ok is false when its groups are none.
func asParsed(plain string, decimal Sign) (parsed string, ok bool) {
	whole, fraction, cut := strings.Cut(plain, string(decimal))
	if thousands := decimal.Other(); strings.Contains(whole, string(thousands)) {
		if !grouped(whole, thousands) {
			return "", false
		}
		whole = strings.ReplaceAll(whole, string(thousands), "")
	} else if decimal == Point {
		return plain, true
	}
	if cut {
		whole += "." + fraction
	}
	return whole, true
}

// Settled returns a number that can be read both ways in a spelling that can't, by the decimal sign of its column; any
// other text as it is.
func Settled(s string, decimal Sign) string {
	if _, sure := SignOf(s); sure || decimal == NoSign {
		return s
	}
	v, ok := Number(s, decimal)
	if !ok {
		return s
	}
	return Certain(strconv.FormatFloat(v, 'f', -1, 64))
}

// Certain returns a number with a decimal point, as types have it, in a spelling that can't be read both ways: 1.2340.
func Certain(s string) string {
	if _, sure := SignOf(s); !sure {
		s += "0"
	}
	return s
}

// units are how people write what a number counts, behind it.
var units = map[string][]string{
	"m2":    {"m2", "m²", "m^2", "vierkante meter"},
	"m3":    {"m3", "m³", "m^3", "kubieke meter"},
	"rooms": {"kamer", "kamers", "room", "rooms"},
}

// unitsOf returns how people write the unit of a column, none for money.
func unitsOf(column string) []string {
	table := gevel.Standard()
	if at := table.Column(column); at >= 0 && table[at].Unit != "" {
		column = table[at].Unit
	}
	return units[column]
}

// WithoutUnit returns the number of a characteristic without its unit: 105 m², 350m3, 3 kamers. Another unit stays, and
// makes it no number.
func WithoutUnit(a *gevel.Attribute, s string) string {
	for _, name := range units[cmp.Or(a.Unit, a.Column)] {
		if number, is := cutUnit(s, name); is {
			return number
		}
	}
	return s
}

// cutUnit returns the number before a unit.
func cutUnit(s, name string) (number string, is bool) {
	at := len(s) - len(name)
	if at < 1 || !strings.EqualFold(s[at:], name) {
		return s, false
	}
	number = strings.TrimSpace(s[:at])
	return number, number != "" && digits(number[len(number)-1:])
}

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
		if word == "" || strings.TrimPrefix(strings.TrimPrefix(word, "euro"), "€") != known.word {
			continue
		}
		// Small letters may take more bytes than what stands there, so the word is found in the price itself.
		first := func(r rune) bool { return unicode.ToLower(r) == rune(known.word[0]) }
		if at := strings.IndexFunc(s[end:], first); at >= 0 {
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
