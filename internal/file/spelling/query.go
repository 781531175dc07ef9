// Package spelling reads what people write: the names of columns, addresses, BAG ids, days, numbers and prices, yes and
// no, house types. All files, the command line and the search read by it, and a query reads the part that query.go has.
// docs/spellings.md shows what is read as what.
package spelling

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

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
