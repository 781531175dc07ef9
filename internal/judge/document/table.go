package document

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Table is a table; the first cell of a row names it.
type Table struct {
	Title   string
	Note    string // beside the title, such as the number of rows
	Columns []Column
	Rows    [][]Cell
	Fold    Fold
	Facts   bool // of long texts, not of figures
	Short   int  // rows that a terminal shows; 0: all
	Drawn   bool // the numbers of a chart, which a terminal leaves out like the chart
}

// NewTable returns a table without rows. A name alone is a column of numbers; else columns are a Column or several.
func NewTable(columns ...any) (t Table) {
	for _, c := range columns {
		switch c := c.(type) {
		case Column:
			t.Columns = append(t.Columns, c)
		case []Column:
			t.Columns = append(t.Columns, c...)
		default:
			t.Columns = append(t.Columns, Column{Name: fmt.Sprint(c)})
		}
	}
	return t
}

// Add adds a row. Its values are cells, alone or several, whole numbers, or texts.
func (t *Table) Add(values ...any) {
	row := make([]Cell, 0, len(t.Columns))
	for _, v := range values {
		switch v := v.(type) {
		case Cell:
			row = append(row, v)
		case []Cell:
			row = append(row, v...)
		case int:
			row = append(row, Cell{Text: Count(v)})
		default:
			row = append(row, Cell{Text: fmt.Sprint(v)})
		}
	}
	t.Rows = append(t.Rows, row)
}

// Explained is the table and an explanation of it; nothing without rows.
func (t Table) Explained(format string, values ...any) Blocks {
	if t.empty() {
		return nil
	}
	return Blocks{t, Say(Fine, format, values...)}
}

// Column is a column of a table.
type Column struct {
	Name  string
	Style Style
}

// Style is what a column holds.
type Style int

// The styles.
const (
	Numbers Style = iota
	Words
	Range    // the interval of the figure before it
	Barred   // numbers over bars
	Samples  // rows of files, a line each; a terminal has the first
	Meanings // explain the row; a terminal has no room for them
	Margins  // intervals for which a terminal has no room
)

// Column is a column of the style.
func (s Style) Column(name string) Column { return Column{name, s} }

// Fold is whether a reader can fold a table away.
type Fold int

// The folds.
const (
	Unfolded Fold = iota
	Open
	Folded
)

// OpenUpTo is Open for a table of at most so many rows, Folded for a longer one.
func OpenUpTo(most, rows int) Fold {
	if rows > most {
		return Folded
	}
	return Open
}

// Cell is a cell of a table.
type Cell struct {
	Text  string
	Note  string // below the text; a terminal has no room for it
	Tone  Tone
	Start int // of the bar, percent of the longest
	Bar   int // its length
}

// Tone is what a verdict says.
type Tone int

// The tones.
const (
	NoVerdict Tone = iota
	Neutral
	Good
	Bad
	Soft // hardly matters
)

// Says is a cell with a verdict.
func (t Tone) Says(verdict string) Cell { return Cell{Text: verdict, Tone: t} }

// OverBar is a number over a bar that is as long, of the longest, as the number is of the largest.
func OverBar(text string, v, largest float64) Cell {
	c := Cell{Text: text}
	if largest != 0 {
		c.Bar = int(100*v/largest + 0.5)
	}
	return c
}

func (t Table) empty() bool { return len(t.Rows) == 0 }

// None stands for a number that does not exist.
const None = "–"

// Count formats a whole number in groups of three with thin spaces, which a terminal leaves out.
func Count(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + thin + digits[i:]
	}
	return digits
}

const thin = "\u202f"

// Plural formats a number of things.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}

// Number formats a number with a minus sign as wide as a plus, and without a sign when it rounds to 0.
func Number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Signed formats a number with its sign, and 0 without.
func Signed(v float64, decimals int) string {
	if math.Round(v*math.Pow10(decimals)) > 0 {
		return "+" + Number(v, decimals)
	}
	return Number(v, decimals)
}
