package csvfile

import (
	"regexp"
	"strings"

	"github.com/gevel/gevel/internal/file/visible"
)

// cell returns what a cell holds in the file.
func (f Form) cell(text string) string {
	switch {
	case f.Raw || text == "":
		return text
	case isFormula(text):
		return "'" + shown(text)
	case f.Sheet && isChanged(text):
		return text + "\t"
	case f.pointed && isDecimal(text):
		return f.Decimals(text)
	}
	return shown(text)
}

// isFormula reports whether a spreadsheet may take a text for a formula.
func isFormula(text string) bool {
	switch text[0] {
	case '=', '+', '@', '\t', '\r':
		return true
	case '-':
		return !isNumber(text[1:])
	}
	return false
}

// isDecimal reports whether a text is a number of a workbook's: with a decimal point, and never three decimals.
func isDecimal(text string) bool {
	whole, fraction, cut := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return cut && digits(whole) && digits(fraction) && len(fraction) != 3
}

// isNumber reports whether a text is digits with signs that part them: 12, 0,5, 1.234,5, 1e-05.
func isNumber(text string) bool {
	mantissa, exponent, has := strings.Cut(strings.ToLower(text), "e")
	if has && !digits(strings.TrimLeft(exponent, "+-")) {
		return false
	}
	parts := strings.FieldsFunc(mantissa, func(c rune) bool { return c == '.' || c == ',' })
	return digits(strings.Join(parts, ""))
}

func digits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// shownDigits is how many digits of a number a spreadsheet shows; of more it shows a power of ten, and saves that.
const shownDigits = 11

// otherwise matches what a spreadsheet takes for a day or a power of ten: 1-2, 10/5, 1E2.
var otherwise = regexp.MustCompile(`^\d+[-/eE]\d+$`)

// isChanged reports whether a spreadsheet shows and saves something else than this text.
func isChanged(text string) bool {
	return digits(text) && (len(text) > shownDigits || len(text) > 1 && text[0] == '0') || otherwise.MatchString(text)
}

func shown(text string) string { return visible.Text(strings.ReplaceAll(text, "\r\n", "\n")) }
