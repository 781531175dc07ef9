// Package csvfile writes CSV: every file and answer of it, by one rule of what a cell may hold.
//
// A cell that a spreadsheet would run as a formula begins with an apostrophe instead. Control characters and other
// invisible ones become escapes. A file that goes back to a spreadsheet has the separator, decimal sign and byte order
// mark of the one that came from it, and behind digits that the spreadsheet would change, as of ids, a tab: it takes
// them for text then, and readers that trim fields see no difference. Raw files, for programs, have cells as they are.
package csvfile

import (
	"encoding/csv"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/visible"
)

// cell returns what a cell holds in the file.
func (f Form) cell(text string) string {
	switch {
	case f.Raw || text == "":
		return text
	case isFormula(text):
		return "'" + shown(text)
	case f.Spreadsheet && isChanged(text):
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

// Form is how a file of CSV is written. The zero Form has commas and decimal points.
type Form struct {
	Comma       rune          // 0 is a comma
	Decimal     spelling.Sign // of numbers that are added; NoSign is a point
	Mark        bool          // a byte order mark comes first
	Spreadsheet bool          // the file goes to a spreadsheet
	Raw         bool          // the file goes to a program
	pointed     bool          // cells of the table given have decimal points, as in a workbook
}

// Of returns the form of answers to a table: what separates its columns, what it was before it was read, and cells of
// it that may show its decimal sign.
func Of(comma rune, origin textfile.Origin, cells []string) Form {
	if origin == textfile.Workbook {
		// As Dutch spreadsheets open it.
		return Form{Comma: ';', Decimal: spelling.Comma, Mark: true, Spreadsheet: true, pointed: true}
	}
	f := Form{Comma: comma, Mark: origin.OfSpreadsheet(), Spreadsheet: comma == ';' || origin.OfSpreadsheet()}
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

// Writer writes rows of CSV.
type Writer struct {
	Form
	to     io.Writer
	csv    *csv.Writer
	begun  bool
	record []string
}

// NewWriter returns a writer. The byte order mark, if any, comes before the first row.
func NewWriter(to io.Writer, form Form) *Writer {
	w := &Writer{Form: form, to: to, csv: csv.NewWriter(to)}
	if form.Comma != 0 {
		w.csv.Comma = form.Comma
	}
	return w
}

// Write writes a row. Rows are buffered until Flush.
func (w *Writer) Write(cells []string) error {
	if !w.begun && w.Mark {
		if _, err := io.WriteString(w.to, textfile.ByteOrderMark); err != nil {
			return err
		}
	}
	w.begun = true
	w.record = w.record[:0]
	for _, cell := range cells {
		w.record = append(w.record, w.cell(cell))
	}
	return w.csv.Write(w.record)
}

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}
