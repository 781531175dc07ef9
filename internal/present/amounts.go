// Amounts, changes, shares and times as text.

package present

import (
	"fmt"
	"math"
	"strconv"

	"github.com/gevel/gevel"
)

// Euros writes an amount with its thousands apart: € 412,000.
func Euros(amount gevel.Euro) string {
	digits := strconv.FormatInt(int64(amount), 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return "€ " + digits
}

// signed writes an amount with its sign: + € 4,100.
func signed(amount gevel.Euro) string {
	if amount < 0 {
		return "- " + Euros(-amount)
	}
	return "+ " + Euros(amount)
}

// percent writes a change of a logarithm as a change of the amount: +3.1 %.
func percent(log float64) string { return factor(math.Exp(log)) }

// factor writes a factor as a change: +3.1 %, or 0.0 % when it rounds to none.
func factor(f float64) string {
	tenths := math.Round(1000 * (f - 1))
	if tenths == 0 {
		return "0.0 %"
	}
	return fmt.Sprintf("%+.1f %%", tenths/10)
}

// share writes a probability, of which none is certain.
func share(p float64) string {
	const nearlyAll = 0.9995 // what would be rounded to 100 %
	if p >= nearlyAll {
		return "more than 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}

// weight writes a weight in whole percents.
func weight(w float64) string {
	return fmt.Sprintf("%4.0f %%", math.Round(100*w)+0) // + 0 so that none is -0
}

// span writes a time in the unit that suits it.
func span(years float64) string {
	const days, months = 365.25, 12
	switch {
	case math.Round(years*days) == 1:
		return "a day"
	case years*days < 60:
		return fmt.Sprintf("%.0f days", years*days)
	case years < 2:
		return fmt.Sprintf("%.0f months", years*months)
	}
	return fmt.Sprintf("%.1f years", years)
}
