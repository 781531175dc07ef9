package sales

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sign is a decimal sign. The other one may group thousands.
type sign string

const (
	noSign sign = "" // not known, or none needed
	point  sign = "."
	comma  sign = ","
)

func (s sign) other() sign {
	if s == point {
		return comma
	}
	return point
}

// number reads a finite number, with or without thousands grouped and a euro sign. The
// decimal sign is the file's if that is given, else the one that the number itself shows,
// else that of its column.
func (n notation) number(s string, column sign) (float64, error) {
	plain := plainNumber(s)
	decimal := n.decimal
	if decimal == noSign {
		var sure bool
		if decimal, sure = decimalOf(plain); !sure {
			decimal = column
		}
		if !sure && column == noSign {
			return 0, fmt.Errorf("%s may be %s", quote(s), bothReadings(s))
		}
	}
	v, ok := readAs(plain, decimal)
	switch {
	case ok:
		return v, nil
	case !strings.ContainsAny(s, "0123456789"): // NA, NULL, -
		return 0, fmt.Errorf("%s is no number; unknown is written as an empty field", quote(s))
	case n.decimal == noSign:
		return 0, fmt.Errorf("%s is no number", quote(s))
	}
	return 0, fmt.Errorf("%s is no number with decimal sign %q", quote(s), string(n.decimal))
}

// plainNumber returns the text of a number without its euro sign.
func plainNumber(s string) string { return strings.TrimLeft(strings.TrimPrefix(s, "€"), " \u00a0") }

// decimalOf returns the decimal sign that a number shows by itself, noSign if it has
// none. It is not sure of a single sign before exactly three digits and behind one to
// three that do not begin with a 0: 1.234 may be a little or a thousand.
func decimalOf(plain string) (decimal sign, sure bool) {
	last := strings.LastIndexAny(plain, ".,")
	if last < 0 {
		return noSign, true
	}
	decimal = sign(plain[last : last+1])
	before := plain[:last]
	switch {
	case strings.Contains(before, string(decimal.other())):
		return decimal, true // 1,234.5
	case strings.Contains(before, string(decimal)):
		return decimal.other(), true // 1.234.567
	}
	return decimal, !grouped(plain, decimal)
}

// grouped reports whether separators stand before each group of three digits, and
// nowhere else, as only thousands do.
func grouped(whole string, separator sign) bool {
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

// readAs reads a number with a decimal sign; ok is false when it is none.
func readAs(plain string, decimal sign) (v float64, ok bool) {
	if decimal != noSign {
		if plain, ok = asParsed(plain, decimal); !ok {
			return 0, false
		}
	}
	if strings.Trim(plain, "0123456789+-.eE") != "" { // ParseFloat reads 1_000 and 0x1p4
		return 0, false
	}
	v, err := strconv.ParseFloat(plain, 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// asParsed writes a number without grouped thousands and with a decimal point; ok is
// false when its groups are none.
func asParsed(plain string, decimal sign) (parsed string, ok bool) {
	whole, fraction, cut := strings.Cut(plain, string(decimal))
	if thousands := decimal.other(); strings.Contains(whole, string(thousands)) {
		if !grouped(whole, thousands) {
			return "", false
		}
		whole = strings.ReplaceAll(whole, string(thousands), "")
	} else if decimal == point {
		return plain, true
	}
	if cut {
		whole += "." + fraction
	}
	return whole, true
}

// bothReadings returns the two readings of a number of which decimalOf is not sure.
func bothReadings(s string) string {
	plain := plainNumber(s)
	shown, _ := decimalOf(plain)
	little, _ := readAs(plain, shown)
	many, _ := readAs(plain, shown.other())
	return fmt.Sprintf("%.3f or %.0f", little, many)
}
