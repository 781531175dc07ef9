// Package spelling reads what people write: the names of columns, addresses, BAG ids, days, numbers and prices, yes and
// no, house types. All files, the command line and the search read by it, and queries read a narrower part.
// docs/spellings.md shows what is read as what.
package spelling

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Characteristics reads the characteristics of a table for which text, by column, has something, of a home that is to
// be valued in a year. Each fault has the column for its reason; an unread one is an Unread.
func Characteristics(
	table gevel.Attributes, text func(column string) string, year int,
) (c gevel.Characteristics, faults, unread []gevel.Detail) {
	for i := range table {
		a := &table[i]
		given := Cell(text(a.Column))
		if given == "" {
			continue
		}
		v, err := Characteristic(a, given, year)
		switch fault := (gevel.Detail{Reason: a.Column, Message: fmt.Sprint(err)}); {
		case err == nil:
			a.Set(&c, v)
		case errors.As(err, new(Unread)):
			unread = append(unread, fault)
		default:
			faults = append(faults, fault)
		}
	}
	return c, faults, unread
}

// Unread is the error of a text in place of a number, such as ca. 120: in a file it costs the characteristic, and not
// the row.
type Unread string

func (u Unread) Error() string { return string(u) }

// Characteristic reads what a file says of a home that is to be valued in a year, as Attribute.Get
// returns it; NaN is a word for unknown. The error says what would be right.
func Characteristic(a *gevel.Attribute, s string, year int) (float64, error) {
	switch {
	case IsUnknown(s):
		return math.NaN(), nil
	case a.IsNamed():
		if v, ok := Name(a, s); ok {
			return v, nil
		}
		if a.Column == "build_type" && IsTypeless(s) {
			return math.NaN(), nil
		}
		return a.ParseName(s)
	case a.Kind == gevel.YesNo:
		yes, err := Yes(s)
		switch {
		case err != nil:
			return math.NaN(), err
		case yes:
			return 1, nil
		}
		return 0, nil
	}
	v, ok, err := numberOf(a, WithoutUnit(a, s), year)
	switch {
	case !ok && a.Kind == gevel.Number:
		err = Unread(Quote(s) + " is no number")
	case !ok:
		err = Unread(Quote(s) + " is no whole number")
	case err == nil:
		err = a.Check(v, year)
	}
	if err != nil {
		return math.NaN(), err
	}
	return v, nil
}

// numberOf reads a number by itself, since rows are valued one by one: where it can be read in two
// ways, the way in which a home can be valued with it. Surfaces and volumes are rounded. ok is false
// when it is no number, and the error is of a number that can be meant both ways.
func numberOf(a *gevel.Attribute, s string, year int) (v float64, ok bool, err error) {
	decimal, sure := SignOf(s)
	v, ok = numberAs(a, s, decimal)
	if sure || !ok {
		return v, ok, nil
	}
	other, _ := numberAs(a, s, decimal.Other())
	switch one, two := a.Allows(v, year), a.Allows(other, year); {
	case one && two:
		return v, ok, fmt.Errorf("%q may be %s; write it without grouped thousands, and with other than three decimals",
			s, Readings(s))
	case two:
		return other, true, nil
	}
	return v, ok, nil
}

func numberAs(a *gevel.Attribute, s string, decimal Sign) (v float64, ok bool) {
	v, ok = Number(s, decimal)
	if a.Kind == gevel.Area {
		v = math.Round(v)
	}
	return v, ok
}

// How listings of homes for sale write house types: Galerijflat (appartement), Eengezinswoning, tussenwoning.

// looseTypes are words of listings that stand for a type unless another word is more exact, in plain spelling.
var looseTypes = map[string]gevel.BuildType{
	"appartement": gevel.Appartement, "flat": gevel.Appartement, "etagewoning": gevel.Appartement, "penthouse": gevel.Appartement,
	"tussenverdieping": gevel.Appartement, "villa": gevel.VrijstaandeWoning,
}

// typeless are words of listings that say how a home looks and leave its type open, in plain spelling.
var typeless = []string{
	"arbeiderswoning", "boerderij", "bungalow", "dijkwoning", "driveinwoning", "eengezinswoning", "grachtenpand",
	"herenhuis", "huis", "landgoed", "landhuis", "patiowoning", "semibungalow", "splitlevelwoning", "stadswoning",
	"woning", "woonboerderij", "woonhuis",
}

// homeless are words of listings for what is no home, in plain spelling.
var homeless = []string{
	"bedrijfsruimte", "berging", "bouwgrond", "bouwkavel", "garage", "garagebox", "kantoor", "kantoorruimte", "ligplaats",
	"parkeergelegenheid", "parkeerplaats", "stacaravan", "standplaats", "winkel", "winkelruimte", "woonboot", "woonwagen",
}

// adjectives may stand before what is no home: vrijstaande garage.
var adjectives = []string{"aangebouwde", "dubbele", "inpandige", "losse", "vrijstaande"}

// IsTypeless reports whether words of a listing describe a home and leave its house type open.
func IsTypeless(s string) bool {
	return slices.ContainsFunc(words(s), func(word string) bool { return slices.Contains(typeless, word) }) && !IsNoHome(s)
}

// IsNoHome reports whether words of a listing are of a garage, a berth or what else is no home.
func IsNoHome(s string) bool {
	return slices.ContainsFunc(words(s), func(word string) bool {
		for _, adjective := range adjectives {
			word = strings.TrimPrefix(word, adjective)
		}
		return slices.Contains(homeless, word)
	})
}

// words returns the parts of what a listing says of a home, in plain spelling.
func words(s string) (list []string) {
	for _, part := range strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(",;()[]|:", c) }) {
		list = append(list, plainName(part))
	}
	return list
}

// shortestWord is how many letters a word of a listing has at least: codes such as H stand alone.
const shortestWord = 3

// listed returns the number of the one house type that words of a listing name; ok is false when there is none, or two.
func listed(s string) (v float64, ok bool) {
	if IsNoHome(s) {
		return 0, false
	}
	exact, loose := math.NaN(), math.NaN()
	for _, word := range words(s) {
		v, is := houseTypes[word]
		if !is || math.IsNaN(v) || len(word) < shortestWord {
			continue
		}
		of := &exact
		if _, is := looseTypes[word]; is {
			of = &loose
		}
		if !math.IsNaN(*of) && *of != v {
			return 0, false
		}
		*of = v
	}
	if math.IsNaN(exact) {
		exact = loose
	}
	return exact, !math.IsNaN(exact) && !contradict(exact, loose)
}

// contradict reports whether a type is of a house and a loose word of a flat, or the other way round.
func contradict(exact, loose float64) bool {
	isFlat := func(v float64) bool { return gevel.BuildType(v).Group() == gevel.GroupApartment }
	return !math.IsNaN(exact) && !math.IsNaN(loose) && isFlat(exact) != isFlat(loose)
}

// Queries allow less than files: one notation for each thing, and the few others that clients send by default. White
// space around a value never counts. gevel.ParseBAGID reads ids, and gevel.ParsePostalCode postal codes.

// QueryYes reads true, false, 1, 0, ja or nee, in any case.
func QueryYes(s string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "1", "ja":
		return true, nil
	case "false", "0", "nee":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither true nor false", Quote(s))
}

// QueryWhole reads a whole number as JSON writes it, without a plus, a leading zero or an exponent; also with a
// fraction of zeros, as 104.0.
func QueryWhole(s string) (int, error) {
	plain := strings.TrimSpace(s)
	if whole, fraction, ok := strings.Cut(plain, "."); ok && fraction != "" && strings.Trim(fraction, "0") == "" {
		plain = whole
	}
	unsigned := strings.TrimPrefix(plain, "-")
	n, err := strconv.Atoi(plain)
	if !digits(unsigned) || unsigned == "" || unsigned[0] == '0' && plain != "0" || err != nil {
		return 0, fmt.Errorf("%s is no whole number", Quote(s))
	}
	return n, nil
}

// decimal is a number as JSON writes it, without an exponent.
var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// QueryCharacteristic reads what a caller knows of a home that is valued in a year, as Attribute.Get returns it: names
// as answers spell them. The error says what would be right.
func QueryCharacteristic(a *gevel.Attribute, s string, year int) (float64, error) {
	s = strings.TrimSpace(s)
	var v float64
	switch {
	case a.IsNamed():
		return a.ParseName(s)
	case a.Kind == gevel.YesNo:
		yes, err := QueryYes(s)
		if err != nil || !yes {
			return 0, err
		}
		return 1, nil
	case a.Kind == gevel.Number:
		var err error
		if v, err = strconv.ParseFloat(s, 64); err != nil || !decimal.MatchString(s) {
			return 0, fmt.Errorf("%s is no number", Quote(s))
		}
	default:
		n, err := QueryWhole(s)
		if err != nil {
			return 0, err
		}
		v = float64(n)
	}
	return v, a.Check(v, year)
}

// QueryDay reads a day as 2023-01-31, also with a time of midnight.
func QueryDay(s string) (gevel.Date, error) {
	plain, err := WithoutMidnight(strings.TrimSpace(s))
	if err != nil {
		return gevel.NoDate, err
	}
	day, err := gevel.ParseDate(plain)
	if err != nil {
		return gevel.NoDate, fmt.Errorf("%s is no date of the form 2006-01-31", Quote(s))
	}
	return day, nil
}
