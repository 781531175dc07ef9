package sales

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// notation is how a file writes numbers and dates.
type notation struct {
	decimal, thousands string
	date               string // layout of package time, "" for the usual forms
}

// number reads a finite number, with or without thousands grouped and a euro sign.
func (n notation) number(s string) (float64, error) {
	plain := strings.TrimLeft(strings.TrimPrefix(s, "€"), " \u00a0")
	whole, fraction, decimal := strings.Cut(plain, n.decimal)
	if strings.Contains(whole, n.thousands) {
		if !grouped(whole, n.thousands) {
			return 0, n.noNumber(s)
		}
		whole = strings.ReplaceAll(whole, n.thousands, "")
		plain = whole
		if decimal {
			plain += "." + fraction
		}
	} else if decimal && n.decimal != "." {
		plain = whole + "." + fraction
	}
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, n.noNumber(s)
	}
	return v, nil
}

func (n notation) noNumber(s string) error {
	return fmt.Errorf("%s is no number with decimal sign %q", quote(s), n.decimal)
}

// grouped reports whether separators stand before each group of three digits, and
// nowhere else. Where they don't, they are more likely decimal signs.
func grouped(whole, separator string) bool {
	groups := strings.Split(strings.TrimPrefix(whole, "-"), separator)
	if len(groups[0]) < 1 || len(groups[0]) > 3 {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return true
}

// day reads a date, in the file's own layout or in one of the usual forms.
func (n notation) day(s string) (gevel.Date, error) {
	layout := n.date
	if layout == "" {
		s = strings.TrimSuffix(strings.TrimSuffix(s, " 00:00:00"), "T00:00:00")
		layout = usualLayout(s)
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		return gevel.NoDate, fmt.Errorf("%s is no date of the form %s", quote(s), layout)
	}
	return gevel.DateOf(t), nil
}

func usualLayout(s string) string {
	switch {
	case len(s) == 8:
		return "20060102"
	case len(s) == 10 && s[2] == '-':
		return "02-01-2006"
	}
	return time.DateOnly
}

// answer reads yes or no, as files in Dutch and English spell it.
func answer(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "j", "ja", "y", "yes", "true", "t", "1":
		return true, nil
	case "n", "nee", "no", "false", "f", "0":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither yes nor no", quote(s))
}

// fraction reads a share such as 1/2, 50% or 0.5.
func (n notation) fraction(s string) (float64, error) {
	divisor := 1.0
	if part, whole, ok := strings.Cut(s, "/"); ok {
		d, err := n.number(strings.TrimSpace(whole))
		if err != nil {
			return 0, err
		}
		s, divisor = strings.TrimSpace(part), d
	} else if percent, ok := strings.CutSuffix(s, "%"); ok {
		s, divisor = strings.TrimSpace(percent), 100
	}
	v, err := n.number(s)
	if err != nil {
		return 0, err
	}
	if v <= 0 || v > divisor {
		return 0, fmt.Errorf("%s is no share of a whole", quote(s))
	}
	return v / divisor, nil
}

// longestQuoted is how many bytes of a value a message repeats.
const longestQuoted = 40

func quote(s string) string {
	if len(s) > longestQuoted {
		return strconv.Quote(s[:longestQuoted]) + "..."
	}
	return strconv.Quote(s)
}
