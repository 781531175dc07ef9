// Package csvfile writes CSV: every file and answer of it, by one rule of what a cell may hold.
//
// A cell that a spreadsheet would run as a formula begins with an apostrophe instead. Control characters and others that
// nobody sees become escapes. A file that goes back to a spreadsheet has the separator, decimal sign and byte order mark of
// the one that came from it, and behind digits that the spreadsheet would change, as of ids, a tab: it takes them for text
// then, and readers that trim fields see no difference. Raw files, for programs, have cells as they are.
package csvfile

import (
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Form is how a file of CSV is written. The zero Form has commas and decimal points.
type Form struct {
	Comma   rune          // 0 is a comma
	Decimal spelling.Sign // of numbers that are added; NoSign is a point
	Mark    bool          // a byte order mark comes first
	Sheet   bool          // the file goes to a spreadsheet
	Raw     bool          // the file goes to a program
	pointed bool          // cells of the table given have decimal points, as those of workbooks
}

// Of returns the form of answers to a table: what separates its columns, what it was before it was read, and cells of it
// that may show its decimal sign.
func Of(comma rune, origin textfile.Origin, cells []string) Form {
	if origin == textfile.Workbook {
		return Form{Comma: ';', Decimal: spelling.Comma, Mark: true, Sheet: true, pointed: true} // as Dutch spreadsheets open it
	}
	f := Form{Comma: comma, Mark: origin.OfSpreadsheet(), Sheet: comma == ';' || origin.OfSpreadsheet()}
	switch shown := signIn(cells); {
	case shown != spelling.NoSign:
		f.Decimal = shown
	case comma == ';', comma == '\t' && f.Mark: // spreadsheets where a comma is the decimal sign
		f.Decimal = spelling.Comma
	default:
		f.Decimal = spelling.Point
	}
	return f
}

// signIn returns the decimal sign of the first number that shows one, NoSign for none.
func signIn(cells []string) spelling.Sign {
	for _, cell := range cells {
		cell = strings.Trim(strings.TrimSpace(cell), `"`)
		if !isNumber(strings.TrimPrefix(cell, "-")) {
			continue
		}
		sign, sure := spelling.SignOf(cell)
		if _, ok := spelling.Number(cell, sign); sure && ok && sign != spelling.NoSign {
			return sign
		}
	}
	return spelling.NoSign
}

// ForPrograms returns the form with cells as they are, decimal points and no byte order mark.
func (f Form) ForPrograms() Form { return Form{Comma: f.Comma, Raw: true} }

// Number writes a number with as many digits as it needs.
func (f Form) Number(v float64) string { return f.Decimals(strconv.FormatFloat(v, 'f', -1, 64)) }

// Fixed writes a number with so many decimals.
func (f Form) Fixed(v float64, decimals int) string {
	return f.Decimals(strconv.FormatFloat(v, 'f', decimals, 64))
}

// Decimals writes a number that has a decimal point.
func (f Form) Decimals(s string) string {
	if f.Decimal == spelling.Comma {
		return strings.Replace(s, ".", ",", 1)
	}
	return s
}
