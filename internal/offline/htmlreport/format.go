package htmlreport

// Formatting of numbers.

import (
	"math"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/judge/ratio"
)

// count formats a whole number in groups of three with thin spaces.
func count(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}

// plural formats a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}

// figure formats a statistic, a dash where it does not exist.
func figure(f ratio.Figure, decimals int) string {
	if !f.Known {
		return "–"
	}
	return number(f.Value, decimals)
}

// number formats a number with a minus sign as wide as a plus, and without a sign when it rounds to 0.
func number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// interval formats a statistic's interval, "" where it has none.
func interval(f ratio.Figure, decimals int) string {
	if f.Range == (ratio.Range{}) {
		return ""
	}
	return number(f.Range.Low, decimals) + " to " + number(f.Range.High, decimals)
}

// shortAmount formats an amount of money for an axis: 350k, 1.5M.
func shortAmount(v float64) string {
	switch {
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', -1, 64) + "M"
	case v >= 1e3:
		return strconv.FormatFloat(v/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// amount formats an amount of money in full.
func amount(v float64) string { return count(int(math.Round(v))) }

// distance formats a length in metres.
func distance(metres float64) string {
	if metres >= 1000 {
		return strconv.FormatFloat(metres/1000, 'f', -1, 64) + " km"
	}
	return strconv.FormatFloat(metres, 'f', -1, 64) + " m"
}

// signed formats a number with its sign, and 0 without.
func signed(v float64, decimals int) string {
	if v > 0 {
		return "+" + number(v, decimals)
	}
	return number(v, decimals)
}
